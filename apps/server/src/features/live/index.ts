import type { FeaturedStream, StreamDetail, StreamId, StreamSettings, UserId } from '@tributary/contracts';
import type { FastifyInstance } from 'fastify';
import type { LiveStreamView, MediaPorts } from '#media/ports.ts';
import type { Database, Effect, Writer } from '#platform/db/database.ts';
import type { Images } from '#platform/images/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import type { Storage } from '#platform/storage/index.ts';
import { recordAudience } from './audience-record.ts';
import { findAllOf, findLiveOf, isPictureShown } from './live.repo.ts';
import { liveRoutes } from './live.routes.ts';
import { LiveService } from './live.service.ts';
import { createLiveSocket } from './live.socket.ts';
import { PublishCooldowns } from './publish-cooldowns.ts';
import { SignalHealths } from './signal-health.ts';
import { statisticsRoutes } from './statistics.routes.ts';
import { createStatistics } from './statistics.service.ts';
import { StreamLifecycle } from './stream-lifecycle.ts';
import { Thumbnails } from './thumbnails.ts';
import { keepViewerSamples } from './viewer-samples.ts';
import { Viewers } from './viewers.ts';

export { listed, type Stream, shown, toStream } from './live.repo.ts';
export { cardOf } from './live.service.ts';
export { numbered, slugOf } from './slug.ts';
export { end as endStream } from './stream-lifecycle.repo.ts';

/** By its creator, or by an admin. */
type StopReason = 'stopped' | 'kicked';

export interface LiveOptions {
  readonly db: Database;
  /** For what is on the air, which goes on where nothing else is written. */
  readonly criticalDb: Database;
  readonly log: Log;
  readonly realtime: Realtime;
  readonly storage: Storage;
  readonly images: Pick<Images, 'discard'>;
  readonly graceSeconds: number;
  authorizeKey(streamKey: string): Promise<{ readonly userId: UserId; readonly banned: boolean } | null>;
  settingsOf(userId: UserId): Promise<StreamSettings>;
  /** Ends a channel's stream at once. */
  stop(userId: UserId, reason: StopReason): void;
  /** A stream begins, or goes on, in `tx`: what is to follow from it is written with it. */
  onBegin?(tx: Writer, streamerId: UserId, streamId: StreamId): Promise<void>;
  /** A stream is playable and recorded; extra readers of it are attached here. */
  onRecorded?(session: LiveStreamView): void;
  /** What a channel shows has changed: on or off air, or how its stream looks. */
  onChannelChanged?(present: StreamDetail): Promise<void>;
}

