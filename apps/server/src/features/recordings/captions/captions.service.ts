/** Captions of recordings, as their creators manage them. */

import { CAPTION_TRACKS_MAX } from '@tributary/contracts/recordings';
import type { CaptionTrack, StreamId, UserId } from '@tributary/contracts/shared';
import { captionsUrl, streamChanged } from '#features/live/index.ts';
import type { Database, Reader } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { localized, schemaText, type Text } from '#platform/messages/index.ts';
import type { OwnRecording } from '../editing/own-recordings.repo.ts';
import { findReady, lockReady } from '../editing/ready-recordings.ts';
import type { Quota } from '../files/quota.ts';
import { errors } from '../recordings.errors.ts';
import * as repo from './captions.repo.ts';
import type { CaptionsThread } from './captions-thread.ts';

interface Tracks {
  readonly items: CaptionTrack[];
}

export interface Captions {
  /** @throws recording_not_found, recording_runs */
  list(userId: UserId, id: StreamId): Promise<Tracks>;
  /**
   * Stores what a file says, written anew: nothing else of it reaches viewers.
   * @throws recording_not_found, recording_runs, recording_changed, captions_invalid, captions_too_large,
   *   captions_busy, too_many_captions, over_quota
   */
  save(userId: UserId, id: StreamId, track: repo.Track, file: Buffer): Promise<Tracks>;
  /** @throws recording_not_found, recording_runs, captions_not_found */
  delete(userId: UserId, id: StreamId, language: string): Promise<Tracks>;
}

export function createCaptions(
  db: Database,
  thread: Pick<CaptionsThread, 'run'>,
  quota: Pick<Quota, 'check'>,
): Captions {
  /** @throws captions_invalid, captions_too_large, captions_busy */
  async function rewrite(file: Buffer, { durationMs, trim }: OwnRecording, before: string): Promise<string> {
    const trimmed = trim && { ranges: trim.ranges, before };
    const result = await thread.run({ type: 'rewrite', file: textOf(file), durationMs, trimmed });
    if ('problems' in result) {
      throw invalid(result.problems.map(({ line, message }) => ({ line, problem: schemaText(message, '') })));
    }
    if ('isTooLarge' in result) throw errors.captions_too_large();
    return result.webvtt;
  }

  return {
    list: async (userId, id) =>
      await db.read(async (reader) => {
        await findReady(reader, userId, id);
        return await tracks(reader, id);
      }),
    async save(userId, id, track, file) {
      const language = canonical(track.language);
      const { before, stored } = await db.read(async (reader) => ({
        before: await findReady(reader, userId, id),
        stored: await repo.findFile(reader, id, language),
      }));
      const webvtt = await rewrite(file, before, stored?.webvtt ?? '');
      return await db.transact(async (tx) => {
        const { trim } = await lockReady(tx, userId, id);
        const present = await repo.findFile(tx, id, language);
        const isSame = trim === null || present?.webvtt === stored?.webvtt;
        if (trim?.revision !== before.trim?.revision || !isSame) throw errors.recording_changed();
        const known = await repo.find(tx, id);
        const isNew = !known.some((one) => one.language === language);
        if (isNew && known.length >= CAPTION_TRACKS_MAX) throw errors.too_many_captions();
        await repo.save(tx, id, { language, label: track.label, webvtt });
        await quota.check(tx, userId);
        await publish(tx, streamChanged, { streamId: id, streamerId: userId });
        return await tracks(tx, id);
      });
    },
    delete: async (userId, id, language) =>
      await db.transact(async (tx) => {
        await lockReady(tx, userId, id);
        if (!(await repo.remove(tx, id, canonical(language)))) throw errors.captions_not_found();
        await publish(tx, streamChanged, { streamId: id, streamerId: userId });
        return await tracks(tx, id);
      }),
  };
}

/** Two spellings of a language are one. The contract refuses anything but a language tag. */
const canonical = (language: string): string => Intl.getCanonicalLocales(language)[0] ?? language;

async function tracks(db: Reader, id: StreamId): Promise<Tracks> {
  const items = await repo.find(db, id);
  return { items: items.map((one) => ({ ...one, url: captionsUrl(id, one.language) })) };
}

function textOf(file: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    throw invalid([{ line: 1, problem: localized('errors.recordings.captions_not_utf8') }]);
  }
}

const invalid = (problems: readonly { readonly line: number; readonly problem: Text }[]) =>
  errors.captions_invalid({
    errors: problems.map(({ line, problem }) => ({
      pointer: `/${line}`,
      detail: localized('errors.recordings.caption_line', { line: `${line}`, problem }),
    })),
  });
