import type { StreamerSummary, StreamSettings } from '@tributary/contracts/channels';
import type { FeaturedStream, StreamDetail } from '@tributary/contracts/live';
import { LIVE_SLUG, type StreamId, type UserId } from '@tributary/contracts/shared';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import { errors } from '../live.errors.ts';
import { streamChanged } from '../live.events.ts';
import { downloadUrl, playbackUrl, recordingUrl, whepPath } from '../playback/media-paths.ts';
import { slugOf } from './slug.ts';
import * as pages from './stream-pages.repo.ts';
import { NO_RECORDINGS, type StreamRecordings } from './stream-recordings.repo.ts';
import { applySettings } from './stream-settings.repo.ts';
import * as repo from './streams.repo.ts';

/** A stream as cards show it. @param currentViewers the recorded number by default */
export function cardOf(stream: repo.Stream, currentViewers = stream.currentViewers): FeaturedStream {
  return {
    id: stream.id,
    title: stream.title,
    category: stream.category,
    thumbnailUrl: stream.thumbnailUrl,
    currentViewers,
    slug: stream.slug,
    tags: [...stream.tags],
    language: stream.language,
    isMature: stream.isMature,
    startedAt: stream.startedAt.toISOString(),
    gate: stream.gate,
    playbackUrl: stream.gate === null ? playbackUrl(stream.id) : null,
    streamer: stream.streamer,
  };
}

const lastOf = ({ startedAt, endedAt, ...stream }: repo.Stream): StreamDetail['last'] => ({
  title: stream.title,
  slug: stream.slug,
  thumbnailUrl: stream.thumbnailUrl,
  source: stream.source,
  endedAt: (endedAt ?? startedAt).toISOString(),
});

/** Streams as viewers see them: rows of the database with the current viewer counts. */
export interface PublicStreams {
  featured(): Promise<FeaturedStream[]>;
  /** @throws stream_not_found */
  byId(id: StreamId): Promise<StreamDetail>;
  /**
   * A stream and what its channel shows now, for people who already watch. Includes the streams of a banned
   * streamer, so that viewers see them end.
   */
  forWatching(id: StreamId): Promise<{ stream: StreamDetail; channel: StreamDetail }>;
  /** @throws streamer_not_found, stream_not_found */
  bySlug(username: string, slug: string): Promise<StreamDetail>;
  /** Applies settings to the live stream, if there is one. @returns the stream before the change */
  applySettings(streamerId: UserId, settings: StreamSettings): Promise<repo.Stream | null>;
}

/** @param offersWhep this instance plays streams over WebRTC */
export function createPublicStreams(
  db: Database,
  viewersOf: (id: StreamId) => number,
  recordings: () => StreamRecordings = () => NO_RECORDINGS,
  offersWhep = false,
): PublicStreams {
  async function present(streamer: StreamerSummary): Promise<StreamDetail> {
    const stream = await db.read((reader) => pages.findLivePage(reader, streamer.id, recordings()));
    if (stream !== null) return detail(stream);
    const last = await db.read((reader) => pages.findLastRecorded(reader, streamer.id, recordings()));
    return { state: 'offline', stream: null, last: last && lastOf(last), streamer };
  }

  function detail(stream: pages.StreamPage): StreamDetail {
    const { id, gate, recording } = stream;
    const state =
      stream.status === 'ended' ? 'ended' : stream.interruptedAt === null ? 'live' : 'interrupted';
    const isOpen = !stream.isHidden && gate === null;
    const playsLive = isOpen && state !== 'ended';
    return {
      state,
      stream: {
        id,
        title: stream.title,
        category: stream.category,
        slug: stream.slug,
        source: stream.source,
        tags: [...stream.tags],
        language: stream.language,
        isMature: stream.isMature,
        isHidden: stream.isHidden,
        thumbnailUrl: stream.thumbnailUrl,
        currentViewers: state === 'ended' ? 0 : viewersOf(id),
        stopped: stream.stopped,
        startedAt: stream.startedAt.toISOString(),
        endedAt: stream.endedAt?.toISOString() ?? null,
        gate,
        recording: recording && {
          ...recording,
          startsAt: recording.startsAt.toISOString(),
          playbackUrl: isOpen ? recordingUrl(id) : null,
          downloadUrl:
            recording.allowsDownload && recording.durationMs !== null && !stream.isHidden
              ? downloadUrl(id)
              : null,
        },
        playbackUrl: playsLive ? playbackUrl(id) : null,
        whepUrl: playsLive && offersWhep ? whepPath(id) : null,
      },
      streamer: stream.streamer,
    };
  }

  return {
    async featured() {
      const found = await db.read(repo.findFeatured);
      return found
        .map((stream) => cardOf(stream, viewersOf(stream.id)))
        .sort((a, b) => b.currentViewers - a.currentViewers);
    },
    async byId(id) {
      const stream = await db.read((reader) => pages.findOpenPage(reader, id, recordings()));
      if (stream === null) throw errors.stream_not_found();
      return detail(stream);
    },
    async forWatching(id) {
      const found = await db.read((reader) => pages.findPage(reader, id, recordings()));
      if (found === null) throw errors.stream_not_found();
      const stream = detail(found);
      // The channel may have started another stream since this one ended.
      return { stream, channel: stream.state === 'ended' ? await present(found.streamer) : stream };
    },
    async bySlug(username, slug) {
      const streamer = await db.read((reader) => repo.findStreamer(reader, username));
      if (streamer === null) throw errors.streamer_not_found();
      if (slug === LIVE_SLUG) return present(streamer);
      const stream = await db.read((reader) => pages.findPageBySlug(reader, streamer.id, slug, recordings()));
      if (stream === null) throw errors.stream_not_found();
      return detail(stream);
    },
    applySettings: async (streamerId, settings) =>
      await db.transact(async (tx) => {
        const running = await repo.findLiveOf(tx, streamerId);
        if (running === null) return null;
        await applySettings(tx, running.id, { ...settings, slug: slugOf(settings.title) });
        await publish(tx, streamChanged, { streamId: running.id, streamerId });
        return running;
      }),
  };
}
