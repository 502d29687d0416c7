/** What the demo's viewers wrote in the chats of past streams: their recordings replay it. */
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
  const messages = lines.flatMap(({ speaker, text }, index) => {
    const isHost = speaker === HOST;
    const author = isHost ? streamerId : speakerAmong(viewers, speaker, offset);
    if (author === undefined) return [];
    const positionMs = (durationMs * (index + 0.5)) / lines.length;
    return [
      {
        stream_id: streamId,
        number: index + 1,
        author_id: author,
        text,
        client_id: uuidv5(String(index), streamId),
        badges: isHost ? (['streamer', 'demo'] as const) : (['demo'] as const),
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
