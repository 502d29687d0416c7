/** Recordings as MP4 files: the header is made once and stored, the rest are the segments of the recording. */
import { makeMovie, parsePath, trimmedView } from '#media/recorder/index.ts';
import { createConcurrencyLimiter } from '#platform/concurrency-limiter.ts';
import { ShortCache } from '#platform/short-cache.ts';
import type { ByteRange, Storage } from '#platform/storage/index.ts';
import { derivedFolder, type RecordingStore, type StoredMedia } from '../files/recording-store.ts';
import { errors } from '../recordings.errors.ts';
import type { Trim } from '../recordings.tables.ts';
import { type MovieFile, readLayout, writeLayout } from './movie-layout.ts';

export interface Movie {
  readonly byteLength: number;
  /** False: it is sound alone. */
  readonly hasVideo: boolean;
  /** Reads one file after another, as fast as the reader takes them. */
  read(range: Required<ByteRange>): AsyncIterable<Uint8Array>;
}

type Media = StoredMedia & { readonly trim: Pick<Trim, 'revision' | 'segments'> | null };

/** The files of a movie, in order. */
type Layout = readonly MovieFile[];

/** The layout of 12 hours takes 7 MB. */
const LAYOUTS = { ttlMs: 10 * 60_000, maxEntries: 8 };

/** Making a header reads the whole recording. */
const HEADERS = { maxConcurrent: 1, maxQueued: 8 };

export interface MovieStore {
  /**
   * @returns null where nothing was recorded
   * @throws AppError `downloads_busy`, and the signal's reason
   */
  open(media: Media, signal?: AbortSignal): Promise<Movie | null>;
}

export function createMovieStore(storage: Storage, store: Pick<RecordingStore, 'index' | 'get'>): MovieStore {
  const layouts = new ShortCache<Layout | null>(LAYOUTS);
  const limited = createConcurrencyLimiter(HEADERS, () => errors.downloads_busy({ retryAfterSeconds: 30 }));

  async function layoutOf(media: Media, signal?: AbortSignal): Promise<Layout | null> {
    const known = await storage.get(layoutKey(media));
    if (known !== null) return await readLayout(known.stream);
    return await limited(() => make(media, signal));
  }

  async function make(media: Media, signal?: AbortSignal): Promise<Layout | null> {
    const { mediaId: id, trim } = media;
    const open = async (path: string) => {
      signal?.throwIfAborted();
      const object = await store.get(id, path);
      if (object === null) throw new Error(`Recording ${id} has no file ${path}.`);
      return object.stream;
    };
    const index = await store.index(id);
    const { header, segments } = await makeMovie(trim ? trimmedView(index, trim.segments) : index, open);
    if (segments.length === 0) return null;
    const headerBytes = header.reduce((sum, { byteLength }) => sum + byteLength, 0);
    const files: Layout = [
      { key: headerKey(media), byteLength: headerBytes },
      ...segments.map(({ path, byteLength }) => ({ key: folderOf(media) + path, byteLength })),
    ];
    await storage.put(
      headerKey(media),
      (async function* () {
        yield* header;
      })(),
    );
    // Last, since what it names must exist.
    await storage.put(layoutKey(media), writeLayout(files));
    return files;
  }

  return {
    async open(media, signal) {
      const files = await layouts.get(derivedFolder(media), () => layoutOf(media, signal));
      if (files === null) return null;
      const folder = folderOf(media);
      return {
        byteLength: files.reduce((sum, { byteLength }) => sum + byteLength, 0),
        hasVideo: files.some(({ key }) => isVideo(key.slice(folder.length))),
        async *read({ start, end }) {
          let offset = 0;
          for (const { key, byteLength } of files) {
            const [from, to] = [Math.max(start - offset, 0), Math.min(end - offset, byteLength - 1)];
            if (from <= to) {
              const object = await storage.get(key, { start: from, end: to });
              if (object === null) throw new Error(`The file ${key} of a download is missing.`);
              yield* object.stream;
            }
            offset += byteLength;
            if (offset > end) return;
          }
        },
      };
    },
  };
}

const folderOf = ({ mediaId }: Pick<StoredMedia, 'mediaId'>): string =>
  derivedFolder({ mediaId, trim: null });

function isVideo(path: string): boolean {
  const file = parsePath(path);
  return file?.kind === 'segment' && file.name === 'video';
}

const headerKey = (media: StoredMedia): string => `${derivedFolder(media)}download/header.mp4`;

const layoutKey = (media: StoredMedia): string => `${derivedFolder(media)}download/files.txt`;
