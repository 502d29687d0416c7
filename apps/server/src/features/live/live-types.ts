/** The parts that the live feature is made of, and the interface that it offers to other features. */

import type { IncomingMessage } from 'node:http';
import type { ChannelsFeature } from '#features/channels/index.ts';
import type { Identity } from '#features/identity/index.ts';
import type { MediaCore, MediaCoreOptions } from '#media/core.ts';
import type { DeliveryLimits, ForwardRequest } from '#media/delivery/index.ts';
import type { MediaSettings, WebRtcSettings } from '#media/settings.ts';
import type { IceServer, iceServersOf, WebRtcLimits } from '#media/webrtc/index.ts';
import type { Bus } from '#platform/bus/index.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { Hooks } from '#platform/hooks.ts';
import type { Images } from '#platform/images/index.ts';
import type { Log } from '#platform/log/log.ts';
import type { ProcessRegistry } from '#platform/processes/process-registry.ts';
import type { Realtime } from '#platform/realtime/index.ts';
import type { SharedState } from '#platform/shared-state/index.ts';
import type { Storage } from '#platform/storage/index.ts';
import type { StreamLifecycle } from './lifecycle/stream-lifecycle.ts';
import type { LiveLoad } from './live-load.ts';
import type { GateSchedule } from './playback/gate-schedule.ts';
import type { PlaybackService } from './playback/playback.service.ts';
import type { StreamRecordings } from './streams/stream-recordings.repo.ts';
import type { PublicStreams } from './streams/streams.service.ts';
import type { Thumbnails } from './streams/thumbnails.ts';
import type { SpareCores, TranscodingOptions } from './transcoding/transcoding.service.ts';
import type { Presence } from './viewers/presence.ts';
import type { ViewerTotals } from './viewers/viewer-totals.ts';

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
  /** The number of viewers that the operator expects at once. */
  readonly maxViewers: number;
  /** The longest downtime of the instance after which its streams continue. */
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
  /** The port on which RTMP listens. */
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
  /** The number of viewers of a stream, in all processes. */
  readonly viewers: Pick<ViewerTotals, 'count'>;
  /** The tabs that are connected to this process, and the streams that they watch. */
  readonly presence: Pick<Presence, 'onWatching' | 'onPlayed'>;
  /** Decides who may watch which stream. */
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
  /** The share of its limits that this process uses. */
  load(): LiveLoad;
  /** Call once before publishers are accepted: takes up the streams and cooldowns that a stopped instance left. */
  recover(): Promise<void>;
}
