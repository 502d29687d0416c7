/** Serves the files of recordings to those who may watch them. */
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type StreamId, streamId as streamIdSchema } from '@tributary/contracts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Live } from '#features/live/index.ts';
import { isKept, parsePath } from '#media/recorder/index.ts';
import { GrowingPlaylists } from './growing-playlists.ts';
import type { StreamRecorder } from './recorder.service.ts';
import type { RecordingAccess } from './recording-access.ts';
import type { RecordingStore, StoredMedia } from './recording-store.ts';
import type { Audience } from './recordings.repo.ts';

/** Files never change under their name; the shared caches ask each second whether they may still be shown. */
const PUBLIC_FILE = 'public, max-age=86400, s-maxage=1, proxy-revalidate';
const PUBLIC_PLAYLIST = 'public, max-age=1, must-revalidate';
const PRIVATE = 'private, no-store';

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

const compress = promisify(gzip);

/** Compresses each text once for all who get it. */
const compressed = new WeakMap<Buffer, Promise<Buffer>>();
function gzipOf(text: Buffer): Promise<Buffer> {
  const known = compressed.get(text) ?? compress(text, { level: constants.Z_BEST_SPEED });
  compressed.set(text, known);
  return known;
}

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

interface PlaylistQuery {
  /** `YES`: a delta update (RFC 8216bis section 6.2.5.1). */
  readonly _HLS_skip?: string;
}

type RecordingRequest = FastifyRequest<{ Params: FileParams; Querystring: PlaylistQuery }>;

interface AskedPlaylist {
  readonly id: StreamId;
  readonly path: string;
  readonly media: StoredMedia;
  readonly audience: Audience;
  readonly isPublic: boolean;
}

export interface RecordingDelivery {
  readonly access: RecordingAccess;
  readonly store: RecordingStore;
  readonly recorder: Pick<StreamRecorder, 'indexOf' | 'rebuild'>;
  readonly live: Pick<Live, 'forward'>;
}

export function recordingDeliveryRoutes(app: FastifyInstance, options: RecordingDelivery): void {
  const { access, store, recorder, live } = options;
  const playlists = new GrowingPlaylists();

  /** @param isOriginal also what is cut, which its streamer and admins may watch only */
  async function serve(request: RecordingRequest, reply: FastifyReply, isOriginal: boolean) {
    const { id: name, first, second, third, fourth } = request.params;
    const path = [first, second, third, fourth].filter((part) => part !== undefined).join('/');
    const id = streamIdSchema.safeParse(name);
    if (!id.success) return notFound(reply);
    const audience = await access.audienceOf(id.data);
    if (audience === null || (isOriginal && !audience.isReady)) return notFound(reply);
    const isPublic = !isOriginal && !audience.isGated && audience.visibility !== 'private';
    if (!isPublic) reply.header('cache-control', PRIVATE);
    const mayWatch = isOriginal
      ? await access.isOwn(request, audience)
      : await access.mayWatch(request, audience, id.data);
    if (!mayWatch) {
      return reply.code(403).type('text/plain').send('Only viewers with access can watch this recording.\n');
    }

    if (isPublic) {
      // Any page may embed a public recording.
      reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
    }
    const { mediaId } = audience;
    const trim = isOriginal ? null : audience.trim;
    const file = parsePath(path);
    if (file?.kind === 'playlist') {
      const media = { mediaId, trim };
      return servePlaylist(request, reply, { id: id.data, path, media, audience, isPublic });
    }
    if (file === null || (trim !== null && !isKept(trim.segments, file))) return notFound(reply);
    const object = await store.get(mediaId, path);
    if (object === null) return notFound(reply);
    const { stream, size, contentType } = object;
    if (contentType !== null) reply.type(contentType);
    if (isPublic) reply.header('cache-control', PUBLIC_FILE);
    return reply.header('content-length', size).send(stream);
  }

  async function servePlaylist(request: RecordingRequest, reply: FastifyReply, asked: AskedPlaylist) {
    const { id, path, media, audience, isPublic } = asked;
    const own = recorder.indexOf(id);
    if (!audience.isReady && own === null && (await forwarded(request, reply, id))) return reply;
    const text = audience.isReady
      ? await store.playlist(media, path)
      : playlists.get(own ?? (await recorder.rebuild(id)), path, request.query._HLS_skip === 'YES');
    if (text === null) return notFound(reply);
    if (isPublic) reply.header('cache-control', PUBLIC_PLAYLIST);
    reply.type(PLAYLIST_TYPE).header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(text);
    return reply.header('content-encoding', 'gzip').send(await gzipOf(text));
  }

  /** @returns whether the process that records the stream answers */
  async function forwarded(request: FastifyRequest, reply: FastifyReply, id: StreamId): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    reply.raw.once('close', () => resolve(true));
    live.forward(id, { req: request.raw, res: reply.raw }, () => resolve(false));
    const isAnswered = await promise;
    if (isAnswered) reply.hijack();
    return isAnswered;
  }

  for (const path of PATHS) {
    const options = { schema: { hide: true }, config: { rateLimit: app.rateLimits.recordings } };
    for (const [prefix, isOriginal] of [
      ['', false],
      ['original/', true],
    ] as const) {
      app.get<{ Params: FileParams; Querystring: PlaylistQuery }>(
        `/recordings/:id/${prefix}${path}`,
        options,
        (request, reply) => serve(request, reply, isOriginal),
      );
    }
  }
}
