import {
  type FeaturedStream,
  LIVE_SLUG,
  type StreamDetail,
  type StreamerSummary,
  type StreamId,
  type StreamSettings,
  type UserId,
} from '@tributary/contracts';
import type { Database } from '#platform/db/database.ts';
import { publish } from '#platform/events/index.ts';
import * as rows from '../lifecycle/stream-lifecycle.repo.ts';
import { errors } from '../live.errors.ts';
import { streamChanged } from '../live.events.ts';
import { downloadUrl, playbackUrl, recordingUrl } from '../playback/media-paths.ts';
import { slugOf } from './slug.ts';
import * as repo from './streams.repo.ts';

/** A stream as cards show it. @param currentViewers the recorded number by default */
export function cardOf(b: repo.Stream, currentViewers = b.currentViewers): FeaturedStream {
  return {
    id: b.id,
    title: b.title,
    category: b.category,
    thumbnailUrl: b.thumbnailUrl,
    currentViewers,
    slug: b.slug,
    isMature: b.isMature,
    startedAt: b.startedAt.toISOString(),
    playbackUrl: b.gate === null ? playbackUrl(b.id) : null,
    streamer: b.streamer,
  };
}

const lastOf = ({
  title,
  slug,
  thumbnailUrl,
  source,
  endedAt,
  startedAt,
}: repo.Stream): StreamDetail['last'] => ({
  ...{ title, slug, thumbnailUrl, source },
  endedAt: (endedAt ?? startedAt).toISOString(),
});

/** Streams as viewers see them: rows of the database with the current viewer counts. */
export class PublicStreams {
  readonly #db: Database;
  readonly #viewersOf: (id: StreamId) => number;

  constructor(db: Database, viewersOf: (id: StreamId) => number) {
    this.#db = db;
    this.#viewersOf = viewersOf;
  }

  async featured(): Promise<FeaturedStream[]> {
    const found = await this.#db.read(repo.findFeatured);
    return found
      .map((b) => cardOf(b, this.#viewersOf(b.id)))
      .sort((a, b) => b.currentViewers - a.currentViewers);
  }

  /** @throws stream_not_found */
  async byId(id: StreamId): Promise<StreamDetail> {
    const stream = await this.#db.read((db) => repo.findOpen(db, id));
    if (stream === null) throw errors.stream_not_found();
    return this.#detail(stream);
  }

  /**
   * A stream and what its channel shows now, for people who already watch. Includes the streams of a banned
   * streamer, so that viewers see them end.
   */
  async forWatching(id: StreamId): Promise<{ stream: StreamDetail; channel: StreamDetail }> {
    const found = await this.#db.read((db) => repo.findById(db, id));
    if (found === null) throw errors.stream_not_found();
    const stream = this.#detail(found);
    // The channel may have started another stream since this one ended.
    return { stream, channel: stream.state === 'ended' ? await this.#present(found.streamer) : stream };
  }

  /** @throws streamer_not_found, stream_not_found */
  async bySlug(username: string, slug: string): Promise<StreamDetail> {
    const streamer = await this.#db.read((db) => repo.findStreamer(db, username));
    if (streamer === null) throw errors.streamer_not_found();
    if (slug === LIVE_SLUG) return this.#present(streamer);
    const stream = await this.#db.read((db) => repo.findBySlug(db, streamer.id, slug));
    if (stream === null) throw errors.stream_not_found();
    return this.#detail(stream);
  }

  /** Applies settings to the live stream, if there is one. @returns the stream before the change */
  async applySettings(streamerId: UserId, settings: StreamSettings): Promise<repo.Stream | null> {
    return await this.#db.transact(async (tx) => {
      const running = await repo.findLiveOf(tx, streamerId);
      if (running === null) return null;
      await rows.applySettings(tx, running.id, { ...settings, slug: slugOf(settings.title) });
      await publish(tx, streamChanged, { streamId: running.id, streamerId });
      return running;
    });
  }

  async #present(streamer: StreamerSummary): Promise<StreamDetail> {
    const stream = await this.#db.read((db) => repo.findLiveOf(db, streamer.id));
    if (stream !== null) return this.#detail(stream);
    const last = await this.#db.read((db) => repo.findLastRecorded(db, streamer.id));
    return { state: 'offline', stream: null, last: last && lastOf(last), streamer };
  }

  #detail(b: repo.Stream): StreamDetail {
    const onAir = b.status === 'live' ? (b.interruptedAt === null ? 'live' : 'interrupted') : 'ended';
    return {
      state: onAir,
      stream: {
        id: b.id,
        title: b.title,
        category: b.category,
        slug: b.slug,
        tags: [...b.tags],
        isMature: b.isMature,
        isHidden: b.isHidden,
        thumbnailUrl: b.thumbnailUrl,
        currentViewers: onAir === 'ended' ? 0 : this.#viewersOf(b.id),
        stopped: b.stopped,
        startedAt: b.startedAt.toISOString(),
        endedAt: b.endedAt?.toISOString() ?? null,
        gate: b.gate,
        recording: b.recording && {
          ...b.recording,
          startsAt: b.recording.startsAt.toISOString(),
          playbackUrl: b.isHidden || b.gate !== null ? null : recordingUrl(b.id),
          downloadUrl:
            b.recording.allowsDownload && b.recording.durationMs !== null && !b.isHidden
              ? downloadUrl(b.id)
              : null,
        },
        playbackUrl: onAir === 'ended' || b.isHidden || b.gate !== null ? null : playbackUrl(b.id),
      },
      streamer: b.streamer,
    };
  }
}
