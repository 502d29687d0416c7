/** The files of recordings in the storage. */
import type { StreamId } from '@tributary/contracts/shared';
import {
  durationMsOf,
  parsePath,
  RecordingIndex,
  readTrack,
  renderAll,
  type SegmentFile,
  type StoredFile,
  showsVideo,
} from '#media/recorder/index.ts';
import { deleteFolder, ObjectCache, type Storage, type StoredObject } from '#platform/storage/index.ts';
import type { Trim } from '../recordings.tables.ts';

/** The folder of a recording's files, and what of them viewers see. */
export interface StoredMedia {
  /** Of the recording whose files these are. */
  readonly mediaId: StreamId;
  readonly trim: Pick<Trim, 'revision'> | null;
}

/** What a complete recording is in the storage. */
export interface StoredRecording {
  readonly byteLength: number;
  readonly durationMs: number;
  /** False: it is sound alone. */
  readonly hasVideo: boolean;
}

/** All methods take the id of the recording whose files these are. */
export interface RecordingStore {
  put(id: StreamId, path: string, bytes: Uint8Array | readonly Uint8Array[]): Promise<void>;
  /** Stores segments of a block of a recording that grows. */
  append(id: StreamId, segments: readonly SegmentFile[]): Promise<void>;
  /** Reads a file. @throws where the recording has no such file */
  readWhole(id: StreamId, path: string): Promise<Buffer>;
  /**
   * Reads a range of a segment, both ends inclusive.
   * @returns null where the recording has no such file; the bytes at once where they are in memory
   */
  read(id: StreamId, path: string, first: number, last: number): Buffer | Promise<Buffer | null>;
  /** @returns null where the recording has no such file */
  get(id: StreamId, path: string): Promise<StoredObject | null>;
  /** A segment or an initialization section, where it is in memory. */
  findMedia(id: StreamId, path: string): Buffer | undefined;
  /**
   * Reads a segment or an initialization section, once for all who ask for it while it is in memory.
   * @returns null where the recording has no such file, undefined where only `get` can read it: it is too large
   */
  readMedia(id: StreamId, path: string): Promise<Buffer | null | undefined>;
  /** Reads a playlist of the finished recording as it is trimmed. @returns null where there is none */
  playlist(media: StoredMedia, path: string): Promise<Buffer | null>;
  putPlaylist(media: StoredMedia, path: string, text: string): Promise<void>;
  /** The files of the recording's renditions, by path, with their sizes. */
  ladderFiles(id: StreamId): Promise<ReadonlyMap<string, number>>;
  putLadderFile(id: StreamId, path: string, bytes: Uint8Array): Promise<void>;
  /** @throws where there is no such file */
  readLadderFile(id: StreamId, path: string): Promise<Buffer>;
  /** Deletes the renditions of a recording, or those of a run that have this name. */
  deleteLadder(id: StreamId, signal: AbortSignal, rendition?: { run: string; name: string }): Promise<void>;
  /** Rebuilds the index of a recording from the names and sizes of its files. */
  index(id: StreamId): Promise<RecordingIndex>;
  /**
   * Writes the playlists of a recording whose other files are complete.
   * @param run the only one that it has; others may be what was left of earlier attempts to make it
   */
  finish(id: StreamId, run?: string): Promise<StoredRecording>;
  /** Reads a sheet of the storyboard of the recording as it is trimmed. @returns null where there is none */
  sheet(media: StoredMedia, sheet: number): Promise<StoredObject | null>;
  putSheet(media: StoredMedia, sheet: number, bytes: Uint8Array): Promise<void>;
  deleteStoryboard(media: StoredMedia, signal: AbortSignal): Promise<void>;
  /** Deletes all files of a recording, or those that were made for one trimming of it. */
  delete(id: StreamId, signal: AbortSignal, revision?: string): Promise<void>;
  deleteRun(id: StreamId, signal: AbortSignal, run: string): Promise<void>;
}

/** Where files are that are made from segments, in the storage: those of a trimmed recording are its own. */
export const derivedFolder = ({ mediaId, trim }: StoredMedia): string =>
  trim === null ? `recordings/${mediaId}/` : `recordings/${mediaId}/trims/${trim.revision}/`;

/** The state of the renditions of a recording, or of the edges of one of its trimmings. */
const ladderFolder = (media: StoredMedia): string => derivedFolder(media).replace('recordings/', 'ladders/');

/** Part of the URL of sheets, which browsers keep: each trimming has its own. */
export const storyboardVersion = ({ trim }: Pick<StoredMedia, 'trim'>): string => trim?.revision ?? 'whole';

const sheetKey = (media: StoredMedia, sheet: number): string =>
  `${derivedFolder(media)}storyboard/${sheet}.webp`;

