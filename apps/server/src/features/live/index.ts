/** Live: streams from publish to end, what viewers see of them, and who watches. */
import type { IncomingMessage } from 'node:http';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import type { ChannelsFeature } from '#features/channels/index.ts';
import type { Identity } from '#features/identity/index.ts';
import { createMediaCore, type MediaCore, type MediaCoreOptions } from '#media/core.ts';
import type { DeliveryLimits, ForwardRequest } from '#media/delivery/index.ts';
import { DEFAULT_RTMP_LIMITS } from '#media/ingest/rtmp/rtmp-limits.ts';
import { rtmpIngest } from '#media/ingest/rtmp/rtmp-server.ts';
import type { MediaSettings, WebRtcSettings } from '#media/settings.ts';
import { type IceServer, iceServersOf, type WebRtcLimits } from '#media/webrtc/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Images } from '#platform/images/index.ts';
import type { Log } from '#platform/log/log.ts';
import { networksOf } from '#platform/network/network.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import { ImageCache, type Storage } from '#platform/storage/index.ts';
import { createStreamForwarder } from './delivery/stream-forwarder.ts';
import { createIngestHealth } from './ingest-health/ingest-health.ts';
import { createPublishCooldowns } from './lifecycle/publish-cooldowns.ts';
import { createStreamLifecycle, type StreamLifecycle } from './lifecycle/stream-lifecycle.ts';
import { liveMetrics } from './live.metrics.ts';
import { liveRoutes } from './live.routes.ts';
import { liveSubscriptions } from './live.subscriptions.ts';
import { createLiveTopics } from './live.topics.ts';
import { type LiveLoad, readLiveLoad } from './live-load.ts';
import { createGateSchedule, type GateSchedule } from './playback/gate-schedule.ts';
import { createPlaybackService, type PlaybackService } from './playback/playback.service.ts';
import { createPlaybackGrants } from './playback/playback-grants.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { createStatistics } from './statistics/statistics.service.ts';
import { NO_RECORDINGS, type StreamRecordings } from './streams/stream-recordings.repo.ts';
import { findAllOf } from './streams/streams.repo.ts';
import { createPublicStreams, type PublicStreams } from './streams/streams.service.ts';
import { isThumbnailShown } from './streams/thumbnails.repo.ts';
import { createThumbnails, type Thumbnails } from './streams/thumbnails.ts';
import {
  createTranscoding,
  type SpareCores,
  type TranscodingOptions,
} from './transcoding/transcoding.service.ts';
import { countAudience } from './viewers/audience.ts';
import type { Presence } from './viewers/presence.ts';
import type { ViewerTotals } from './viewers/viewer-totals.ts';

export { findChannelGate, findRegularGate } from '#features/channels/index.ts';
export type { ServedStream } from './lifecycle/stream-lifecycle.ts';
export { stopStream } from './lifecycle/stream-records.ts';
export {
  accessRevoked,
  streamChanged,
  streamEnded,
  streamGateChanged,
  streamHidden,
  streamInterrupted,
  streamPlayable,
  streamResumed,
  streamStarted,
  streamStarting,
  streamStopped,
} from './live.events.ts';
export type { LiveLoad } from './live-load.ts';
export type { GatePlan } from './playback/gate-schedule.ts';
export { findLiveGate } from './playback/gates.repo.ts';
export {
  changeLiveGate,
  changeNextGate,
  gateChannel,
  setRegularGate,
  setStreamGate,
} from './playback/gates.ts';
export {
  captionsUrl,
  RUNNING_STORYBOARD,
  recordingPath,
  runningStoryboard,
} from './playback/media-paths.ts';
export type { AccessPolicy } from './playback/playback.service.ts';
export { streamColumns } from './statistics/stream-columns.ts';
export { numbered, slugOf } from './streams/slug.ts';
export {
  replaceThumbnail,
  setCustomThumbnail,
  setHidden,
  setTitle,
} from './streams/stream-changes.repo.ts';
export type { StoredRecording, StreamRecordings } from './streams/stream-recordings.repo.ts';
export { isPublished, listed, type Stream, shown, thumbnailOf, toStream } from './streams/streams.repo.ts';
export { cardOf } from './streams/streams.service.ts';
export { renameThumbnail } from './streams/thumbnails.repo.ts';
export { deleteUploaded } from './streams/uploaded-streams.repo.ts';
export { addUploadedStream } from './streams/uploaded-streams.ts';
export { createWatchClock, type Watched } from './viewers/watch-clock.ts';

