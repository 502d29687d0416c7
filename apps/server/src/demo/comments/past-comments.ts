/** Comments below the recordings of demo channels, by viewers of the demo. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { COMMENTS, type CommentStory } from '@tributary/demo-content/comments';
import { v7 as uuidv7 } from 'uuid';
import type { Writer } from '#platform/db/database.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { insertComment, likeComment } from './comments.repo.ts';

export interface PastComments {
  readonly streamId: StreamId;
  readonly streamerId: UserId;
  readonly title: string;
  readonly endsAt: Date | null;
  readonly durationMs: number;
  readonly viewers: readonly UserId[];
  readonly nowMs: number;
}

/** Writes the comments of a recording, in the hours after its stream. */
export async function seedPastComments(tx: Writer, past: PastComments): Promise<void> {
  const { streamId, streamerId, title, endsAt, durationMs, viewers, nowMs } = past;
  let written = 0;
  const viewer = (index: number) => viewers[(title.length + index * 7) % viewers.length];
  const startMs = (endsAt ?? new Date(nowMs)).getTime();

  async function write(authorId: UserId | undefined, text: string, parentId: string | null) {
    if (authorId === undefined) return null;
    written += 1;
    // A recording that has just ended has comments of the last minutes.
    const ms = Math.min(startMs + written * HOUR_MS, nowMs - (60 - written) * MINUTE_MS);
    const id = uuidv7({ msecs: ms });
    const sentAt = new Date(ms);
    await insertComment(tx, { id, streamId, authorId, parentId, text: withTimes(text, durationMs), sentAt });
    return id;
  }

  async function writeThread({ text, likes = 0, replies = [], answer }: CommentStory): Promise<void> {
    const id = await write(viewer(written), text, null);
    if (id === null) return;
    const fans = Array.from({ length: likes }, (_, index) => viewer(index)).filter(
      (fan) => fan !== undefined,
    );
    await likeComment(tx, id, [...new Set(fans)]);
    for (const reply of replies) await write(viewer(written), reply, id);
    if (answer !== undefined) await write(streamerId, answer, id);
  }

  for (const story of COMMENTS[title] ?? []) await writeThread(story);
}

/** Replaces `{0.4}` by the time at that part of a recording: `12:34`, `1:02:03`. */
function withTimes(text: string, durationMs: number): string {
  return text.replace(/\{(\d\.\d+)\}/g, (_, part: string) => {
    const seconds = Math.round((durationMs * Number(part)) / 1000);
    const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const two = (count: number) => String(count).padStart(2, '0');
    return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
  });
}