/** The most that the media of recordings takes in memory where nothing else is said. */
const MEMORY_BYTES = 64 * 1024 ** 2;

/** @param memoryBytes the most that media takes in memory which viewers watch */
export function createRecordingStore(storage: Storage, memoryBytes = MEMORY_BYTES): RecordingStore {
  const cache = new ObjectCache(storage, { maxBytes: memoryBytes });
  const folder = (mediaId: StreamId) => derivedFolder({ mediaId, trim: null });

  const ladder = (mediaId: StreamId) => ladderFolder({ mediaId, trim: null });

  /** The storage key of a file that viewers may request. */
  const keyOf = (id: StreamId, path: string) =>
    (parsePath(path)?.kind === 'rendition' ? ladder(id) : folder(id)) + path;

  const runFolder = (id: StreamId, run: string) => `${folder(id)}${run}/`;

  async function* pages(prefix: string) {
    let cursor: string | null = null;
    do {
      const page = await storage.list(prefix, cursor);
      yield page.objects;
      ({ cursor } = page);
    } while (cursor !== null);
  }

  async function readObject(key: string): Promise<Buffer> {
    const object = await storage.get(key);
    if (object === null) throw new Error(`The storage has no object ${key}.`);
    return await object.bytes();
  }

  async function readWhole(id: StreamId, path: string): Promise<Buffer> {
    return await readObject(folder(id) + path);
  }

  async function readRange(key: string, start: number, end: number): Promise<Buffer | null> {
    const whole = await cache.read(key);
    if (whole !== undefined) return whole === null ? null : whole.subarray(start, end + 1);
    const object = await storage.get(key, { start, end });
    return object === null ? null : object.bytes();
  }

  async function remove(prefix: string, signal: AbortSignal): Promise<void> {
    await deleteFolder(storage, prefix, signal);
    cache.drop(prefix);
  }

  const put: RecordingStore['put'] = (id, path, bytes) => storage.put(folder(id) + path, bytes);

  async function index(id: StreamId, run?: string): Promise<RecordingIndex> {
    const files: StoredFile[] = [];
    for await (const objects of pages(run === undefined ? folder(id) : runFolder(id, run))) {
      for (const { key, byteLength } of objects)
        files.push({ path: key.slice(folder(id).length), byteLength });
    }
    return RecordingIndex.of(files, async (path) => readTrack(await readWhole(id, path)));
  }

  return {
    put,
    append: (id, segments) =>
      storage.append(segments.map(({ path, chunks }) => ({ key: folder(id) + path, chunks }))),
    readWhole,
    read(id, path, start, end) {
      const key = folder(id) + path;
      return cache.find(key)?.subarray(start, end + 1) ?? readRange(key, start, end);
    },
    async playlist(media, path) {
      const object = await storage.get(derivedFolder(media) + path);
      return object === null ? null : object.bytes();
    },
    putPlaylist: (media, path, text) => storage.put(derivedFolder(media) + path, Buffer.from(text)),
    findMedia: (id, path) => cache.find(keyOf(id, path)),
    readMedia: (id, path) => cache.read(keyOf(id, path)),
    get: async (id, path) => (parsePath(path) === null ? null : storage.get(keyOf(id, path))),
    async ladderFiles(id) {
      const files = new Map<string, number>();
      for await (const objects of pages(ladder(id)))
        for (const { key, byteLength } of objects) files.set(key.slice(ladder(id).length), byteLength);
      return files;
    },
    putLadderFile: (id, path, bytes) => storage.put(ladder(id) + path, bytes),
    readLadderFile: (id, path) => readObject(ladder(id) + path),
    deleteLadder: (id, signal, rendition) =>
      remove(ladder(id) + (rendition ? `${rendition.run}/${rendition.name}/` : ''), signal),
    index: (id) => index(id),
    async finish(id, run) {
      const files = await index(id, run);
      for (const [path, text] of renderAll(files)) await put(id, path, Buffer.from(text));
      return {
        byteLength: files.byteLength,
        durationMs: durationMsOf(files),
        hasVideo: showsVideo(files),
      };
    },
    sheet: (media, sheet) => storage.get(sheetKey(media, sheet)),
    putSheet: (media, sheet, bytes) => storage.put(sheetKey(media, sheet), bytes),
    deleteStoryboard: (media, signal) => deleteFolder(storage, `${derivedFolder(media)}storyboard/`, signal),
    async delete(id, signal, revision) {
      const media = { mediaId: id, trim: revision === undefined ? null : { revision } };
      await remove(derivedFolder(media), signal);
      await remove(ladderFolder(media), signal);
    },
    deleteRun: (id, signal, run) => remove(runFolder(id, run), signal),
  };
}
