/** The built web app: hashed assets for ever, everything else asked for anew, app routes to index.html. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendProblem } from './problems.ts';

/** Paths at which the web app has no screens: what is missing there is missing. */
const NOT_SCREENS = /^\/(?:api|live|assets|healthz)(?:\/|$)/;

/**
 * Start of a path -> the scripts that its screen needs besides the first one, and the request that
 * it begins with; $1 and $2 in that are the parts of the path behind the start.
 */
const preloadsSchema = z.record(z.string(), z.object({ scripts: z.array(z.string()), data: z.string() }));

/** What may stand in a Link header as it came. */
const PLAIN_PART = /^[\w.~%-]+$/;

/** The Link header for a path, so that a screen's scripts and data come beside the first script, not after it has run. */
function preloader(root: string): (path: string) => string | undefined {
  const file = join(root, 'preloads.json');
  const preloads = existsSync(file) ? preloadsSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : {};
  const screens = Object.entries(preloads).map(([start, { scripts, data }]) => ({
    start,
    data,
    scripts: scripts.map((script) => `<${script}>; rel=modulepreload`),
  }));
  return (path) => {
    const screen = screens.find(({ start }) => path.startsWith(start));
    if (screen === undefined) return undefined;
    const parts = path.slice(screen.start.length).split('/');
    const data = screen.data.replace(/\$(\d)/g, (_, index: string) => parts[Number(index) - 1] ?? '');
    const asked = parts.every((part) => PLAIN_PART.test(part))
      ? [`<${data}>; rel=preload; as=fetch; crossorigin`]
      : [];
    return [...asked, ...screen.scripts].join(', ');
  };
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