export interface LiveOptions {
  readonly db: Database;
  /** Writes of running streams, which continue on a nearly full disk. */
  readonly criticalDb: Database;
  readonly log: Log;
  readonly hooks: Hooks;
  readonly processes: ProcessRegistry;
  /** Null: the embedded database, which no other process can use. */
  readonly databaseUrl: string | null;
  readonly bus: Bus;
  readonly realtime: Realtime;
  readonly storage: Storage;
  readonly sharedState: SharedState;
  readonly images: Pick<Images, 'discard'>;
  readonly media: MediaSettings;
  readonly transcoding: TranscodingOptions['transcoding'];
  /** How many viewers the operator expects at once. */
  readonly maxViewers: number;
  /** How long the instance may be down so that its streams continue afterwards. */
  readonly maxDowntimeSeconds: number;
  readonly deliveryLimits: DeliveryLimits;
  /** Signs part manifests of the streams that viewers exchange; null: they exchange none. */
  readonly signManifest: MediaCoreOptions['signManifest'] | null;
  /** The STUN and TURN servers of viewers. */
  readonly ice: Parameters<typeof iceServersOf>[0];
  /** Null: no playback over WebRTC. */
  readonly webrtc: { readonly settings: WebRtcSettings; readonly limits: WebRtcLimits } | null;
  /** Browsers in which an account can watch at a time what it has a ticket or a subscription for. */
  readonly maxScreens: number;
  clientAddress(request: IncomingMessage): string | null;
  readonly identity: Pick<Identity, 'authenticate' | 'sessionTokenOf'>;
  /** Signs playback grants. */
  readonly secret: string;
  readonly publicUrl: string;
  /** The origin of media on another host; null: this instance sends it itself. */
  readonly mediaUrl: string | null;
  /** Milliseconds of the wall clock that playback grants expire by. */
  readonly nowMs: () => number;
  /** Where RTMP listens. */
  readonly rtmpPort: number;
  readonly host: string;
  readonly rtmpConnectionsPerNetwork: number;
  readonly channels: Pick<
    ChannelsFeature,
    'authorizeKey' | 'previousKeyOwner' | 'settings' | 'addThumbnailUse'
  >;
}

export interface Live extends Feature {
  /** Ingest and delivery, for the HTTP and RTMP listeners. */
  readonly media: MediaCore;
  /** Called by the feature that records streams, whose recordings belong to what people see of them. */
  showRecordingsWith(recordings: StreamRecordings): void;
  /** Streams as viewers see them. */
  readonly streams: Pick<PublicStreams, 'featured' | 'byId' | 'bySlug'>;
  /** The live streams that this process serves. */
  readonly lifecycle: Pick<StreamLifecycle, 'onServed' | 'served'>;
  /** How many watch a stream, in all processes. */
  readonly viewers: Pick<ViewerTotals, 'count'>;
  /** What the tabs of this process watch. */
  readonly presence: Pick<Presence, 'onWatching' | 'onPlayed'>;
  /** Who may watch which stream. */
  readonly playback: Pick<
    PlaybackService,
    | 'addAccessPolicy'
    | 'admitModerators'
    | 'moderates'
    | 'hasAccess'
    | 'mayPlay'
    | 'onOusted'
    | 'requireAccess'
    | 'requireScreen'
    | 'requireShown'
  >;
  /** The gate that is due when an encoder connects. */
  readonly gates: Pick<GateSchedule, 'follow'>;
  /** The cores that live streams leave for encoding. */
  readonly spareCores: SpareCores;
  /** The generated thumbnails of streams, and images of single keyframes. */
  readonly thumbnails: Pick<
    Thumbnails,
    'keep' | 'delete' | 'stored' | 'renderTile' | 'renderThumbnail' | 'renderNewest'
  >;
  /** Lets the process that serves a stream answer a request, or calls `notFound`. */
  readonly forward: ForwardRequest;
  /** The STUN and TURN servers of viewers, with passwords that expire. */
  iceServers(user?: string): readonly IceServer[];
  /** How much of its limits this process uses. */
  load(): LiveLoad;
  /** Call once before publishers are accepted: takes up the streams and cooldowns that a stopped instance left. */
  recover(): Promise<void>;
}

