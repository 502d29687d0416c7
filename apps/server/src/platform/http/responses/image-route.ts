import type { FastifyInstance } from 'fastify';
import type { ImageCache } from '../../storage/index.ts';

/** The Cache-Control of a URL whose bytes never change. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface ImageRouteOptions {
  readonly path: `/${string}/:file`;
  readonly cacheControl: string;
  readonly images: ImageCache;
}

/** Serves images, limited per network. Responds 404 if an image is missing. */
export function imageRoute(app: FastifyInstance, { path, cacheControl, images }: ImageRouteOptions): void {
  app.get<{ Params: { file: string } }>(
    path,
    { schema: { hide: true }, config: { rateLimit: app.rateLimits.images } },
    async ({ params: { file }, url, headers }, reply) => {
      const image = await images.get(url, file);
      if (image === null) return reply.callNotFound();
      reply.header('cache-control', cacheControl).header('etag', image.etag);
      if (headers['if-none-match']?.includes(image.etag)) return reply.code(304).send();
      if (image.contentType !== null) reply.type(image.contentType);
      return reply.send(image.bytes);
    },
  );
}
