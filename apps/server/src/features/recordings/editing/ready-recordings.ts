/** Recordings that their creators can trim and caption: they are complete, and not deleted. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { Reader, Writer } from '#platform/db/database.ts';
import { errors } from '../recordings.errors.ts';
import * as own from './own-recordings.repo.ts';

/** @throws recording_not_found, recording_runs */
export const findReady = async (db: Reader, userId: UserId, id: StreamId): Promise<own.OwnRecording> =>
  requireReady(await own.findOne(db, userId, id));

/** Concurrent changes of the recording wait for the end of `tx`. @throws recording_not_found, recording_runs */
export const lockReady = async (tx: Writer, userId: UserId, id: StreamId): Promise<own.OwnRecording> =>
  requireReady(await own.lockOne(tx, userId, id));

function requireReady(row: own.OwnRecording | undefined): own.OwnRecording {
  if (row === undefined || row.state === 'deleted') throw errors.recording_not_found();
  if (row.state === 'recording') throw errors.recording_runs();
  return row;
}
