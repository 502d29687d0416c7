/** Serves the demo's avatars and stills, whose URLs are in seeded rows. */

import { PEOPLE } from '@tributary/demo-content/people';
import { portrait } from '@tributary/demo-content/portrait';
import { VIEWERS } from '@tributary/demo-content/viewers';
import type { FastifyInstance } from 'fastify';
import { lookOf } from './seed/looks.ts';
import type { Stills } from './stills.ts';

const ONE_DAY = 'public, max-age=86400';

export function imageRoutes(app: FastifyInstance, stills: Stills): void {
  const portraits = new Map([
    ...['viewer', 'streamer', 'admin', ...VIEWERS.map(({ username }) => username)].map(
      (username): [string, string] => [`${username}.svg`, portrait(lookOf(username))],
    ),
    ...PEOPLE.map(({ username, look }): [string, string] => [`${username}.svg`, portrait(look)]),
  ]);
  app.get<{ Params: { file: string } }>(
    '/demo/portraits/:file',
    { schema: { hide: true }, config: { rateLimit: app.rateLimits.images } },
    async (request, reply) => {
      const image = portraits.get(request.params.file);
      if (!image) return reply.callNotFound();
      return reply.header('cache-control', ONE_DAY).type('image/svg+xml').send(image);
    },
  );
  app.get<{ Params: { file: string } }>(
    '/demo/pictures/:file',
    { schema: { hide: true }, config: { rateLimit: app.rateLimits.images } },
    async (request, reply) => {
      const image = await stills.read(request.params.file);
      if (!image) return reply.callNotFound();
      return reply.header('cache-control', ONE_DAY).type('image/webp').send(image);
    },
  );
}