export function createLive(options: LiveOptions): Live {
  const { db, log, realtime, storage, images, channels, processes } = options;
  const isShown = (userId: UserId, url: string) => db.read((reader) => isThumbnailShown(reader, userId, url));
  channels.addThumbnailUse(isShown);
  const cooldowns = createPublishCooldowns(options.sharedState);
  const ingestHealth = createIngestHealth(options.sharedState, cooldowns);
  const gates = createGateSchedule();
  const lifecycle = createStreamLifecycle({
    ...options,
    gates,
    db: options.criticalDb,
    ingestHealth,
    cooldowns,
    processId: processes.id,
    endIfDead: (suspect) => processes.endIfDead(suspect),
    graceSeconds: options.media.graceSeconds,
  });
  const audience = countAudience({ ...options, processId: processes.id, lifecycle, ingestHealth });
  const { totals: viewers, presence } = audience;
  let recordings = NO_RECORDINGS;
  const offersWhep = options.webrtc !== null;
  const streams = createPublicStreams(
    db,
    (id) => viewers.count(id),
    () => recordings,
    offersWhep,
  );
  const { sessionTokenOf } = options.identity;
  const secureCookies = options.publicUrl.startsWith('https:');
  const grants = createPlaybackGrants({ ...options, sessionTokenOf, secureCookies });
  const playback = createPlaybackService({ ...options, grants, offersWhep });
  // A browser that lost its screen is no viewer any more, whether or not its player says so.
  playback.onOusted((sessionId) => {
    for (const { tab, streamId } of presence.watchingTabs(sessionId)) {
      const leave = () => presence.report(tab, streamId, false);
      void playback.requireScreen(streamId, tab.principal).catch(leave);
    }
  });
  const topics = createLiveTopics({ realtime, streams, presence, viewers, ingestHealth, playback });
  const forwarder =
    options.databaseUrl === null
      ? null
      : createStreamForwarder({ ...options, limit: options.deliveryLimits.blockedRequests });
  const transcoding = createTranscoding({ ...options, db });
  lifecycle.onServed((stream) => transcoding.serve(stream));
  ingestHealth.showRenditionsWith((streamId) => transcoding.status(streamId));
  const media = createMediaCore({
    settings: options.media,
    ports: lifecycle,
    forward: forwarder?.forward ?? null,
    signManifest: options.signManifest ?? null,
    authorizePlayback: (streamId, request) => grants.remainingMs(streamId, request.headers),
    pagesOrigin: options.mediaUrl === null ? null : new URL(options.publicUrl).origin,
    ingests: [
      rtmpIngest({
        port: options.rtmpPort,
        host: options.host,
        connectionsPerNetwork: options.rtmpConnectionsPerNetwork,
        networksOf,
      }),
    ],
    deliveryLimits: options.deliveryLimits,
    webrtc: options.webrtc && {
      ...options.webrtc,
      startOutput: ({ streamId }, request) => transcoding.of(streamId as StreamId)?.add(request) ?? null,
    },
    log,
  });
  const thumbnails = createThumbnails(db, storage, log);
  const thumbnailImages = new ImageCache((file) => thumbnails.read(file));
  lifecycle.onServed((stream) => stream.attach(thumbnails.reader(stream.streamId)));
  const statistics = createStatistics(db, () => recordings);

  /** Ends a channel's stream at once, and refuses its encoder, which reconnects by itself, for a while. */
  async function stop(userId: UserId, reason: 'stopped' | 'kicked'): Promise<void> {
    // First, so that the encoder is refused when it reconnects at once.
    await cooldowns.start(userId);
    media.stop(userId, reason);
  }

  /** Drops a channel's stream that another process serves now, without recording an end. */
  function release(streamerId: UserId, streamId?: StreamId): void {
    if (lifecycle.disown(streamerId, streamId)) media.release(streamerId);
  }

  processes.onRenewed(async (isSettled) => {
    // After an outage of the database, the living processes come back first.
    if (isSettled) await lifecycle.recover();
    for (const streamerId of await lifecycle.reconcile()) release(streamerId);
  });

  const load = () =>
    readLiveLoad({
      core: media,
      transcoding,
      viewers: () => viewers.ownCount(),
      ...options.media,
      maxConnections: DEFAULT_RTMP_LIMITS.maxConnections,
      maxViewers: options.maxViewers,
      maxWebRtcViewers: options.webrtc?.settings.maxViewers ?? 0,
    });

  return {
    name: 'live',
    media,
    showRecordingsWith(added) {
      recordings = added;
    },
    streams,
    lifecycle,
    viewers,
    presence,
    playback,
    gates,
    spareCores: transcoding.spare,
    thumbnails,
    forward: forwarder?.forward ?? ((_id, _exchange, notFound) => notFound()),
    iceServers: (user) => iceServersOf(options.ice, options.nowMs(), user),
    load,
    metrics: liveMetrics(load),
    async recover() {
      await cooldowns.restore(db);
      await lifecycle.recover(processes.id);
    },
    routes(app) {
      liveRoutes(app, {
        streams,
        ingestHealth,
        cooldowns,
        thumbnailImages,
        playback,
        stop: (userId) => stop(userId, 'stopped'),
      });
      statisticsRoutes(app, statistics);
    },
    topics: topics.topics,
    subscriptions: liveSubscriptions({
      ...options,
      media,
      lifecycle,
      streams,
      playback,
      grants,
      topics,
      forwarder,
      thumbnailImages,
      stop,
      release,
      isShown,
    }),
    exportUserData: async (userId) => ({ streams: await db.read((reader) => findAllOf(reader, userId)) }),
    async deleteUserData(tx, userId, onCommit) {
      const all = await findAllOf(tx, userId);
      onCommit(async () => {
        await thumbnails.delete(all.map(({ id }) => id));
        for (const { thumbnailUrl } of all) await images.discard(thumbnailUrl);
      });
    },
    async close() {
      await media.close();
      transcoding.close();
      forwarder?.close();
      thumbnails.close();
      audience.close();
      ingestHealth.close();
      topics.close();
      playback.close();
      await lifecycle.close();
    },
  };
}
