/** The built web app: hashed assets for ever, everything else asked for anew, app routes to index.html. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendProblem } from './problems.ts';

/** Paths at which the web app has no screens: what is missing there is missing. */
const NOT_SCREENS = /^\/(?:api|live|assets|healthz)(?:\/|$)/;

/** Start of a path -> the scripts that its screen needs besides the first one. */
const preloadsSchema = z.record(z.string(), z.array(z.string()));

/** The Link header for a path, so that a screen's own scripts come beside the first one, not after it has run. */
function preloader(root: string): (path: string) => string | undefined {
  const file = join(root, 'preloads.json');
  const preloads = existsSync(file) ? preloadsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const headers = Object.entries(preloads).map(([start, scripts]) => ({
    start,
    header: scripts.map((script) => `<${script}>; rel=modulepreload`).join(', '),
  }));
  return (path) => headers.find(({ start }) => path.startsWith(start))?.header;
}

/**
 * @param root the web app's dist directory, with .br and .gz beside the files
 * @returns what answers an app route, or null for a request that is none
 */
export async function installWebApp(
  app: FastifyInstance,
  root: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => FastifyReply | null> {
  const built = existsSync(join(root, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const hashed = path.slice(root.length).startsWith('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const linkFor = preloader(root);
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '/';
    const asksForPage = request.method === 'GET' || request.method === 'HEAD';
    if (!asksForPage || NOT_SCREENS.test(path) || /\.\w+$/.test(path)) return null;
    if (built) {
      const link = linkFor(path);
      if (link) reply.header('link', link);
      return reply.sendFile('index.html');
    }
    return sendProblem(request, reply, {
      status: 503,
      code: 'web_app_not_built',
      title: 'The web app has not been built: run `npm run build`, then start again.',
    });
  };
}
