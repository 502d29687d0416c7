/** The lanes in which uploads wait: a short clip never waits behind a film. */
import type { Writer } from '#platform/db/database.ts';
import type { Jobs } from '#platform/jobs/index.ts';
import { processSmallUploads, processUploads } from './uploads.jobs.ts';
import type { Lane } from './uploads.tables.ts';

/** A few minutes of video from a phone. */
const SMALL_BYTES = 256 * 1024 ** 2;

/** A small file that takes longer moves to the other lane, where it begins anew. */
export const SMALL_MS = 5 * 60_000;

export const laneOf = (byteLength: number): Lane => (byteLength <= SMALL_BYTES ? 'small' : 'large');

/** Has a process look for an upload whose turn it is. A process that finds none does nothing. */
export async function wakeLane(jobs: Pick<Jobs, 'send'>, tx: Writer, lane: Lane): Promise<void> {
  const type = lane === 'small' ? processSmallUploads : processUploads;
  await jobs.send(tx, type, {}, { singletonKey: 'next' });
}
