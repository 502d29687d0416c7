/** What the media core asks of the world and tells it; `features/live` implements these. */
import type { UnsupportedMedia } from './codecs/format-error.ts';
import type { DisconnectReason, StreamReader } from './reader.ts';
import type { Tracks, Unit } from './unit.ts';

/** A publish request from an encoder. */
export interface PublishRequest {
  readonly protocol: 'rtmp' | 'whip' | 'loop';
  /** RTMP's application name; `live` by convention. */
  readonly app: string;
  readonly streamKey: string;
  readonly remoteAddress: string;
  /** What the encoder calls itself, if it says: `FMLE/3.0 (compatible; FMSc/1.0)`. */
  readonly encoder: string | null;
}

export type PublishRefusal =
  | 'unknown_key'
  | 'banned'
  | 'already_publishing'
  /** The channel's owner has just ended its broadcast. */
  | 'stopped'
  | 'shutting_down'
  | 'unavailable';

export interface RefusedPublish {
  readonly accepted: false;
  readonly refusal: PublishRefusal;
  /** The channel that the key belongs to, or null where the key is unknown or could not be checked. */
  readonly channelId: string | null;
}

/** `streamId` names the stream in URLs; the same id is given again to continue a stream. */
export type PublishDecision =
  | { readonly accepted: true; readonly channelId: string; readonly streamId: string }
  | RefusedPublish;

export interface MediaPorts {
  authorizePublish(request: PublishRequest): Promise<PublishDecision>;
  onRefused(request: PublishRequest, refused: RefusedPublish): void;
  /** The encoder that sent the request publishes on the channel from now on. */
  onAccepted(channelId: string, request: PublishRequest): void;
  /** The session's first tracks are known. Extra sinks that should read it are attached here. */
  onStart(session: LiveStreamView): void;
  /** The first playlist can be fetched: a viewer's player would start now. */
  onPlayable(session: LiveStreamView): void;
  /** The signal is gone; the grace window runs. */
  onInterrupted(session: LiveStreamView, reason: DisconnectReason): void;
  onResumed(session: LiveStreamView): void;
  /** The channel's encoder sends something that this server does not carry. Its publication ends with it. */
  onUnsupportedMedia(channelId: string, media: UnsupportedMedia): void;
  onEnd(session: LiveStreamView, reason: DisconnectReason): void;
}

/** One broadcast as the rest of the server may see it. */
export interface LiveStreamView {
  readonly channelId: string;
  readonly streamId: string;
  readonly startedAtMs: number;
  readonly state: 'live' | 'interrupted' | 'ended';
  readonly tracks: Tracks;
  /** Adds a reader; it is given the present tracks at once, and nothing where the session has ended. A sink that throws is detached, then `onFault` is told. */
  attach(sink: StreamReader, onFault?: (error: unknown) => void): () => void;
}

/** What an ingest protocol holds while its encoder publishes; every method is synchronous and cheap. */
export interface Publication {
  /** Before the first unit, and again when parameter sets change. Equal tracks are ignored. */
  tracks(tracks: Tracks): void;
  /** Units of both tracks in decode order of arrival. Jumps are found and mended here, not by ingest. */
  unit(unit: Unit): void;
  /** The signal stopped. Idempotent. @param unsupported what the encoder sent, where the reason is `unsupported_media` */
  close(reason: DisconnectReason, unsupported?: UnsupportedMedia): void;
  /** Aborted by the hub when this publication must stop (taken over, kicked, shutdown). `reason` is a DisconnectReason. */
  readonly signal: AbortSignal;
}

export type PublishResult = { readonly accepted: true; readonly publication: Publication } | RefusedPublish;

/** The publishTarget that ingest protocols knock at. */
export interface PublishTarget {
  publish(request: PublishRequest): Promise<PublishResult>;
}
