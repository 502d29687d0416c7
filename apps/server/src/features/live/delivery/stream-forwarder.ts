/** Fetches the media of streams that another process serves, so that viewers can use any process. */
import http, { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import { pipeline } from 'node:stream';
import { type StreamId, streamId as streamIdSchema } from '@tributary/contracts/shared';
import type { DeliveryLimits, ForwardRequest } from '#media/delivery/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Log } from '#platform/log/log.ts';
import { MEDIA_GRANT_HEADER } from '#platform/media-grant-header.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import { findOwner } from '../lifecycle/stream-ownership.repo.ts';

/** Marks requests of other processes: two that each believe the other one has a stream must not loop. */
const FORWARDED = 'x-tributary-forwarded';
/** The headers that delivery reads; all others stay here. The owner of a gated stream verifies cookies and grants. */
const REQUEST_HEADERS = [
  'accept-encoding',
  'cookie',
  MEDIA_GRANT_HEADER,
  'if-none-match',
  'if-range',
  'range',
  'origin',
  'content-type',
  'content-length',
  'if-match',
] as const;
/** Connection-specific fields (RFC 9110, section 7.6.1), which the next hop decides anew. */
const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date']);

/** How long an owner is believed. Events correct it at once; a lookup of nothing must not reach the database each time. */
const OWNER_MS = 5_000;
const NO_OWNER_MS = 1_000;
const OWNERS_MAX = 10_000;
/** Longer than a blocking reload waits for its part. */
const SILENCE_MS = 30_000;

export interface StreamForwarder {
  readonly forward: ForwardRequest;
  /** The stream may have another owner, or none, from now on. */
  forget(id: StreamId): void;
  close(): void;
}

interface Owner {
  /** Null: no living process serves the stream. */
  readonly url: Promise<string | null>;
  /** The URL that was found last, which is used while the database is asked again. */
  foundUrl: string | null;
  validUntilMs: number;
}

export function createStreamForwarder(options: {
  readonly db: Database;
  readonly log: Log;
  readonly processes: Pick<ProcessRegistry, 'id' | 'urlOf'>;
  /** Most forwarded requests are blocking reloads, which wait here as they wait at the owner. */
  readonly limit: DeliveryLimits['blockedRequests'];
  readonly clientAddress: (request: IncomingMessage) => string | null;
}): StreamForwarder {
  const { db, log, processes, limit, clientAddress } = options;
  const owners = new Map<StreamId, Owner>();
  const agents = {
    http: new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }),
    https: new https.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }),
  };

  async function findUrl(id: StreamId): Promise<string | null> {
    const owner = await db.read((reader) => findOwner(reader, id));
    return owner === null || owner === processes.id ? null : await processes.urlOf(owner);
  }

  function urlOf(id: StreamId): Promise<string | null> {
    const known = owners.get(id);
    const now = performance.now();
    if (known !== undefined && known.validUntilMs > now)
      return known.foundUrl === null ? known.url : Promise.resolve(known.foundUrl);
    owners.delete(id);
    const [oldest] = owners.keys();
    if (owners.size >= OWNERS_MAX && oldest !== undefined) owners.delete(oldest);
    const owner: Owner = {
      url: findUrl(id),
      foundUrl: known?.foundUrl ?? null,
      validUntilMs: now + OWNER_MS,
    };
    owners.set(id, owner);
    owner.url.then(
      (url) => {
        owner.foundUrl = url;
        if (url === null) owner.validUntilMs = performance.now() + NO_OWNER_MS;
      },
      () => {
        owner.validUntilMs = performance.now() + NO_OWNER_MS;
        if (owner.foundUrl === null && owners.get(id) === owner) owners.delete(id);
      },
    );
    // Viewers do not wait for the database. An owner that is gone does not answer, and is forgotten.
    return owner.foundUrl === null ? owner.url : Promise.resolve(owner.foundUrl);
  }

  function refuse(res: ServerResponse, sentence: string): void {
    if (res.headersSent || res.destroyed) return void res.destroy();
    const headers = {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'retry-after': '1',
    };
    res.writeHead(503, { ...headers, 'access-control-allow-origin': '*' }).end(sentence);
  }

  function request(id: StreamId, origin: string, req: IncomingMessage, res: ServerResponse): void {
    const url = new URL(req.url ?? '', origin);
    const client = clientAddress(req);
    const release = limit.add(req, 1);
    const isTls = url.protocol === 'https:';
    const upstream = (isTls ? https : http).request(url, {
      agent: isTls ? agents.https : agents.http,
      method: req.method,
      headers: {
        ...pick(req.headers),
        // The owner limits clients by their own addresses where TRUST_PROXY names this process.
        ...(client !== null && { 'x-forwarded-for': client }),
        [FORWARDED]: processes.id,
      },
      timeout: SILENCE_MS,
    });
    upstream.on('timeout', () => upstream.destroy(new Error(`${origin} sent nothing for ${SILENCE_MS} ms`)));
    upstream.on('response', (response) => {
      const headers = Object.entries(response.headers).filter(([name]) => !HOP_BY_HOP.has(name));
      res.writeHead(response.statusCode ?? 502, Object.fromEntries(headers));
      // Destroys both ends where one fails; a viewer who leaves ends the request to the owner.
      pipeline(response, res, () => undefined);
    });
    upstream.on('error', (err) => {
      if (res.destroyed) return;
      owners.delete(id);
      log.warn(
        { err, streamId: id, origin },
        'A request could not be forwarded to the process of its stream',
      );
      refuse(res, 'The server of this stream does not answer. Try again in a moment.');
    });
    res.once('close', () => {
      release();
      upstream.destroy();
    });
    // WHEP has requests with bodies.
    if (req.readableEnded || req.method === 'GET' || req.method === 'HEAD') upstream.end();
    else pipeline(req, upstream, () => undefined);
  }

  return {
    forward(name, { req, res }, notFound) {
      const id = streamIdSchema.safeParse(name);
      if (!id.success || req.headers[FORWARDED] !== undefined) return notFound();
      if (!limit.admits(req)) return refuse(res, 'This server is busy. Try again in a moment.');
      urlOf(id.data).then(
        (origin) => {
          if (res.destroyed) return;
          if (origin === null) notFound();
          else request(id.data, origin, req, res);
        },
        (err: unknown) => {
          log.warn({ err, streamId: id.data }, 'The process of a stream could not be looked up');
          refuse(res, 'The server cannot look up this stream right now. Try again in a moment.');
        },
      );
    },
    forget: (id) => void owners.delete(id),
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function pick(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    REQUEST_HEADERS.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}
