/** Serves the built web app: hashed assets are cached forever, everything else is revalidated, app routes get index.html. */
import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { InstanceInfo } from '@tributary/contracts/shared';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '#platform/messages/index.ts';
import type { BrandingValues } from '#platform/settings/index.ts';
import { sendProblem } from '../problems.ts';
import { allowFraming } from '../security/security-headers.ts';
import { readDocument, sendDocument } from './document.ts';
import { type FindPage, MISSING_PAGE, type Page } from './page.ts';
import { type PageAddress, pageAddress } from './page-address.ts';
import { preloader } from './preloads.ts';

/** The longest part of a path that the router accepts. */
export const MAX_PARAM_LENGTH = 200;

/** Paths without screens of the web app, where a missing file is a 404. */
const NOT_SCREENS = /^\/(?:api|live|healthz|oembed)(?:\/|$)/;

/** Paths of files. If one is missing, scripts and images get a plain 404, and people get the 404 page. */
const FILES = /^\/assets(?:\/|$)|\.\w+$/;

/** Screens that other sites may show in a frame, since they have no controls worth clickjacking. */
const EMBEDDABLE = /^\/embed\//;

/** Screens whose URL is a secret. */
const SECRET = /^\/overlay\//i;

/** Whether a browser opens a page: only then does it accept HTML by name. */
const isNavigation = ({ headers }: Pick<IncomingMessage, 'headers'>) =>
  headers.accept?.includes('text/html') === true;

/**
 * The URL by which a request is routed. The router refuses paths that are malformed or too long without the headers of
 * a page, so browsers are sent to the 404 page instead.
 */
export function routedUrl({ url = '/', headers }: IncomingMessage): string {
  const [path = '/'] = url.split('?', 1);
  const isRoutable = isDecodable(path) && path.split('/').every(({ length }) => length <= MAX_PARAM_LENGTH);
  return isRoutable || NOT_SCREENS.test(path) || !isNavigation({ headers }) ? url : '/404';
}

function isDecodable(path: string): boolean {
  try {
    decodeURI(path);
    return true;
  } catch {
    return false;
  }
}

/** A page is sent without its data after this time. */
const FIND_PAGE_TIMEOUT_MS = 1000;

/** @returns null if the answer does not come in time */
function inTime<T>(answer: Promise<T>): Promise<T | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(resolve, FIND_PAGE_TIMEOUT_MS, null).unref());
  return Promise.race([answer, timeout]);
}

export interface WebAppOptions {
  /** The directory of the built web app, with .br and .gz files beside the originals. */
  readonly root: string;
  readonly publicUrl: string;
  /** The origin from which browsers load media; null: from `publicUrl`. */
  readonly mediaUrl: string | null;
  readonly branding: () => BrandingValues;
  /** The properties that the web app reads first; null leaves them out of pages. */
  readonly instance: () => Promise<InstanceInfo | null>;
  /** Called once per page request. */
  readonly findPage: FindPage;
}

/**
 * @returns a handler for app routes, which returns null for any other request
 * @throws ConfigError when the web app was built by another version
 */
export async function installWebApp(
  app: FastifyInstance,
  { root, publicUrl, mediaUrl, branding, instance, findPage }: WebAppOptions,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | FastifyReply | null> {
  const built = existsSync(join(root, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root,
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      // The handler below renders index.html for each page.
      index: false,
      globIgnore: ['index.html*'],
      setHeaders: (reply, path) => {
        const hashed = path.slice(root.length).startsWith('/assets/');
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  }
  const screens = built
    ? { render: readDocument(join(root, 'index.html'), publicUrl, mediaUrl), linkFor: preloader(root) }
    : null;

  /** Finds the metadata of a page. Never fails: without metadata the page is served all the same. */
  async function find(request: FastifyRequest, address: PageAddress, search: string): Promise<Page | null> {
    const found = findPage(address, search, languageOf(request)).catch((err: unknown) => {
      request.log.warn({ err, reqId: request.id }, 'Could not find the metadata of a page');
      return null;
    });
    return inTime(found);
  }

  /** Without it, the web app asks for the settings itself. */
  const findInstance = (request: FastifyRequest) => {
    const found = instance().catch((err: unknown) => {
      request.log.warn({ err, reqId: request.id }, 'Could not read the settings for a page');
      return null;
    });
    return inTime(found);
  };

  return (request, reply) => {
    const [path = '/', search = ''] = request.url.split('?', 2);
    const isPageRequest = request.method === 'GET' || request.method === 'HEAD';
    if (!isPageRequest || NOT_SCREENS.test(path)) return null;
    if (FILES.test(path) && !isNavigation(request)) return null;
    if (screens === null) {
      return sendProblem(request, reply, {
        status: 503,
        code: 'web_app_not_built',
        title: 'The web app has not been built. Run `npm run build`, then start again.',
      });
    }
    const { render, linkFor } = screens;
    const link = linkFor(path);
    if (link) reply.header('link', link);
    if (EMBEDDABLE.test(path)) allowFraming(reply);
    if (SECRET.test(path)) reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex');
    const address = pageAddress(path);
    const found = address ? find(request, address, search) : Promise.resolve(MISSING_PAGE);
    return Promise.all([found, findInstance(request)]).then(([page, instance]) => {
      const html = render(page, { language: languageOf(request), branding: branding(), instance });
      return sendDocument(request, reply.code(page?.missing ? 404 : 200), html);
    });
  };
}
