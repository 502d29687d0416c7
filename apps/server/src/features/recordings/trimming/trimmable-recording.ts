/** Rows of recordings that can be trimmed, and what they become. */
import { restoreChapters, type StreamId, trimChapters, type UserId } from '@tributary/contracts';
import type { Writer } from '#platform/db/database.ts';
import * as own from '../editing/own-recordings.repo.ts';
import { errors } from '../recordings.errors.ts';
import type { Prepared } from './trimmed-files.ts';
import type { Trimmed } from './trimming.repo.ts';

/** What a recording becomes: its chapters move with what they are about. */
export function trimmedBy({ trim, chapters }: own.OwnRecording, prepared: Prepared): Trimmed {
  const before = trim === null ? chapters : restoreChapters(trim.ranges, trim.chapters, chapters);
  const { ranges, durationMs } = prepared;
  return {
    trim: prepared.trim && { ...prepared.trim, ranges, chapters: before },
    durationMs,
    chapters: trimChapters(ranges, before)
      .flatMap(({ trimmed }) => trimmed ?? [])
      .filter(({ startMs }) => startMs < durationMs),
  };
}

export async function lockReady(tx: Writer, userId: UserId, id: StreamId): Promise<own.OwnRecording> {
  return readyOf(await own.lockOne(tx, userId, id));
}

/** @throws recording_not_found, recording_runs */
export function readyOf(row: own.OwnRecording | undefined): own.OwnRecording {
  if (row === undefined || row.state === 'deleted') throw errors.recording_not_found();
  if (row.state === 'recording') throw errors.recording_runs();
  return row;
}
