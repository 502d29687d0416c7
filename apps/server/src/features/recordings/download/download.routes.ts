/** Serves recordings as MP4 files to those who may download them. */
import { Readable } from 'node:stream';
import { streamId } from '@tributary/contracts/shared';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { parseRange } from '#media/delivery/index.ts';
import { networkOf } from '#platform/network/network.ts';
import { cacheControl } from '../access/cache-control.ts';
import type { RecordingAccess } from '../access/recording-access.ts';
import { errors } from '../recordings.errors.ts';
import { createDownloadSlots, type DownloadSlots, MEASURE_EVERY_MS } from './download-slots.ts';
import type { MovieStore } from './movie-store.ts';

/** How many downloads a process sends at the same time. */
const DOWNLOADS = { total: 200, perNetwork: 8 };

const PER_MINUTE = 120;

export function downloadRoutes(
  app: FastifyInstance,
  movies: Pick<MovieStore, 'open'>,
  access: RecordingAccess,
): void {
  const slots = createDownloadSlots(DOWNLOADS);
  const timer = setInterval(() => slots.measure(), MEASURE_EVERY_MS).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  const options = { schema: { hide: true }, config: { rateLimit: { max: PER_MINUTE, timeWindow: 60_000 } } };
  app.get<{ Params: { id: string } }>('/recordings/:id/download.mp4', options, async (request, reply) => {
    reply.header('cache-control', cacheControl.private);
    const id = streamId.safeParse(request.params.id);
    const audience = id.success ? await access.audienceOf(id.data) : null;
    if (!id.success || !audience?.isReady) throw errors.recording_not_found();
    const mayDownload = audience.allowsDownload
      ? await access.mayWatch(request, audience, id.data)
      : await access.isOwn(request, audience);
    if (!mayDownload) throw errors.download_not_allowed();
    const movie = await movies.open(audience);
    if (movie === null) throw errors.recording_not_found();

    // The bytes change with a trimming only, so that an interrupted download can be resumed.
    const etag = `"${audience.trim?.revision ?? id.data}-${movie.byteLength}"`;
    reply
      .header('etag', etag)
      .header('accept-ranges', 'bytes')
      .header('content-disposition', `attachment; filename="${audience.slug}.mp4"`)
      .type(movie.hasVideo ? 'video/mp4' : 'audio/mp4');
    const { 'if-range': ifRange, range: header } = request.headers;
    const isSame = ifRange === undefined || ifRange === etag;
    const range = isSame && header !== undefined ? parseRange(header, movie.byteLength) : undefined;
    if (range === 'unsatisfiable') {
      return reply.code(416).header('content-range', `bytes */${movie.byteLength}`).send();
    }
    const { first, last } = range ?? { first: 0, last: movie.byteLength - 1 };
    if (range !== undefined) {
      reply.code(206).header('content-range', `bytes ${first}-${last}/${movie.byteLength}`);
    }
    reply.header('content-length', last - first + 1);
    // Fastify would announce a length of 0 without a stream.
    if (request.method === 'HEAD') return reply.send(Readable.from([]));
    // The client left while the header was made: its slot would never be given back.
    if (reply.raw.destroyed) return reply.hijack();
    hold(reply, slots, networkOf(request.ip));
    return reply.send(Readable.from(movie.read({ start: first, end: last }), { objectMode: false }));
  });
}

/** Counts a download until its connection is done with it. @throws AppError `downloads_busy` */
function hold({ raw }: FastifyReply, slots: DownloadSlots, network: string | null): void {
  const { socket } = raw;
  const release = slots.take({
    network,
    bytesTaken: () => socket?.bytesWritten ?? 0,
    end: () => void raw.destroy(),
  });
  raw.once('close', release);
}
