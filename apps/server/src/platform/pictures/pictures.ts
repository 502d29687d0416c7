/** Pictures that people send, made ours and kept: whoever needs one stores its address. */
import { createHash, randomBytes } from 'node:crypto';
import { PICTURE_SIZES, type PictureKind } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { Storage } from '../storage/index.ts';
import { createPictureRenderer } from './renderer.ts';

export interface Pictures {
  /**
   * @returns the address of a picture of the size that `kind` has
   * @throws AppError `picture_unreadable`, `picture_too_large`, `pictures_busy`
   */
  keep(bytes: Buffer, kind: PictureKind): Promise<string>;
  /** Deletes the file behind an address that `keep` gave; one from elsewhere has no file here. */
  discard(url: string | null): Promise<void>;
  routes(app: FastifyInstance): void;
  /** Ends what runs. Idempotent. */
  close(): void;
}

const FILE = /^[0-9a-f]{32}-[0-9a-f]{16}\.webp$/;
const URL_PREFIX = '/pictures/';

/** A file's name is never used for another one. */
const FOREVER = 'public, max-age=31536000, immutable';

export function createPictures(storage: Storage): Pictures {
  const renderer = createPictureRenderer();
  return {
    async keep(bytes, kind) {
      const picture = await renderer.render(bytes, PICTURE_SIZES[kind]);
      const hash = createHash('sha256').update(picture).digest('hex').slice(0, 32);
      // A name that is never used again, so that nobody's cache holds what another upload replaced.
      const file = `${hash}-${randomBytes(8).toString('hex')}.webp`;
      await storage.put(`pictures/${file}`, picture);
      return URL_PREFIX + file;
    },
    async discard(url) {
      if (url?.startsWith(URL_PREFIX)) await storage.delete(url.slice(1));
    },
    routes(app) {
      app.get<{ Params: { file: string } }>(
        '/pictures/:file',
        { schema: { hide: true } },
        async ({ params: { file } }, reply) => {
          const picture = FILE.test(file) ? await storage.get(`pictures/${file}`) : null;
          if (!picture) return reply.callNotFound();
          return reply.header('cache-control', FOREVER).type('image/webp').send(picture);
        },
      );
    },
    close: () => renderer.close(),
  };
}
