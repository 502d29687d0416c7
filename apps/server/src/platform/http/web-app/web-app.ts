/** The built web app: hashed assets for ever, everything else asked for anew, app routes to index.html. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendProblem } from '../problems.ts';
import { allowFraming } from '../security/security-headers.ts';
import { readDocument, type Site, sendDocument } from './document.ts';
import type { FindPage, Page } from './page.ts';
import { preloader } from './preloads.ts';

/** Paths at which the web app has no screens: what is missing there is missing. */
const NOT_SCREENS = /^\/(?:api|live|assets|healthz|oembed)(?:\/|$)/;

/** The screens that other sites may show in a frame; they offer nothing that a click could be stolen for. */
const EMBEDDABLE = /^\/embed\//;

/** A page waits no longer for what is to be said of it: without, it is as good to look at. */
const PATIENCE_MS = 1000;

export interface WebAppOptions {
  /** The web app's dist directory, with .br and .gz beside the files. */
  readonly root: string;
  readonly site: Site;
  /** What is to be said of a page; asked once for each. */
  readonly findPage: FindPage;
}

/**
 * @returns what answers an app route, or null for a request that is none
 * @throws ConfigError where the web app was built by another version
 */
export async function installWebApp(
  app: FastifyInstance,
  { root, site, findPage }: WebAppOptions,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply | null> {
  const built = existsSync(join(root, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // Ours is written for each page, below.
      index: false,
      globIgnore: ['index.html*'],
      setHeaders: (reply, path) => {
        const hashed = path.slice(root.length).startsWith('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const screens = built
    ? { render: readDocument(join(root, 'index.html'), site), linkFor: preloader(root) }
    : null;

  /** Whatever goes wrong with it, the page itself is served. */
  async function find(request: FastifyRequest, path: string, search: string): Promise<Page | null> {
    const patience = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MS, null).unref());
    const found = findPage(path, search).catch((err: unknown) => {
      request.log.warn({ err, reqId: request.id }, 'Nothing could be said of a page');
      return null;
    });
    return await Promise.race([found, patience]);
  }

  return (request, reply) => {
    const [path = '/', search = ''] = request.url.split('?', 2);
    const asksForPage = request.method === 'GET' || request.method === 'HEAD';
    if (!asksForPage || NOT_SCREENS.test(path) || /\.\w+$/.test(path)) return null;
    if (screens === null) {
      return sendProblem(request, reply, {
        status: 503,
        code: 'web_app_not_built',
        title: 'The web app has not been built: run `npm run build`, then start again.',
      });
    }
    const { render, linkFor } = screens;
    const link = linkFor(path);
    if (link) reply.header('link', link);
    if (EMBEDDABLE.test(path)) allowFraming(reply);
    return find(request, path, search).then((page) =>
      sendDocument(request, reply.code(page?.missing ? 404 : 200), render(page)),
    );
  };
}
