import type { Config } from '#config/config.ts';
import { DEFAULT_VIEWERS } from '#config/env.ts';
import type { UsageLimit } from './network-usage.ts';

export type ViewerLimits = ReturnType<typeof viewerLimits>;

/** Derives all limits of connections and requests from the number of viewers that the operator expects. */
export function viewerLimits({
  maxViewers,
  maxViewersPerNetwork,
}: Pick<Config, 'maxViewers' | 'maxViewersPerNetwork'> = DEFAULT_VIEWERS) {
  const perViewer = (amount: number): UsageLimit => ({
    total: maxViewers * amount,
    perNetwork: maxViewersPerNetwork * amount,
  });
  return {
    /** Browsers open at most six HTTP/1.1 connections to a server, WebSockets apart. */
    connections: perViewer(7),
    /** A player waits for the playlists of video and audio, and for the next part of each. */
    blockedRequests: perViewer(4),
    /** Bytes that sockets have not accepted: a part of a third of a second at 6 Mbps. */
    unsentBytes: perViewer(256 * 1024),
    /** Viewers over WebRTC, and the number of those whose connection is not established yet. */
    webrtcViewers: perViewer(1),
    webrtcConnecting: { total: 200, perNetwork: Math.max(8, Math.ceil(maxViewersPerNetwork / 20)) },
    /** A tab has one socket. */
    sockets: perViewer(2),
    /** The requests that the clients of one network may send together in a minute. */
    perMinute: {
      pages: maxViewersPerNetwork * 3,
      /** A page shows up to about forty images. */
      images: maxViewersPerNetwork * 40,
      /** At double speed, a player fetches two segments of two seconds of video and audio each second. */
      recordings: maxViewersPerNetwork * 240,
      /** The new sockets. */
      connects: maxViewersPerNetwork * 6,
      /** A page subscribes to five topics. */
      subscriptions: maxViewersPerNetwork * 20,
    },
    /** The messages on sockets that one network may send in each second. */
    messagesPerSecond: maxViewersPerNetwork * 2,
  } as const;
}
