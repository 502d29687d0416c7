/** Serves the files of recordings to those who may watch them. */
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type StreamId, streamId as streamIdSchema } from '@tributary/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Live } from '#features/live/index.ts';
import type { Database } from '#platform/db/database.ts';
import { ShortCache } from '#platform/short-cache.ts';
import type { RecordingStore } from './recording-store.ts';
import * as repo from './recordings.repo.ts';

/** Who may watch is read again after this: a recording that is withdrawn is gone within a second. */
const AUDIENCE_MS = 1_000;

/** Files never change under their name; the shared caches ask each second whether they may still be shown. */
const PUBLIC_FILE = 'public, max-age=86400, s-maxage=1, proxy-revalidate';
const PUBLIC_PLAYLIST = 'public, max-age=1, must-revalidate';
const PRIVATE = 'private, no-store';

const compress = promisify(gzip);

const notFound = (reply: FastifyReply) =>
  reply
    .code(404)
    .header('cache-control', PRIVATE)
    .type('text/plain')
    .send('Not found. Start from index.m3u8.\n');

/** Playlists, initialization sections and segments, as the recorder names them. */
const PATHS = [':first', ':first/:second/:third', ':first/:second/:third/:fourth'];

interface FileParams {
  readonly id: string;
  readonly first: string;
  readonly second?: string;
  readonly third?: string;
  readonly fourth?: string;
}

export interface RecordingDelivery {
  readonly db: Database;
  readonly store: RecordingStore;
  readonly live: Pick<Live, 'mayPlay'>;
}

export function recordingDeliveryRoutes(app: FastifyInstance, { db, store, live }: RecordingDelivery): void {
  const audiences = new ShortCache<repo.Audience | null>({ ttlMs: AUDIENCE_MS, maxEntries: 10_000 });

  async function mayWatch(request: FastifyRequest, audience: repo.Audience, id: StreamId): Promise<boolean> {
    if (audience.isGated && !live.mayPlay(id, request.headers.cookie)) return false;
    if (audience.visibility !== 'private') return true;
    const caller = await app.authenticator.authenticate(request);
    if (caller === null) return false;
    return (
      caller.userId === audience.streamerId || (caller.roles.includes('admin') && !caller.owesSecondFactor)
    );
  }

  async function serve(request: FastifyRequest<{ Params: FileParams }>, reply: FastifyReply) {
    const { id: name, first, second, third, fourth } = request.params;
    const path = [first, second, third, fourth].filter((part) => part !== undefined).join('/');
    const id = streamIdSchema.safeParse(name);
    if (!id.success) return notFound(reply);
    const audience = await audiences.get(id.data, () =>
      db.read((reader) => repo.findAudience(reader, id.data)),
    );
    if (audience === null) return notFound(reply);
    const isPublic = !audience.isGated && audience.visibility !== 'private';
    if (!isPublic) reply.header('cache-control', PRIVATE);
    if (!(await mayWatch(request, audience, id.data))) {
      return reply.code(403).type('text/plain').send('Only viewers with access can watch this recording.\n');
    }

    const object = await store.get(id.data, path);
    if (object === null) return notFound(reply);
    const { stream, size, contentType } = object;
    if (contentType !== null) reply.type(contentType);
    const isPlaylist = path.endsWith('.m3u8');
    if (isPublic) {
      // Any page may embed a public recording.
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
      reply.header('cache-control', isPlaylist ? PUBLIC_PLAYLIST : PUBLIC_FILE);
    }
    if (!isPlaylist) return reply.header('content-length', size).send(stream);
    const text = await buffer(stream);
    reply.header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(text);
    return reply
      .header('content-encoding', 'gzip')
      .send(await compress(text, { level: constants.Z_BEST_SPEED }));
  }

  for (const path of PATHS) {
    const options = { schema: { hide: true }, config: { rateLimit: app.rateLimits.recordings } };
    app.get<{ Params: FileParams }>(`/recordings/:id/${path}`, options, serve);
  }
}
