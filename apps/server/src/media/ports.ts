/** The requests and reports of the media core to the rest of the server. `features/live` implements them. */
import type { UnsupportedMedia } from './codecs/format-error.ts';
import type { DisconnectReason, StreamReader } from './reader.ts';
import type { RecordingSink } from './recorder/recorder.ts';
import type { Track, Tracks, Unit, VideoTrack } from './unit.ts';

/** The logger that the media core needs; pino has this shape. */
export interface MediaLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A publish request from an encoder. */
export interface PublishRequest {
  readonly protocol: 'rtmp' | 'whip' | 'loop';
  /** RTMP's application name; `live` by convention. */
  readonly app: string;
  readonly streamKey: string;
  readonly remoteAddress: string;
  /** The encoder's name for itself, or null: `FMLE/3.0 (compatible; FMSc/1.0)`. */
  readonly encoder: string | null;
}

export type PublishRefusal =
  | 'unknown_key'
  | 'banned'
  | 'already_publishing'
  /** The channel's owner or an admin ended the stream, and the publish cooldown still runs. */
  | 'stopped'
  /** The server carries as many streams as its settings or its memory allow. */
  | 'at_capacity'
  | 'shutting_down'
  /** The encoder's network sent too many requests; its stream key is not looked up. */
  | 'too_many_attempts'
  | 'unavailable';

export interface RefusedPublish {
  readonly accepted: false;
  readonly refusal: PublishRefusal;
  /** The channel that the key belongs to, or null if the key is unknown or could not be checked. */
  readonly channelId: string | null;
}

/** `streamId` names the stream in URLs; the same id is given again to continue a stream. */
export type PublishDecision =
  | {
      readonly accepted: true;
      readonly channelId: string;
      readonly streamId: string;
      /** Whether the stream is not delivered until `MediaCore.withhold` allows it. */
      readonly isWithheld?: boolean;
      /** Whether its media is delivered only to requests that `authorizePlayback` admits. */
      readonly isRestricted?: boolean;
    }
  | RefusedPublish;

export interface MediaPorts {
  authorizePublish(request: PublishRequest): Promise<PublishDecision>;
  onRefused(request: PublishRequest, refused: RefusedPublish): void;
  /** The encoder that sent the request publishes on the channel from now on. */
  onAccepted(channelId: string, request: PublishRequest): void;
  /** The first tracks are known. Additional readers are attached here. */
  onStart(stream: LiveStreamView): void;
  /**
   * The first playlist can be fetched, so that a player can start, its segments can be recorded and renditions can be
   * made of it.
   */
  onPlayable(stream: LiveStreamView, record: RecordStream, ladder: LadderControl): void;
  /** The publication ended, and the grace period began. */
  onInterrupted(stream: LiveStreamView, reason: DisconnectReason): void;
  onResumed(stream: LiveStreamView): void;
  /** The channel's encoder sends media that this server does not support. Its publication ends with it. */
  onUnsupportedMedia(channelId: string, media: UnsupportedMedia): void;
  onEnd(stream: LiveStreamView, reason: DisconnectReason): void;
}

/**
 * Stores the segments of a live stream from now on.
 * @returns false if it is being recorded already, or the stream has ended
 */
export type RecordStream = (sink: RecordingSink) => boolean;

/** A video rendition to encode as H.264 without B-frames. */
export interface VideoRendition {
  /** The name in URLs and menus: `720p`. */
  readonly name: string;
  /** The width in pixels, which is even. */
  readonly width: number;
  readonly height: number;
  /** The value 2 keeps every second frame. */
  readonly frameRateDivisor: 1 | 2;
  readonly bitsPerSecond: number;
}

/**
 * Receives encoded media. Times are those of the live stream: the frame that was encoded keeps its presentation time,
 * which is its decode time as well. Every keyframe of the source is a keyframe of its renditions.
 */
export interface TranscoderOutput<T extends Track = Track> {
  /** Called before the first unit, and again after a break if the track changed. */
  onTrack(track: T): void;
  onUnit(unit: Unit): void;
  /** Frames are missing or the source changed. The next video unit is a keyframe. */
  onBreak(): void;
}

/** The properties of the source by which a ladder is chosen. */
export interface LadderSource {
  /** Null if neither the encoder nor its timestamps declare it. */
  readonly frameRate: number | null;
  /** The bitrate of the video so far. */
  readonly bitsPerSecond: number;
}

/** The renditions that are made of a live stream, for the policy that decides which ones. */
export interface LadderControl {
  readonly source: LadderSource;
  /** Lists these renditions beside the source from now on. Renditions that were offered before are no longer made. */
  offer(renditions: readonly VideoRendition[]): void;
  /**
   * Publishes the media of the output as the rendition.
   * @throws Error if it is not offered
   */
  start(name: string): TranscoderOutput<VideoTrack>;
  /** Withdraws a rendition until it is started again. */
  stop(name: string): void;
  /**
   * Calls `listener` for each request of an offered rendition's playlist. It starts the rendition if that is not made
   * yet, or returns false if it cannot be made now.
   */
  onRequest(listener: (name: string) => boolean): void;
}

/** A live stream for the rest of the server. */
export interface LiveStreamView {
  readonly channelId: string;
  readonly streamId: string;
  /** The start in milliseconds since 1970. */
  readonly startedAtMs: number;
  readonly state: 'live' | 'interrupted' | 'ended';
  readonly tracks: Tracks;
  /**
   * Adds a reader, which receives the current tracks at once; on an ended stream it does nothing. A reader that throws
   * is detached, then `onFault` is called.
   * @returns a function that detaches it
   */
  attach(reader: StreamReader, onFault?: (error: unknown) => void): () => void;
}

/** The handle of an ingest protocol while its encoder publishes. Every method is synchronous and cheap. */
export interface Publication {
  /** Called before the first unit, and again when parameter sets change. Equal tracks are ignored. */
  tracks(tracks: Tracks): void;
  /**
   * Takes units of both tracks in order of arrival. The hub detects and repairs timestamp jumps.
   * @throws MediaFormatError `unsupported` if the publisher exceeds its bitrate; the caller then closes
   */
  unit(unit: Unit): void;
  /**
   * Ends the publication. Idempotent.
   * @param unsupported the encoder's media if the reason is `unsupported_media`
   */
  close(reason: DisconnectReason, unsupported?: UnsupportedMedia): void;
  /** Aborted by the hub when this publication must stop; its `reason` is a DisconnectReason. */
  readonly signal: AbortSignal;
}

export type PublishResult = { readonly accepted: true; readonly publication: Publication } | RefusedPublish;

/** The hub, to which ingest protocols publish. */
export interface PublishTarget {
  publish(request: PublishRequest): Promise<PublishResult>;
}
