/** Excerpts of recordings: the segments of a range, copied with playlists of their own. */
import { buffer } from 'node:stream/consumers';
import type { StreamId } from '@tributary/contracts';
import {
  durationMsOf,
  parsePath,
  RecordingIndex,
  readTrack,
  renderAll,
  renderMedia,
  type StoredFile,
} from '#media/recorder/index.ts';
import type { Storage } from '#platform/storage/index.ts';
import type { StreamRecorder } from '../recorder/recorder.service.ts';
import type { RecordingStore, StoredMedia } from './recording-store.ts';

export interface Range {
  /** Positions in the recording as it plays. */
  readonly startMs: number;
  readonly endMs: number;
}

export interface Excerpt {
  /** Where the range begins in the excerpt, which begins with a whole segment. */
  readonly offsetMs: number;
  readonly durationMs: number;
  readonly byteLength: number;
}

export interface ExcerptOptions {
  readonly store: RecordingStore;
  readonly storage: Storage;
  readonly recorder: Pick<StreamRecorder, 'indexOf' | 'rebuild'>;
  /** Which files a recording plays. */
  readonly mediaOf: (id: StreamId) => Promise<StoredMedia | undefined>;
}

/** Whether a path is one that files of recordings and excerpts have. */
export const isRecordingFile = (path: string): boolean => parsePath(path) !== null;

/** A segment as a media playlist lists it. */
interface Entry {
  readonly path: string;
  readonly init: string;
  readonly startMs: number;
  readonly endMs: number;
}

export type CutExcerpt = (id: StreamId, range: Range, folder: string) => Promise<Excerpt | null>;

/**
 * Copies the segments that a range touches.
 * @param folder of the copies, with a slash at its end
 * @returns null where the recording has nothing there
 */
export function createExcerpts({ store, storage, recorder, mediaOf }: ExcerptOptions): CutExcerpt {
  /** As viewers get it. */
  async function playlist(id: StreamId, media: StoredMedia, name: 'video' | 'audio'): Promise<string> {
    const own = recorder.indexOf(id);
    const stored = own === null ? await store.playlist(media, `${name}.m3u8`) : null;
    if (stored !== null) return stored.toString();
    const { index, isComplete } = own ?? (await recorder.rebuild(id));
    return renderMedia(index, name, { isComplete }) ?? '';
  }

  async function copy(id: StreamId, path: string, folder: string): Promise<StoredFile | null> {
    const object = await store.get(id, path);
    if (object === null) return null;
    await storage.put(folder + path, object.stream);
    return { path, byteLength: object.size };
  }

  return async (id, { startMs, endMs }, folder) => {
    const media = (await mediaOf(id)) ?? { mediaId: id, trim: null };
    const files: StoredFile[] = [];
    let first: Entry | undefined;
    let lastMs = 0;
    for (const name of ['video', 'audio'] as const) {
      const entries = entriesOf(await playlist(id, media, name)).filter(
        (entry) => entry.endMs > startMs && entry.startMs < endMs,
      );
      first ??= entries[0];
      lastMs = Math.max(lastMs, entries.at(-1)?.endMs ?? 0);
      const inits = new Set(entries.map(({ init }) => init));
      const heads = [...inits].flatMap((init) => [init, init.replace(/init\.mp4$/, 'track.json')]);
      for (const path of [...heads, ...entries.map((entry) => entry.path)]) {
        const file = parsePath(path) && (await copy(media.mediaId, path, folder));
        if (file) files.push(file);
      }
    }
    if (first === undefined || lastMs <= startMs) return null;
    const index = await RecordingIndex.of(files, async (path) => {
      const object = await storage.get(folder + path);
      if (object === null) throw new Error(`The excerpt ${folder} has no file ${path}.`);
      return readTrack(await buffer(object.stream));
    });
    const offsetMs = Math.max(0, Math.round(startMs - first.startMs));
    for (const [path, playlist] of renderAll(index)) {
      const start = `#EXT-X-START:TIME-OFFSET=${(offsetMs / 1000).toFixed(3)},PRECISE=YES\n`;
      const written = path === 'index.m3u8' ? playlist.replace('#EXTM3U\n', `#EXTM3U\n${start}`) : playlist;
      await storage.put(folder + path, Buffer.from(written));
    }
    const durationMs = Math.min(
      Math.round(Math.min(endMs, lastMs) - startMs),
      durationMsOf(index) - offsetMs,
    );
    return { offsetMs, durationMs, byteLength: index.byteLength };
  };
}

/** The segments that a media playlist lists, without gaps. */
function entriesOf(playlist: string): Entry[] {
  const entries: Entry[] = [];
  let [init, startMs, durationMs, isGap] = ['', 0, 0, false];
  for (const line of playlist.split('\n')) {
    const [, map] = /^#EXT-X-MAP:URI="([^"]*)"/.exec(line) ?? [];
    const [, seconds] = /^#EXTINF:([\d.]+)/.exec(line) ?? [];
    if (map !== undefined) init = map;
    else if (seconds !== undefined) durationMs = Number(seconds) * 1000;
    else if (line === '#EXT-X-GAP') isGap = true;
    else if (line !== '' && !line.startsWith('#')) {
      if (!isGap) entries.push({ path: line, init, startMs, endMs: startMs + durationMs });
      startMs += durationMs;
      isGap = false;
    }
  }
  return entries;
}