export interface Live {
  /** What the media core tells and asks. */
  readonly ports: MediaPorts;
  /** What Home shows (spec section 7). */
  featured(): Promise<FeaturedStream[]>;
  /** How many watch a stream now. */
  viewersOf(id: StreamId): number;
  routes(app: FastifyInstance): void;
  /** A new picture of a stream. */
  keepThumbnail(streamId: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** A creator chose something else; the running stream follows. */
  settingsChanged(userId: UserId, settings: StreamSettings): Promise<void>;
  /** Something that others decide about a channel shows on its running stream: whoever sees it is told. */
  refresh(userId: UserId): Promise<void>;
  /** Ends a channel's stream at once, and turns away for a while the encoder, which comes back by itself. */
  stop(userId: UserId, reason: StopReason): void;
  /** For when news may have been missed: the channels whose encoders may publish no more. */
  noLongerAllowed(): Promise<UserId[]>;
  /** And those whose stream an admin has ended. */
  stoppedUnheard(): Promise<UserId[]>;
  /** Whether a stream of this streamer, running or over, shows a picture. */
  isShown(userId: UserId, url: string): Promise<boolean>;
  /** The streams of one streamer, for the export of their data. */
  exportOf(userId: UserId): Promise<Record<string, unknown>>;
  /** Before a streamer's rows go: deletes the pictures of their streams once that is committed. */
  onDelete(tx: Writer, userId: UserId, onCommit: (effect: Effect) => void): Promise<void>;
  /** Call once before publishers are let in: takes up what a stopped instance left live, and whom it turned away. */
  recover(): Promise<void>;
  /** Call after the media core has closed. */
  close(): Promise<void>;
}

/** Streams: who is live, what people see of it, and who watches. */
export function createLive(options: LiveOptions): Live {
  const { db, log, realtime, storage, images } = options;
  const isShown = (userId: UserId, url: string) => db.read((reader) => isPictureShown(reader, userId, url));
  const viewers = new Viewers();
  const holds = new PublishCooldowns();
  const signals = new SignalHealths(holds);
  const service = new LiveService(db, (id) => viewers.count(id));
  const socket = createLiveSocket({
    realtime,
    service,
    viewers,
    signals,
    log,
    onChannelChanged: async (present) => options.onChannelChanged?.(present),
  });
  const announce = (streamId: StreamId) => {
    socket
      .announce(streamId)
      .catch((err: unknown) => log.warn({ err }, 'A change of a stream could not be told'));
  };
  const streams = new StreamLifecycle({
    db: options.criticalDb,
    log,
    signals,
    holds,
    graceSeconds: options.graceSeconds,
    authorizeKey: (streamKey) => options.authorizeKey(streamKey),
    settingsOf: (userId) => options.settingsOf(userId),
    onChanged: announce,
    onBegin: async (tx, streamerId, streamId) => options.onBegin?.(tx, streamerId, streamId),
    onRecorded: (session) => options.onRecorded?.(session),
  });
  const thumbnails = new Thumbnails(db, storage, announce);
  const record = recordAudience({
    db,
    log,
    viewers,
    onAir: () => streams.onAir(),
  });

  const samples = keepViewerSamples({
    db,
    log,
    sample() {
      const bitrates = signals.bitratesKbps();
      const onAir = streams.onAir();
      return onAir.map((id) => ({ id, viewers: viewers.count(id), bitrateKbps: bitrates.get(id) ?? null }));
    },
  });
  const statistics = createStatistics(db);

  function stop(userId: UserId, reason: StopReason): void {
    // First, so that its encoder finds the door closed when it comes back at once.
    holds.hold(userId);
    options.stop(userId, reason);
  }

  return {
    ports: streams,
    featured: () => service.featured(),
    viewersOf: (id) => viewers.count(id),
    routes(app) {
      liveRoutes(app, { service, signals, holds, thumbnails, stop: (userId) => stop(userId, 'stopped') });
      statisticsRoutes(app, statistics);
    },
    keepThumbnail: (streamId, bytes, contentType) =>
      thumbnails.keep(streamId as StreamId, bytes, contentType),
    async settingsChanged(userId, settings) {
      const before = await streams.inOrder(userId, () => service.applySettings(userId, settings));
      if (before === null) return;
      announce(before.id);
      const { thumbnailUrl } = before;
      if (thumbnailUrl !== null && !(await isShown(userId, thumbnailUrl))) await images.discard(thumbnailUrl);
    },
    async refresh(userId) {
      const running = await db.read((reader) => findLiveOf(reader, userId));
      if (running !== null) announce(running.id);
    },
    stop,
    noLongerAllowed: () => streams.noLongerAllowed(),
    stoppedUnheard: () => streams.stoppedUnheard(),
    isShown,
    exportOf: async (userId) => ({ streams: await db.read((reader) => findAllOf(reader, userId)) }),
    async onDelete(tx, userId, onCommit) {
      const all = await findAllOf(tx, userId);
      onCommit(async () => {
        await thumbnails.forget(all.map(({ id }) => id));
        for (const { thumbnailUrl } of all) await images.discard(thumbnailUrl);
      });
    },
    async recover() {
      await holds.restore(db);
      await streams.recover();
    },
    async close() {
      record.close();
      samples.close();
      signals.close();
      socket.close();
      await streams.close();
    },
  };
}
