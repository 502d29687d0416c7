/**
 * Images that users upload, rendered at their kind's size and stored; a feature keeps the URL in its row.
 *
 * The file and the row cannot be written atomically. Until `claim`, and from `release` on, an image is unclaimed; files
 * that stay unclaimed because the process died in between are purged.
 */
import { createHash, randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { animatedUrl, IMAGE_SIZES, type ImageKind, stillUrl } from '@tributary/contracts/shared';
import type { FastifyInstance } from 'fastify';
import type { Database, Writer } from '../db/database.ts';
import { HOUR_MS } from '../durations.ts';
import { IMMUTABLE, imageRoute } from '../http/responses/image-route.ts';
import type { Log } from '../log/log.ts';
import { ImageCache, type Storage } from '../storage/index.ts';
import { createImageRenderer } from './image-renderer.ts';
import { deleteUnclaimed, findUnclaimed, insertUnclaimed } from './unclaimed-images.repo.ts';

export interface Images {
  /**
   * Renders and stores an image.
   * @param owner the account that uploads it
   * @returns the URL of an image of the size of `kind`, unclaimed until `claim`. Emotes may be animated, and then have
   * a still image beside them (`stillUrl`)
   * @throws AppError `image_unreadable`, `image_too_large`, `images_busy`
   */
  store(bytes: Buffer, kind: ImageKind, owner?: string): Promise<string>;
  /**
   * Stores an image again under a new URL that cannot be guessed, unclaimed until `claim`; its file stays.
   * @returns null if there is no such file in this storage
   */
  copy(url: string): Promise<string | null>;
  /** Must be called in the transaction that writes the URL to a row. */
  claim(tx: Writer, url: string | null): Promise<void>;
  /** Must be called in the transaction that removes the URL from its row; `discard` follows the commit. */
  release(tx: Writer, url: string | null): Promise<void>;
  /** Deletes the file of a URL that `store` returned. Other URLs have no file in this storage. */
  discard(url: string | null): Promise<void>;
  /** Deletes images that have been unclaimed for longer than any request takes. */
  purgeUnclaimed(): Promise<void>;
  routes(app: FastifyInstance): void;
  /** Stops rendering, and waits for a purge, which stops after its current image. Idempotent. */
  close(): Promise<void>;
}

export interface ImagesOptions {
  readonly storage: Storage;
  readonly db: Database;
  readonly log: Log;
}

/** The prefix of URLs in existing databases and of keys in existing stores. */
const URL_PREFIX = '/pictures/';
const FILE = /^[0-9a-f]{32}-[0-9a-f]{16}(?:-animated)?\.webp$/;

const PURGE_AFTER_SECONDS = 3600;
const PURGE_EVERY_MS = HOUR_MS;
/** The number of images that one purge deletes. */
const PURGE_LIMIT = 100;

const isStored = (url: string | null): url is string => url?.startsWith(URL_PREFIX) ?? false;
const keyOf = (url: string): string => url.slice(1);

/** The random part makes the name unique, so that the URL can be cached forever and cannot be guessed. */
const urlOf = (hash: string): string => `${URL_PREFIX}${hash}-${randomBytes(8).toString('hex')}.webp`;

/** Creates the service, which purges immediately and then every hour. */
export function createImages({ storage, db, log }: ImagesOptions): Images {
  const renderer = createImageRenderer();
  const cache = new ImageCache(async (file) =>
    FILE.test(file) ? storage.get(keyOf(URL_PREFIX + file)) : null,
  );
  let closed = false;

  async function discard(url: string | null): Promise<void> {
    if (!isStored(url)) return;
    await storage.delete(keyOf(url));
    if (stillUrl(url) !== url) await storage.delete(keyOf(stillUrl(url)));
    cache.clear();
    await db.transact((tx) => deleteUnclaimed(tx, url));
  }

  async function purgeUnclaimed(): Promise<void> {
    const urls = await db.read((reader) => findUnclaimed(reader, PURGE_AFTER_SECONDS, PURGE_LIMIT));
    for (const url of urls) {
      if (closed) return;
      await discard(url);
    }
  }

  const purgeAndLog = () =>
    purgeUnclaimed().catch((err: unknown) => log.warn({ err }, 'Could not purge unclaimed images'));

  let purge = purgeAndLog();
  const timer = setInterval(() => {
    purge = purgeAndLog();
  }, PURGE_EVERY_MS).unref();

  return {
    async store(bytes, kind, owner) {
      const fit = kind === 'emote' || kind === 'logo' ? 'contain' : 'cover';
      const image = await renderer.render(bytes, { ...IMAGE_SIZES[kind], fit }, owner);
      const hash = createHash('sha256').update(image).digest('hex').slice(0, 32);
      const still = urlOf(hash);
      const animation = kind === 'emote' ? await renderer.animate(bytes, IMAGE_SIZES[kind], owner) : null;
      const url = animation === null ? still : animatedUrl(still);
      await db.transact((tx) => insertUnclaimed(tx, url));
      await storage.put(keyOf(still), image);
      if (animation !== null) await storage.put(keyOf(url), animation);
      return url;
    },
    async copy(url) {
      const file = url.slice(URL_PREFIX.length);
      const object = isStored(url) && FILE.test(file) ? await storage.get(keyOf(url)) : null;
      if (object === null) return null;
      const copy = urlOf(file.slice(0, 32));
      await db.transact((tx) => insertUnclaimed(tx, copy));
      await storage.put(keyOf(copy), await buffer(object.stream));
      return copy;
    },
    claim: async (tx, url) => {
      if (isStored(url)) await deleteUnclaimed(tx, url);
    },
    release: async (tx, url) => {
      if (isStored(url)) await insertUnclaimed(tx, url);
    },
    discard,
    purgeUnclaimed,
    routes(app) {
      imageRoute(app, {
        path: `${URL_PREFIX}:file`,
        cacheControl: IMMUTABLE,
        images: cache,
      });
    },
    async close() {
      closed = true;
      clearInterval(timer);
      renderer.close();
      await purge;
    },
  };
}
