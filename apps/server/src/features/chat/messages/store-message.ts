/** Stores a message that may appear in the chat, and announces it. */
import { type ChatBadge, type ChatReply, type ChatSubmission, mentionedIn } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import type { MembershipsFeature } from '#features/memberships/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { chatMessageSent } from '../chat.events.ts';
import { notifyOfMention, previewLink } from '../chat.jobs.ts';
import type { UsableEmote } from '../emotes/emotes.repo.ts';
import { linkIn } from '../links/link-in.ts';
import { wantsPreviews } from '../links/link-previews.repo.ts';
import * as repo from './messages.repo.ts';
import type { Sender } from './senders.repo.ts';

export interface StorableMessage extends Pick<ChatSubmission, 'clientId' | 'kind' | 'text'> {
  readonly streamId: StreamId;
  readonly sender: Sender;
  readonly badges: readonly ChatBadge[];
  readonly reply: ChatReply | null;
  readonly emotes: readonly UsableEmote[];
}

/**
 * Requires the lock of the room.
 * @returns the message's number
 */
export async function storeMessage(
  tx: Writer,
  jobs: Pick<Jobs, 'send'>,
  { streamId, sender, badges, clientId, kind, text, reply, emotes }: StorableMessage,
): Promise<number> {
  const { id: authorId, username, displayName } = sender;
  const stored = {
    streamId,
    authorId,
    clientId,
    kind,
    text,
    badges,
    replyTo: reply?.number,
    emoteIds: emotes.map(({ id }) => id),
  };
  const { number, sentAt } = await repo.insert(tx, stored);
  const author = { id: authorId, username, displayName, badges: [...badges] };
  const message = {
    number,
    clientId,
    sentAt: sentAt.toISOString(),
    author,
    kind,
    text,
    replyTo: reply,
    ...(emotes.length > 0 && { emotes: emotes.map(({ name, url }) => ({ name, url })) }),
  };
  await publish(tx, chatMessageSent, { streamId, message });
  if (reply !== null || mentionedIn(text).length > 0)
    await jobs.send(tx, notifyOfMention, { streamId, number });
  if (linkIn(text) !== null && (await wantsPreviews(tx, streamId)))
    await jobs.send(tx, previewLink, { streamId, number });
  return number;
}

/** The roles of the author in the channel now. */
export async function badgesOf(
  { id, streamerId, isAdmin, powers, isVip, isVerified, isDemo }: Sender,
  memberships: Pick<MembershipsFeature, 'subscribersAmong'>,
): Promise<readonly ChatBadge[]> {
  const isSubscriber = (await memberships.subscribersAmong(streamerId, [id])).has(id);
  const badges: readonly (ChatBadge | false)[] = [
    id === streamerId && 'streamer',
    isAdmin && 'admin',
    powers !== null && 'moderator',
    isVip && 'vip',
    isVerified && 'verified',
    isSubscriber && 'subscriber',
    isDemo && 'demo',
  ];
  return badges.filter((badge) => badge !== false);
}
