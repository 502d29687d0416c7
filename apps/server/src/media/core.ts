import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  type AuthorizePlayback,
  createDelivery,
  type DeliveryLimits,
  type DeliveryStats,
  type ForwardRequest,
} from './delivery/index.ts';
import { Hub } from './hub/hub.ts';
import type { IngestFactory, IngestStats } from './ingest/ingest.ts';
import { createPackager, type Packager } from './packager/packager.ts';
import type { LiveStreamView, MediaLog, MediaPorts, PublishTarget } from './ports.ts';
import { type PackagingStatistics, PresentationRegistry } from './presentation/presentation-registry.ts';
import type { SignManifest } from './presentation/rendition-manifests.ts';
import type { DisconnectReason } from './reader.ts';
import { Recorder, type RecordingSink } from './recorder/recorder.ts';
import type { MediaSettings } from './settings.ts';
import { createWebRtc, type WebRtcOptions, type WebRtcStats } from './webrtc/index.ts';

export interface MediaCoreOptions {
  readonly settings: MediaSettings;
  readonly ports: MediaPorts;
  /** The protocols that encoders publish over. */
  readonly ingests: readonly IngestFactory[];
  readonly log: MediaLog;
  /** Answers requests for streams that this process does not have. By default with 404. */
  readonly forward?: ForwardRequest | null;
  /** Decides about requests for restricted streams. By default refuses them. */
  readonly authorizePlayback?: AuthorizePlayback;
  /** The origin whose pages read restricted streams from another host. Null, the default: no such pages. */
  readonly pagesOrigin?: string | null;
  /** The limits of waiting requests and bytes. No limits by default. */
  readonly deliveryLimits?: DeliveryLimits;
  /** No playback over WebRTC by default. */
  readonly webrtc?: Omit<WebRtcOptions, 'presentations' | 'authorize' | 'forward' | 'log'> | null;
  /** Signs part manifests. Null, the default: viewers never exchange streams. */
  readonly signManifest?: SignManifest | null;
}

/** The live core. Publishers inside this process publish to it directly. */
export interface MediaCore extends PublishTarget {
  /**
   * Starts every ingest.
   * @throws the system's error if a port is taken (EADDRINUSE)
   */
  listen(): Promise<void>;
  /** Serves /live/ and /whep/ on a bare HTTP server; returns false for every other URL. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Ends a channel's live stream at once. After a kick, the channel's media can no longer be fetched. */
  stop(channelId: string, reason: DisconnectReason): void;
  /** Makes a stream unavailable to viewers while it continues, or available again. */
  withhold(streamId: string, isWithheld: boolean): void;
  /** Delivers a stream only to requests with a right to it, or to all viewers. */
  restrict(streamId: string, isRestricted: boolean): void;
  /** Publishes part manifests of a stream, which its viewers give to each other, or stops it. */
  exchange(streamId: string, isExchanged: boolean): void;
  /** Releases a channel's live stream, which another process continues: viewers see no ENDLIST. */
  release(channelId: string): void;
  stats(): MediaStats;
  /** Refuses publishers, ends every live stream, answers blocked requests, and waits for recorders. */
  close(): Promise<void>;
}

export interface MediaStats {
  readonly liveStreams: number;
  /** The statistics of each ingest, by name. */
  readonly ingests: Readonly<Record<string, IngestStats>>;
  readonly packaging: PackagingStatistics;
  readonly delivery: DeliveryStats;
  /** Null if playback over WebRTC is off. */
  readonly webrtc: WebRtcStats | null;
}

