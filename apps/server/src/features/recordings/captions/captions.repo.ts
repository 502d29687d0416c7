import type { StreamId, UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface Track {
  readonly language: string;
  readonly label: string;
}

/** By their label. */
export const find = (db: Reader, id: StreamId): Promise<Track[]> =>
  db
    .selectFrom('recording_captions')
    .select(['language', 'label'])
    .where('stream_id', '=', id)
    .orderBy('label')
    .orderBy('language')
    .execute();

export interface CaptionsFile {
  /** On the original time line. */
  readonly webvtt: string;
  /** As viewers of the recording see them with this trimming; null where nobody has asked for them. */
  readonly trimmedWebvtt: string | null;
  readonly trimmedRevision: string | null;
}

export async function findFile(db: Reader, id: StreamId, language: string): Promise<CaptionsFile | null> {
  const row = await db
    .selectFrom('recording_captions')
    .select(['webvtt', 'trimmed_webvtt as trimmedWebvtt', 'trimmed_revision as trimmedRevision'])
    .where('stream_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst();
  return row ?? null;
}

/** @param trimmed for viewers of a trimming, made from `file`. Does nothing where that has changed. */
export async function saveTrimmed(
  tx: Writer,
  id: StreamId,
  language: string,
  trimmed: { readonly file: CaptionsFile; readonly revision: string; readonly webvtt: string },
): Promise<void> {
  await tx
    .updateTable('recording_captions')
    .set({ trimmed_webvtt: trimmed.webvtt, trimmed_revision: trimmed.revision })
    .where('stream_id', '=', id)
    .where('language', '=', language)
    .where('webvtt', '=', trimmed.file.webvtt)
    .execute();
}

export const findAllOwn = (db: Reader, streamerId: UserId) =>
  db
    .selectFrom('recording_captions as c')
    .innerJoin('recordings as r', 'r.stream_id', 'c.stream_id')
    .select(['c.stream_id as streamId', 'c.language', 'c.label', 'c.webvtt'])
    .select(['c.created_at as createdAt', 'c.updated_at as updatedAt'])
    .where('r.streamer_id', '=', streamerId)
    .orderBy('c.created_at')
    .execute();

export async function save(
  tx: Writer,
  id: StreamId,
  { language, label, webvtt }: Track & { readonly webvtt: string },
): Promise<void> {
  const file = {
    label,
    webvtt,
    byte_length: Buffer.byteLength(webvtt),
    trimmed_webvtt: null,
    trimmed_revision: null,
  };
  await tx
    .insertInto('recording_captions')
    .values({ stream_id: id, language, ...file })
    .onConflict((conflict) =>
      conflict.columns(['stream_id', 'language']).doUpdateSet({ ...file, updated_at: sql`now()` }),
    )
    .execute();
}

/** Gives a part that was split off the captions of the recording, whose times are those of the same files. @returns how many */
export async function copy(tx: Writer, from: StreamId, to: StreamId): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    INSERT INTO recording_captions (stream_id, language, label, webvtt, byte_length)
    SELECT ${to}, language, label, webvtt, byte_length FROM recording_captions WHERE stream_id = ${from}
  `.execute(tx);
  return Number(numAffectedRows);
}

/** @returns whether there were any */
export async function remove(tx: Writer, id: StreamId, language: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recording_captions')
    .where('stream_id', '=', id)
    .where('language', '=', language)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
