import { createHash } from 'node:crypto';
import { ShortCache } from '../short-cache.ts';
import type { StoredObject } from './storage.ts';

/** Many requests for one image read the store once, and the images of a few pages fit. */
const CACHED_MS = 500;
const CACHED_IMAGES = 200;

interface Image {
  readonly bytes: Buffer;
  readonly etag: string;
  readonly contentType: string | null;
}

/** Stored images, shared by all requests within half a second. */
export class ImageCache {
  readonly #read: (file: string) => Promise<StoredObject | null>;
  readonly #images = new ShortCache<Image | null>({ ttlMs: CACHED_MS, maxEntries: CACHED_IMAGES });

  /** @param read finds an image that may be shown now; null if there is none */
  constructor(read: (file: string) => Promise<StoredObject | null>) {
    this.#read = read;
  }

  /** @param url contains the version of the image in its query */
  get(url: string, file: string): Promise<Image | null> {
    return this.#images.get(url, () => this.#load(file));
  }

  /** Drops all images, because one was deleted or withdrawn. */
  clear(): void {
    this.#images.clear();
  }

  async #load(file: string): Promise<Image | null> {
    const object = await this.#read(file);
    if (object === null) return null;
    const bytes = await object.bytes();
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    return { bytes, etag, contentType: object.contentType };
  }
}
