/** Captions of recordings, as their creators manage them. */
import {
  CAPTION_TRACKS_MAX,
  CAPTIONS_MAX_BYTES,
  type CaptionCue,
  type CaptionProblem,
  type CaptionTrack,
  parseCaptions,
  type StreamId,
  type UserId,
  writeWebVtt,
} from '@tributary/contracts';
import { captionsUrl, streamChanged } from '#features/live/index.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { findReady, lockReady } from '../editing/ready-recordings.ts';
import { checkQuota } from '../files/quota.ts';
import { errors } from '../recordings.errors.ts';
import * as repo from './captions.repo.ts';
import { restoreCaptions } from './trimmed-captions.ts';

interface Tracks {
  readonly items: CaptionTrack[];
}

export class Captions {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  /** @throws recording_not_found, recording_runs */
  async list(userId: UserId, id: StreamId): Promise<Tracks> {
    return await this.#db.read(async (reader) => {
      await findReady(reader, userId, id);
      return await tracks(reader, id);
    });
  }

  /**
   * Stores what a file says, written anew: nothing else of it reaches viewers.
   * @throws recording_not_found, recording_runs, recording_changed, captions_invalid, captions_too_large,
   *   too_many_captions, over_quota
   */
  async save(userId: UserId, id: StreamId, track: repo.Track, file: Buffer): Promise<Tracks> {
    const language = canonical(track.language);
    const before = await this.#db.read((reader) => findReady(reader, userId, id));
    const cues = readFile(file, before.durationMs);
    return await this.#db.transact(async (tx) => {
      const { trim } = await lockReady(tx, userId, id);
      if (trim?.revision !== before.trim?.revision) throw errors.recording_changed();
      const known = await repo.find(tx, id);
      const isNew = !known.some((one) => one.language === language);
      if (isNew && known.length >= CAPTION_TRACKS_MAX) throw errors.too_many_captions();
      const webvtt = writeWebVtt(
        trim === null ? cues : restoreCaptions(trim.ranges, await storedCues(tx, id, language), cues),
      );
      if (Buffer.byteLength(webvtt) > CAPTIONS_MAX_BYTES) throw errors.captions_too_large();
      await repo.save(tx, id, { language, label: track.label, webvtt });
      await checkQuota(tx, userId);
      await publish(tx, streamChanged, { streamId: id, streamerId: userId });
      return await tracks(tx, id);
    });
  }

  /** @throws recording_not_found, recording_runs, captions_not_found */
  async delete(userId: UserId, id: StreamId, language: string): Promise<Tracks> {
    return await this.#db.transact(async (tx) => {
      await lockReady(tx, userId, id);
      if (!(await repo.remove(tx, id, canonical(language)))) throw errors.captions_not_found();
      await publish(tx, streamChanged, { streamId: id, streamerId: userId });
      return await tracks(tx, id);
    });
  }
}

/** Two spellings of a language are one. The contract refuses anything but a language tag. */
const canonical = (language: string): string => Intl.getCanonicalLocales(language)[0] ?? language;

async function tracks(db: Reader, id: StreamId): Promise<Tracks> {
  const items = await repo.find(db, id);
  return { items: items.map((one) => ({ ...one, url: captionsUrl(id, one.language) })) };
}

const storedCues = async (db: Reader, id: StreamId, language: string): Promise<readonly CaptionCue[]> =>
  parseCaptions((await repo.findFile(db, id, language)) ?? '').cues;

function readFile(file: Buffer, durationMs: number): readonly CaptionCue[] {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw invalid([{ line: 1, message: 'The file is not UTF-8 text. Save it as UTF-8.' }]);
  }
  const { cues, problems } = parseCaptions(text, { durationMs });
  if (problems.length > 0) throw invalid(problems);
  if (cues.length === 0) throw invalid([{ line: 1, message: 'The file has no captions.' }]);
  return cues;
}

const invalid = (problems: readonly CaptionProblem[]) =>
  errors.captions_invalid({
    errors: problems.map(({ line, message }) => ({
      pointer: `/${line}`,
      detail: `Line ${line}: ${message}`,
    })),
  });
