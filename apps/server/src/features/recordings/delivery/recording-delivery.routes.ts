/** Serves the files of recordings to those who may watch them. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { constants, gzip } from 'node:zlib';
import { type StreamId, streamId as streamIdSchema } from '@tributary/contracts/shared';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Live, RUNNING_STORYBOARD } from '#features/live/index.ts';
import {
  isKept,
  parsePath,
  playlistOfRendition,
  renditionOfPlaylist,
  withRenditions,
} from '#media/recorder/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import type { Audience } from '../access/audience.repo.ts';
import { cacheControl } from '../access/cache-control.ts';
import type { RecordingAccess } from '../access/recording-access.ts';
import {
  derivedFolder,
  type RecordingStore,
  type StoredMedia,
  storyboardVersion,
} from '../files/recording-store.ts';
import type { StreamRecorder } from '../recorder/recorder.service.ts';
import { createRunningTiles } from '../storyboards/running-tiles.ts';
import { createGrowingPlaylists } from './growing-playlists.ts';
import { createSegmentHandler } from './segment-handler.ts';

const ROUTE = '/recordings/:id/*';
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/** Read and compressed once for viewers who come one after another: those of 12 hours have 1.4 MB. */
const FINISHED_PLAYLISTS = 16;
const FINISHED_MS = 10_000;

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
    .header('cache-control', cacheControl.private)
    .header('access-control-allow-origin', '*')
    .type('text/plain')
    .send('Not found. Start from index.m3u8.\n');

export interface Admitted {
  readonly id: StreamId;
  readonly audience: Audience;
  /** Everybody may have its files, so that caches may keep them. */
  readonly isPublic: boolean;
}

/**
 * @param isOriginal also what is cut, which its streamer and admins may watch only
 * @returns null where the answer is that the recording is missing, or not for this viewer
 */
export async function admit(
  access: RecordingAccess,
  request: FastifyRequest<{ Params: { readonly id: string } }>,
  reply: FastifyReply,
  isOriginal = false,
): Promise<Admitted | null> {
  const id = streamIdSchema.safeParse(request.params.id);
  const audience = id.success ? await access.audienceOf(id.data) : null;
  if (!id.success || audience === null || (isOriginal && !audience.isReady)) {
    notFound(reply);
    return null;
  }
  const isPublic = !isOriginal && !audience.isGated && audience.visibility !== 'private';
  if (!isPublic) reply.header('cache-control', cacheControl.private);
  const mayWatch = isOriginal
    ? await access.isOwn(request, audience)
    : await access.mayWatch(request, audience, id.data);
  if (!mayWatch) {
    // Pages whose media is on another host read the status.
    reply.header('access-control-allow-origin', '*');
    reply.code(403).type('text/plain').send('Only viewers with access can watch this recording.\n');
    return null;
  }
  // Any page may embed a public recording.
  if (isPublic)
    reply.header('access-control-allow-origin', '*').header('cross-origin-resource-policy', 'cross-origin');
  return { id: id.data, audience, isPublic };
}

interface PlaylistQuery {
  /** `YES`: a delta update (RFC 8216bis section 6.2.5.1). */
  readonly _HLS_skip?: string;
}

interface RecordingRoute {
  /** `*`: the path of a file, as the recorder names it. */
  Params: { readonly id: string; readonly '*': string };
  Querystring: PlaylistQuery;
}

type RecordingRequest = FastifyRequest<RecordingRoute>;

interface AskedPlaylist extends Admitted {
  readonly path: string;
  readonly media: StoredMedia;
}

export interface RecordingDelivery {
  readonly access: RecordingAccess;
  readonly store: RecordingStore;
  readonly recorder: Pick<StreamRecorder, 'indexOf' | 'rebuild'>;
  readonly live: Pick<Live, 'forward' | 'thumbnails'>;
  /** The origin whose pages read gated recordings from another host; null: there is none. */
  readonly pagesOrigin: string | null;
}

