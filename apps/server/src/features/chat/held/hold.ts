/** Holds a message until a moderator has decided. */
import { CHAT_HELD_PER_PERSON, type ChatMatch, type ChatSubmission } from '@tributary/contracts/chat';
import type { StreamId } from '@tributary/contracts/shared';
import type { Writer } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { errors } from '../chat.errors.ts';
import { chatQueueChanged } from '../chat.events.ts';
import type { Sender } from '../messages/senders.repo.ts';
import * as repo from './held.repo.ts';

interface HoldableMessage extends ChatSubmission {
  readonly streamId: StreamId;
  readonly sender: Sender;
}

/**
 * Whether the message is held already, so that its client has sent it twice.
 * @throws chat_message_refused
 */
export async function isHeld(tx: Writer, { streamId, sender, clientId }: HoldableMessage): Promise<boolean> {
  const held = await repo.findByClientId(tx, streamId, sender.id, clientId);
  if (held?.isRefused) throw errors.chat_message_refused();
  return held !== undefined;
}

/** Requires the lock of the room, which keeps two messages from exceeding the limit. @throws chat_held_limit */
export async function hold(
  tx: Writer,
  {
    streamId,
    sender,
    clientId,
    kind,
    text,
    replyTo,
    matched,
  }: HoldableMessage & { readonly matched: ChatMatch },
): Promise<void> {
  const waiting = (await repo.findOwn(tx, streamId, sender.id)).filter(({ isRefused }) => !isRefused);
  if (waiting.length >= CHAT_HELD_PER_PERSON) throw errors.chat_held_limit();
  // Only moderators announce, and their messages are not held.
  const heldKind = kind === 'action' ? kind : 'message';
  await repo.insert(tx, { streamId, authorId: sender.id, clientId, kind: heldKind, text, replyTo, matched });
  await publish(tx, chatQueueChanged, { channelId: sender.streamerId });
}
