/**
 * Pictures that people send, made ours and kept: whoever needs one stores its address.
 *
 * A file and the row that names it are not written at once. Until `settle`, and from `loosen` on, the
 * picture counts as loose; what was left loose by a program that ended in between is swept away.
 */
import { createHash, randomBytes } from 'node:crypto';
import { PICTURE_SIZES, type PictureKind } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Database, Writer } from '../db/database.ts';
import { sendStoredFile } from '../http/stored-file.ts';
import type { Log } from '../log/log.ts';
import type { Storage } from '../storage/index.ts';
import { deleteLoose, findLoose, insertLoose } from './loose-pictures.repo.ts';
import { createPictureRenderer } from './renderer.ts';

export interface Pictures {
  /**
   * @returns the address of a picture of the size that `kind` has; loose until `settle`
   * @throws AppError `picture_unreadable`, `picture_too_large`, `pictures_busy`
   */
  keep(bytes: Buffer, kind: PictureKind): Promise<string>;
  /** In the transaction that stores the address. */
  settle(tx: Writer, url: string | null): Promise<void>;
  /** In the transaction that lets go of an address; `discard` follows its commit. */
  loosen(tx: Writer, url: string | null): Promise<void>;
  /** Deletes the file behind an address that `keep` gave; one from elsewhere has no file here. */
  discard(url: string | null): Promise<void>;
  /** Deletes what has been loose for longer than any request takes. */
  sweep(): Promise<void>;
  routes(app: FastifyInstance): void;
  /** Ends what runs; a sweep under way stops at the next picture, and is waited for. Idempotent. */
  close(): Promise<void>;
}

const FILE = /^[0-9a-f]{32}-[0-9a-f]{16}\.webp$/;
const URL_PREFIX = '/pictures/';

export interface PicturesOptions {
  readonly storage: Storage;
  readonly db: Database;
  readonly log: Log;
}

const LOOSE_FOR_SECONDS = 3600;
/** Stored files that are listed at once (spec section 9). */
const LIST_LIMIT = 100;
const SWEEP_EVERY_MS = 3_600_000;

const isOurs = (url: string | null): url is string => url?.startsWith(URL_PREFIX) ?? false;

/** Sweeps at once, and every hour from then on. */
export function createPictures({ storage, db, log }: PicturesOptions): Pictures {
  const renderer = createPictureRenderer();
  let closed = false;

  async function discard(url: string | null): Promise<void> {
    if (!isOurs(url)) return;
    await storage.delete(url.slice(1));
    await db.transact((tx) => deleteLoose(tx, url));
  }

  async function sweep(): Promise<void> {
    const loose = await db.read((reader) => findLoose(reader, LOOSE_FOR_SECONDS, LIST_LIMIT));
    for (const url of loose) {
      if (closed) return;
      await discard(url);
    }
  }

  let sweeping = sweepQuietly();
  const timer = setInterval(() => {
    sweeping = sweepQuietly();
  }, SWEEP_EVERY_MS).unref();

  async function sweepQuietly(): Promise<void> {
    await sweep().catch((err: unknown) => log.warn({ err }, 'Pictures that nobody needs were not deleted'));
  }

  return {
    async keep(bytes, kind) {
      const picture = await renderer.render(bytes, PICTURE_SIZES[kind]);
      const hash = createHash('sha256').update(picture).digest('hex').slice(0, 32);
      // A name that is never used again, so that nobody's cache holds what another upload replaced.
      const file = `${hash}-${randomBytes(8).toString('hex')}.webp`;
      const url = URL_PREFIX + file;
      await db.transact((tx) => insertLoose(tx, url));
      await storage.put(`pictures/${file}`, picture);
      return url;
    },
    settle: async (tx, url) => {
      if (isOurs(url)) await deleteLoose(tx, url);
    },
    loosen: async (tx, url) => {
      if (isOurs(url)) await insertLoose(tx, url);
    },
    discard,
    sweep,
    routes(app) {
      app.get<{ Params: { file: string } }>(
        '/pictures/:file',
        { schema: { hide: true } },
        async ({ params: { file } }, reply) =>
          sendStoredFile(reply, FILE.test(file) ? await storage.get(`pictures/${file}`) : null),
      );
    },
    async close() {
      closed = true;
      clearInterval(timer);
      renderer.close();
      await sweeping;
    },
  };
}