/** Wires the live core: ingests -> hub -> packager -> delivery. */
export function createMediaCore(options: MediaCoreOptions): MediaCore {
  const { settings, ports, log, forward = null, authorizePlayback, deliveryLimits } = options;
  const { signManifest = null } = options;
  const presentations = new PresentationRegistry({
    keepSeconds: settings.liveWindowSeconds,
    memoryBytes: settings.memoryBytes,
    onOverflow(channelId, streamId) {
      const { memoryBytes } = settings;
      log.error({ streamId, memoryBytes }, 'Live media exceeds its memory; ending the largest stream');
      hub.stop(channelId, 'at_capacity');
    },
  });
  /** The packager of each channel's live stream. */
  const packagers = new Map<string, { readonly packager: Packager; readonly detach: () => void }>();
  /** The packagers of streams that are being recorded. */
  const recorded = new WeakSet<Packager>();
  const recordings = new Set<Promise<void>>();
  const hub = new Hub({
    settings,
    log,
    hasMemory: () => presentations.hasRoom,
    ports: {
      async authorizePublish(request) {
        const decision = await ports.authorizePublish(request);
        if (decision.accepted && decision.isWithheld) presentations.withhold(decision.streamId, true);
        if (decision.accepted && decision.isRestricted) presentations.restrict(decision.streamId, true);
        return decision;
      },
      onAccepted: (channelId, request) => ports.onAccepted(channelId, request),
      onRefused: (request, refused) => ports.onRefused(request, refused),
      onInterrupted: (stream, reason) => ports.onInterrupted(stream, reason),
      onResumed: (stream) => ports.onResumed(stream),
      onUnsupportedMedia: (channelId, media) => ports.onUnsupportedMedia(channelId, media),
      onStart(stream) {
        const { channelId, streamId } = stream;
        const packager = createPackager({
          streamId,
          settings,
          onPlayable: () =>
            ports.onPlayable(stream, (sink) => record(stream, packager, sink), packager.ladder),
          onGrowth: () => presentations.grew(streamId),
          manifests: signManifest && {
            sign: signManifest,
            isExchanged: () => presentations.isExchanged(streamId),
          },
        });
        presentations.add(channelId, streamId, packager);
        ports.onStart(stream);
        const detach = stream.attach(packager, (error) => {
          log.error({ err: error, streamId }, 'Packaging failed; ending the stream');
          endPlaylists(packager, streamId);
          hub.stop(channelId, 'protocol_error');
        });
        packagers.set(channelId, { packager, detach });
        webrtc?.add(stream);
      },
      onEnd(stream, reason) {
        packagers.delete(stream.channelId);
        presentations.ended(stream.streamId);
        ports.onEnd(stream, reason);
      },
    },
  });
  const ingests = options.ingests.map((create) => create(hub, log));
  const delivery = createDelivery({
    source: presentations,
    forward,
    pagesOrigin: options.pagesOrigin ?? null,
    ...(authorizePlayback && { authorize: authorizePlayback }),
    ...(deliveryLimits && { limits: deliveryLimits }),
  });

  const webrtc = options.webrtc
    ? createWebRtc({
        ...options.webrtc,
        presentations,
        authorize: authorizePlayback ?? (() => 0),
        forward,
        log,
      })
    : null;

  /**
   * Ends the playlists of a packager that failed: the hub has detached it, so it is not called when its stream ends.
   */
  function endPlaylists(packager: Packager, streamId: string): void {
    try {
      packager.onEnd('protocol_error');
    } catch (error) {
      log.warn({ err: error, streamId }, 'Failed to finish the last segment of a stream');
    }
  }

  /** Attaches a recorder to a stream that is not being recorded and has not ended. */
  function record(stream: LiveStreamView, packager: Packager, sink: RecordingSink): boolean {
    const { presentation } = packager;
    const isServed = packagers.get(stream.channelId)?.packager === packager;
    if (!isServed || presentation === undefined || recorded.has(packager)) return false;
    const recorder = new Recorder({ presentation, sink });
    recorded.add(packager);
    const finished = recorder.finished.catch((error: unknown) => {
      log.error({ err: error, streamId: stream.streamId }, 'Recording failed');
    });
    recordings.add(finished);
    void finished.then(() => {
      recorded.delete(packager);
      recordings.delete(finished);
    });
    stream.attach(recorder);
    return true;
  }

  return {
    publish: (request) => hub.publish(request),
    listen: async () => void (await Promise.all(ingests.map((ingest) => ingest.listen()))),
    handle: (request, response) =>
      delivery.handle(request, response) || webrtc?.handle(request, response) === true,
    stop(channelId, reason) {
      // The presentations are removed first, so that requests that wait for the next part find none.
      if (reason === 'kicked') presentations.removeChannel(channelId);
      hub.stop(channelId, reason);
    },
    withhold: (streamId, isWithheld) => presentations.withhold(streamId, isWithheld),
    restrict: (streamId, isRestricted) => presentations.restrict(streamId, isRestricted),
    exchange: (streamId, isExchanged) => presentations.exchange(streamId, isExchanged),
    release(channelId) {
      const stream = hub.liveStream(channelId);
      if (stream === undefined) return;
      const { packager, detach } = packagers.get(channelId) ?? {};
      detach?.();
      presentations.remove(stream.streamId);
      // The part that viewers wait for comes from the other process, to which their next requests go.
      if (packager?.presentation !== undefined) delivery.withdrawn(packager.presentation);
      hub.stop(channelId, 'taken_over');
    },
    stats: () => ({
      liveStreams: hub.size,
      ingests: Object.fromEntries(ingests.map((ingest) => [ingest.name, ingest.stats()])),
      packaging: presentations.statistics(),
      delivery: delivery.stats(),
      webrtc: webrtc?.stats() ?? null,
    }),
    async close() {
      // Delivery closes first: a stop of the process must not show viewers an ENDLIST, since streams continue after a
      // restart.
      delivery.close();
      webrtc?.close();
      hub.close();
      presentations.close();
      await Promise.all(recordings);
      await Promise.all(ingests.map((ingest) => ingest.close()));
    },
  };
}
