import type { IncomingMessage, ServerResponse } from 'node:http';
import { createDelivery, type DeliveryStats } from './delivery/index.ts';
import { Hub } from './hub/hub.ts';
import { createRtmpServer } from './ingest/rtmp/rtmp-server.ts';
import type { RtmpStats } from './ingest/rtmp/rtmp-stats.ts';
import type { MediaLog } from './log.ts';
import { createPackager, type Packager, type PackagerStatistics } from './packager/packager.ts';
import type { MediaPorts, PublishTarget } from './ports.ts';
import { PresentationRegistry } from './presentation/presentation-registry.ts';
import type { DisconnectReason } from './reader.ts';
import type { MediaSettings } from './settings.ts';

export interface MediaCoreOptions {
  readonly settings: MediaSettings;
  readonly ports: MediaPorts;
  readonly log: MediaLog;
}

export interface MediaCore {
  /** Where publishers that are not RTMP's come in. */
  readonly publishTarget: PublishTarget;
  /** @throws the system's error where the port is taken (EADDRINUSE) */
  listenRtmp(port: number, host: string): Promise<{ readonly port: number }>;
  /** Serves /live/ on a bare HTTP server; false for every other URL. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Ends a channel's broadcast at once. */
  stop(channelId: string, reason: DisconnectReason): void;
  stats(): {
    readonly liveStreams: number;
    readonly rtmp: RtmpStats;
    readonly packaging: PackagerStatistics;
    readonly delivery: DeliveryStats;
  };
  /** Refuses publishers, ends every broadcast, answers whoever waits for a part. */
  close(): Promise<void>;
}

/** Wires the live core: ingest -> hub -> packager -> delivery. */
export function createMediaCore({ settings, ports, log }: MediaCoreOptions): MediaCore {
  const presentations = new PresentationRegistry(settings.liveWindowSeconds);
  const hub = new Hub({
    settings,
    log,
    ports: {
      authorizePublish: (request) => ports.authorizePublish(request),
      onAccepted: (channelId, request) => ports.onAccepted(channelId, request),
      onRefused: (request, refused) => ports.onRefused(request, refused),
      onInterrupted: (liveStream, reason) => ports.onInterrupted(liveStream, reason),
      onResumed: (liveStream) => ports.onResumed(liveStream),
      onUnsupportedMedia: (channelId, media) => ports.onUnsupportedMedia(channelId, media),
      onStart(liveStream) {
        const packager = createPackager({
          streamId: liveStream.streamId,
          settings,
          onPlayable: () => {
            presentations.add(liveStream.streamId, packager);
            ports.onPlayable(liveStream);
          },
        });
        ports.onStart(liveStream);
        liveStream.attach(packager, (error) => {
          log.error(
            { err: error, streamId: liveStream.streamId },
            'Packaging failed; the broadcast was ended',
          );
          endPlaylists(packager);
          hub.stop(liveStream.channelId, 'protocol_error');
        });
      },
      onEnd(liveStream, reason) {
        presentations.ended(liveStream.streamId);
        ports.onEnd(liveStream, reason);
      },
    },
  });
  /** The hub has detached the packager that failed, and so does not tell it that its stream has ended. */
  function endPlaylists(packager: Packager): void {
    try {
      packager.onEnd('protocol_error');
    } catch (error) {
      log.warn({ err: error }, 'The last segment of a broadcast could not be finished');
    }
  }

  const delivery = createDelivery({ source: presentations });
  const rtmp = createRtmpServer({ publishTarget: hub, log });

  return {
    publishTarget: hub,
    listenRtmp: (port, host) => rtmp.listen(port, host),
    handle: (request, response) => delivery.handle(request, response),
    stop: (channelId, reason) => hub.stop(channelId, reason),
    stats: () => ({
      liveStreams: hub.size,
      rtmp: rtmp.stats(),
      packaging: presentations.statistics(),
      delivery: delivery.stats(),
    }),
    async close() {
      // First, so that no viewer is told that a broadcast ended which only changes its process.
      delivery.close();
      hub.close();
      presentations.close();
      await rtmp.close();
    },
  };
}
