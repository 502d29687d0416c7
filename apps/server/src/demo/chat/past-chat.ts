/** What the demo's viewers wrote in the chats of past streams: their recordings replay it. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v5 as uuidv5 } from 'uuid';
import type { Writer } from '#platform/db/database.ts';

export interface PastChat {
  readonly streamId: StreamId;
  readonly startsAt: Date;
  /** Of the recording. */
  readonly durationMs: number;
  readonly lines: readonly string[];
  readonly viewers: readonly UserId[];
}

/** Spreads the lines evenly over the recording. Idempotent. */
export async function seedPastChat(
  tx: Writer,
  { streamId, startsAt, durationMs, lines, viewers }: PastChat,
): Promise<void> {
  // Another order and other people than in the channel's other chats.
  const offset = Number.parseInt(streamId.slice(-6), 16);
  const messages = lines.flatMap((_, index) => {
    const text = lines[(offset + index) % lines.length];
    const author = viewers[(offset + index * 7) % viewers.length];
    if (text === undefined || author === undefined) return [];
    const positionMs = (durationMs * (index + 0.5)) / lines.length;
    return [
      {
        stream_id: streamId,
        number: index + 1,
        author_id: author,
        text,
        client_id: uuidv5(String(index), streamId),
        badges: ['demo' as const],
        sent_at: new Date(startsAt.getTime() + positionMs),
      },
    ];
  });
  if (messages.length === 0) return;
  await tx
    .insertInto('chat_rooms')
    .values({ stream_id: streamId, last_number: messages.length })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .insertInto('chat_messages')
    .values(messages)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
