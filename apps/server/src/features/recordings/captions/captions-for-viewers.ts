/** Captions of recordings as viewers see them. */
import type { StreamId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import type { Trim } from '../recordings.tables.ts';
import * as repo from './captions.repo.ts';
import type { CaptionsThread } from './captions-thread.ts';

export interface CaptionsForViewersOptions {
  readonly db: Database;
  readonly log: Pick<Log, 'warn'>;
  readonly thread: Pick<CaptionsThread, 'run'>;
}

/** @returns null where there are none @throws captions_busy */
export async function captionsForViewers(
  { db, log, thread }: CaptionsForViewersOptions,
  id: StreamId,
  language: string,
  trim: Pick<Trim, 'revision' | 'ranges'> | null,
): Promise<string | null> {
  const file = await db.read((reader) => repo.findFile(reader, id, language));
  if (file === null || trim === null) return file?.webvtt ?? null;
  if (file.trimmedRevision === trim.revision && file.trimmedWebvtt !== null) return file.trimmedWebvtt;
  const result = await thread.run({ type: 'trim', webvtt: file.webvtt, ranges: trim.ranges });
  if (!('webvtt' in result)) throw new Error(`The captions ${language} of recording ${id} are damaged.`);
  const { webvtt } = result;
  // Viewers get them also where nothing can be written, such as on a full disk.
  await db
    .transact((tx) => repo.saveTrimmed(tx, id, language, { file, revision: trim.revision, webvtt }))
    .catch((err: unknown) => log.warn({ err, streamId: id, language }, 'Trimmed captions were not saved'));
  return webvtt;
}
