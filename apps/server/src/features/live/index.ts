/** Live: streams from publish to end, what viewers see of them, and who watches. */
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { createMediaCore } from '#media/core.ts';
import { DEFAULT_RTMP_LIMITS } from '#media/ingest/rtmp/rtmp-limits.ts';
import { rtmpIngest } from '#media/ingest/rtmp/rtmp-server.ts';
import { iceServersOf } from '#media/webrtc/index.ts';
import { networksOf } from '#platform/network/network.ts';
import { ImageCache } from '#platform/storage/index.ts';
import { createStreamForwarder } from './delivery/stream-forwarder.ts';
import { createIngestHealth } from './ingest-health/ingest-health.ts';
import { createPublishCooldowns } from './lifecycle/publish-cooldowns.ts';
import { createStreamLifecycle } from './lifecycle/stream-lifecycle.ts';
import { liveMetrics } from './live.metrics.ts';
import { liveRoutes } from './live.routes.ts';
import { liveSubscriptions } from './live.subscriptions.ts';
import { createLiveTopics } from './live.topics.ts';
import { readLiveLoad } from './live-load.ts';
import type { Live, LiveOptions } from './live-types.ts';
import { createGateSchedule } from './playback/gate-schedule.ts';
import { createPlaybackService } from './playback/playback.service.ts';
import { createPlaybackGrants } from './playback/playback-grants.ts';
import { statisticsRoutes } from './statistics/statistics.routes.ts';
import { createStatistics } from './statistics/statistics.service.ts';
import { NO_RECORDINGS } from './streams/stream-recordings.repo.ts';
import { findAllOf } from './streams/streams.repo.ts';
import { createPublicStreams } from './streams/streams.service.ts';
import { isThumbnailShown } from './streams/thumbnails.repo.ts';
import { createThumbnails } from './streams/thumbnails.ts';
import { createTranscoding } from './transcoding/transcoding.service.ts';
import { countAudience } from './viewers/audience.ts';

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
export type { Live, LiveOptions } from './live-types.ts';
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
