/** Excerpts of recordings: the segments of a range, copied with playlists of their own. */
import { buffer } from 'node:stream/consumers';
import { type MediaRange, toOriginalRanges } from '@tributary/contracts/recordings';
import type { StreamId } from '@tributary/contracts/shared';
import {
  durationMsOf,
  parsePath,
  RENDITIONS,
  RecordingIndex,
  readTrack,
  renderAll,
  renderMedia,
  runName,
  type StoredFile,
} from '#media/recorder/index.ts';
import { type Keyframe, readFirstFrame, segmentAt } from '#media/storyboard/index.ts';
import type { Storage } from '#platform/storage/index.ts';
import type { RecordingStore, StoredMedia } from '../files/recording-store.ts';
import type { StreamRecorder } from '../recorder/recorder.service.ts';
import type { Trim } from '../recordings.tables.ts';

export interface Excerpt {
  /** Where the range begins in the excerpt, which begins with a whole segment. */
  readonly offsetMs: number;
  readonly durationMs: number;
  readonly byteLength: number;
  /** What of the original its files show. */
  readonly shows: readonly MediaRange[];
  /** The last keyframe by the middle of the range, where most ranges have one; null where there is none. */
  readonly keyframe: Keyframe | null;
}

export interface ExcerptOptions {
  readonly store: Pick<RecordingStore, 'get' | 'playlist'>;
  readonly storage: Pick<Storage, 'get' | 'put'>;
  readonly recorder: Pick<StreamRecorder, 'indexOf' | 'rebuild'>;
  /** Which files a recording plays. */
  readonly mediaOf: (id: StreamId) => Promise<{ mediaId: StreamId; trim: Trim | null } | undefined>;
}

/** Whether a path is one that files of recordings and excerpts have. */
export const isRecordingFile = (path: string): boolean => parsePath(path) !== null;

type Rendition = (typeof RENDITIONS)[number];

/** A segment as a media playlist lists it. */
interface Entry {
  readonly path: string;
  readonly init: string;
  /** Entries after a discontinuity are another run. */
  readonly run: number;
  /** The wall time of its first frame, in milliseconds since 1970. */
  readonly startsAtMs: number;
  readonly startMs: number;
  readonly endMs: number;
}

/** @param range positions in the recording as it plays @param folder of the copies, with a slash at its end */
export type CutExcerpt = (id: StreamId, range: MediaRange, folder: string) => Promise<Excerpt | null>;

/**
 * Copies the segments that a range touches. They are found in the playlists, since listing the files of a long recording
 * takes many requests to the storage.
 * @returns null where the recording has nothing there
 */
export function createExcerpts({ store, storage, recorder, mediaOf }: ExcerptOptions): CutExcerpt {
  /**
   * Both playlists as viewers get them, of one moment: a segment that finishes between two readings would be in one of
   * them only, and the other one would list a gap in its place.
   */
  async function playlists(id: StreamId, media: StoredMedia): Promise<Record<Rendition, string>> {
    const own = recorder.indexOf(id);
    if (own === null) {
      const [video, audio] = await Promise.all(
        RENDITIONS.map((name) => store.playlist(media, `${name}.m3u8`)),
      );
      if (video || audio) return { video: video?.toString() ?? '', audio: audio?.toString() ?? '' };
    }
    const { index, isComplete } = own ?? (await recorder.rebuild(id));
    const render = (name: Rendition) => renderMedia(index, name, { isComplete }) ?? '';
    return { video: render('video'), audio: render('audio') };
  }

  /** @param run of the copy */
  async function copy(id: StreamId, from: string, run: string, folder: string): Promise<StoredFile | null> {
    const file = parsePath(from);
    if (file === null || !('run' in file)) return null;
    const object = await store.get(id, from);
    if (object === null) return null;
    const path = run + from.slice(file.run.length);
    await storage.put(folder + path, object.stream);
    return { path, byteLength: object.size };
  }

  return async (id, { startMs, endMs }, folder) => {
    const media = (await mediaOf(id)) ?? { mediaId: id, trim: null };
    const files: StoredFile[] = [];
    const runs = new Map<number, string>();
    let first: Entry | undefined;
    let lastMs = 0;
    const listed = await playlists(id, media);
    for (const name of RENDITIONS) {
      const entries = entriesOf(listed[name]).filter(
        (entry) => entry.endMs > startMs && entry.startMs < endMs,
      );
      first ??= entries[0];
      lastMs = Math.max(lastMs, entries.at(-1)?.endMs ?? 0);
      let previous: Entry | undefined;
      for (const entry of entries) {
        const run = runs.get(entry.run) ?? runName(entry.startsAtMs, entry.run, 'excerpt');
        runs.set(entry.run, run);
        const heads = [entry.init, entry.init.replace(/init\.mp4$/, 'track.json')];
        for (const path of [...(previous?.run === entry.run ? [] : heads), entry.path]) {
          const file = await copy(media.mediaId, path, run, folder);
          if (file) files.push(file);
        }
        previous = entry;
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
    const window = { startMs: Math.round(first.startMs), endMs: Math.round(lastMs) };
    const shows = media.trim === null ? [window] : toOriginalRanges(media.trim.ranges, window);
    // A clip rarely begins with a keyframe: the one before it may show something that the clip does not.
    const segment = segmentAt(index, offsetMs + durationMs / 2);
    const keyframe =
      segment &&
      (await readFirstFrame(segment, async (path, start, end) => {
        const object = await storage.get(folder + path, { start, end });
        return object && buffer(object.stream);
      }));
    return { offsetMs, durationMs, byteLength: index.byteLength, shows, keyframe };
  };
}

/** The segments that a media playlist lists, without gaps. */
function entriesOf(playlist: string): Entry[] {
  const entries: Entry[] = [];
  let [init, startMs, durationMs, isGap, run, startsAtMs] = ['', 0, 0, false, 0, 0];
  for (const line of playlist.split('\n')) {
    const [, map] = /^#EXT-X-MAP:URI="([^"]*)"/.exec(line) ?? [];
    const [, seconds] = /^#EXTINF:([\d.]+)/.exec(line) ?? [];
    const [, date] = /^#EXT-X-PROGRAM-DATE-TIME:(.*)/.exec(line) ?? [];
    if (map !== undefined) init = map;
    else if (date !== undefined) startsAtMs = Date.parse(date);
    else if (line === '#EXT-X-DISCONTINUITY') run += 1;
    else if (seconds !== undefined) durationMs = Number(seconds) * 1000;
    else if (line === '#EXT-X-GAP') isGap = true;
    else if (line !== '' && !line.startsWith('#')) {
      if (!isGap) entries.push({ path: line, init, run, startsAtMs, startMs, endMs: startMs + durationMs });
      startMs += durationMs;
      startsAtMs += durationMs;
      isGap = false;
    }
  }
  return entries;
}