export function recordingDeliveryRoutes(app: FastifyInstance, options: RecordingDelivery): void {
  const { access, store, recorder, live, pagesOrigin } = options;
  const playlists = createGrowingPlaylists();
  const finished = new ShortCache<Buffer | null>({ ttlMs: FINISHED_MS, maxEntries: FINISHED_PLAYLISTS });
  const runningTiles = createRunningTiles(store, live.thumbnails);

  /** @param isOriginal also what is cut, which its streamer and admins may watch only */
  async function serve(request: RecordingRequest, reply: FastifyReply, isOriginal: boolean) {
    const path = request.params['*'];
    const admitted = await admit(access, request, reply, isOriginal);
    if (admitted === null) return reply;
    const { isPublic } = admitted;
    const { mediaId } = admitted.audience;
    const trim = isOriginal ? null : admitted.audience.trim;
    const file = parsePath(path);
    if (file?.kind === 'playlist')
      return servePlaylist(request, reply, { ...admitted, path, media: { mediaId, trim } });
    const isSheet = file?.kind === 'storyboard';
    const { isReady } = admitted.audience;
    // A sheet of another trimming may show what has been cut out.
    const isWithdrawn =
      isSheet && file.version !== (isReady ? storyboardVersion({ trim }) : RUNNING_STORYBOARD);
    if (file === null || isWithdrawn || (trim !== null && !isKept(trim.segments, file)))
      return notFound(reply);
    if (isSheet && !isReady) return serveRunningTile(request, reply, { ...admitted, tile: file.sheet });
    const object = isSheet
      ? await store.sheet({ mediaId, trim }, file.sheet)
      : await store.get(mediaId, path);
    if (object === null) return notFound(reply);
    const { stream, size, contentType } = object;
    if (contentType !== null) reply.type(contentType);
    if (isPublic) reply.header('cache-control', cacheControl.publicFile);
    return reply.header('content-length', size).send(stream);
  }

  async function servePlaylist(request: RecordingRequest, reply: FastifyReply, asked: AskedPlaylist) {
    const { id, path, audience, isPublic } = asked;
    const growing = audience.isReady ? null : await growingIndex(request, reply, id);
    if (growing === null && !audience.isReady) return reply;
    const text = growing
      ? playlists.get(growing, path, request.query._HLS_skip === 'YES')
      : await finishedPlaylist(asked);
    if (text === null) return notFound(reply);
    if (isPublic) reply.header('cache-control', cacheControl.publicPlaylist);
    reply.type(PLAYLIST_TYPE).header('vary', 'accept-encoding');
    if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(text);
    return reply.header('content-encoding', 'gzip').send(await gzipOf(text));
  }

  /** Playlists of renditions, and of the source beside them, are derived from the stored ones. */
  async function finishedPlaylist({ path, media, audience: { ladder } }: AskedPlaylist) {
    const key = derivedFolder(media) + path;
    const stored = (name: string) => store.playlist(media, name);
    if (ladder === null) return await finished.get(key, () => stored(path));
    const rendition = renditionOfPlaylist(path);
    if (rendition === null && path !== 'index.m3u8') return await finished.get(key, () => stored(path));
    const names = ladder.renditions.map(({ name }) => name).join(',');
    return await finished.get(`${key} ${names}`, async () => {
      const source = (await stored(rendition === null ? path : 'video.m3u8'))?.toString();
      if (source === undefined) return null;
      const text =
        rendition === null ? withRenditions(source, ladder) : playlistOfRendition(source, ladder, rendition);
      return text === null ? null : Buffer.from(text);
    });
  }

  async function serveRunningTile(
    request: RecordingRequest,
    reply: FastifyReply,
    { id, tile, isPublic }: Admitted & { readonly tile: number },
  ) {
    const growing = await growingIndex(request, reply, id);
    if (growing === null) return reply;
    const found = await runningTiles.get(id, growing.index, tile);
    if (found === null) return notFound(reply);
    if (isPublic)
      reply.header('cache-control', found.isFinal ? cacheControl.publicFile : cacheControl.publicPlaylist);
    return reply.type('image/webp').send(found.image);
  }

  /** The index of a recording that is not finished. @returns null where the process that records it answers */
  async function growingIndex(request: FastifyRequest, reply: FastifyReply, id: StreamId) {
    const own = recorder.indexOf(id);
    if (own !== null) return own;
    return (await forwarded(request, reply, id)) ? null : recorder.rebuild(id);
  }

  /** @returns whether the process that records the stream answers */
  async function forwarded(request: FastifyRequest, reply: FastifyReply, id: StreamId): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    // The viewer may have left while it was looked up who may watch.
    if (reply.raw.destroyed) resolve(true);
    reply.raw.once('close', () => resolve(true));
    live.forward(id, { req: request.raw, res: reply.raw }, () => resolve(false));
    const isAnswered = await promise;
    if (isAnswered) reply.hijack();
    return isAnswered;
  }

  const limit = app.rateLimits.recordings;
  const countRequest = (request: IncomingMessage) => app.countRequest(request, ROUTE, limit);
  app.addRaw(createSegmentHandler({ access, store, countRequest, pagesOrigin }));
  const route = { schema: { hide: true }, config: { rateLimit: limit } };
  app.get<RecordingRoute>(ROUTE, route, (request, reply) => serve(request, reply, false));
  app.get<RecordingRoute>('/recordings/:id/original/*', route, (request, reply) =>
    serve(request, reply, true),
  );
}
