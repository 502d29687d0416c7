/** The past messages of the demo's viewers: recordings replay them, and the chat of a live stream begins with them. */
import type { ChatBadge } from '@tributary/contracts/chat';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { HOST, linesOf, type Thread } from '@tributary/demo-content/conversations';
import { v5 as uuidv5 } from 'uuid';
import type { Writer } from '#platform/db/database.ts';
import { speakerAmong } from './speakers.ts';

export interface PastChat {
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly startsAt: Date;
  /** The length of the recording. */
  readonly durationMs: number;
  readonly threads: readonly Thread[];
  readonly viewers: readonly UserId[];
}

/** Spreads the lines evenly over the recording. Idempotent. */
export async function seedPastChat(
  tx: Writer,
  { streamId, streamerId, startsAt, durationMs, threads, viewers }: PastChat,
): Promise<void> {
  // The order and the people differ from those of the channel's other chats.
  const offset = Number.parseInt(streamId.slice(-6), 16);
  const lines = linesOf(threads, offset);
  const written = lines.flatMap(({ speaker, text }, index) => {
    const authorId = speaker === HOST ? streamerId : speakerAmong(viewers, speaker, offset);
    if (authorId === undefined) return [];
    const sentAt = new Date(startsAt.getTime() + (durationMs * (index + 0.5)) / lines.length);
    return [{ authorId, text, clientId: uuidv5(String(index), streamId), sentAt }];
  });
  await insertPast(tx, { streamId, streamerId }, written);
}

export interface PastLine {
  readonly authorId: UserId;
  readonly text: string;
  readonly clientId: string;
  readonly sentAt: Date;
}

/** Stores the lines as the first messages of a chat, unless it has some. */
export async function insertPast(
  tx: Writer,
  { streamId, streamerId }: Pick<PastChat, 'streamId' | 'streamerId'>,
  lines: readonly PastLine[],
): Promise<void> {
  if (lines.length === 0) return;
  const room = await tx
    .insertInto('chat_rooms')
    .values({ stream_id: streamId, last_number: lines.length })
    .onConflict((conflict) =>
      conflict
        .column('stream_id')
        .doUpdateSet({ last_number: lines.length })
        .where('chat_rooms.last_number', '=', 0),
    )
    .returning('stream_id')
    .executeTakeFirst();
  if (room === undefined) return;
  const messages = lines.map(({ authorId, text, clientId, sentAt }, index) => {
    const badges: ChatBadge[] = authorId === streamerId ? ['streamer', 'demo'] : ['demo'];
    return {
      stream_id: streamId,
      number: index + 1,
      author_id: authorId,
      text,
      client_id: clientId,
      badges,
      sent_at: sentAt,
    };
  });
  await tx.insertInto('chat_messages').values(messages).execute();
}
