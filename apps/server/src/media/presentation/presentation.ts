/** A packaged stream for delivery: bytes that exist, and notifications of more. */
import type { TrackKind } from '../unit.ts';

/**
 * The renditions that an encoder sends, in live streams and recordings. Those that are made of it have names of their
 * own.
 */
export type RenditionName = 'video' | 'audio';

/** Bytes of a playlist, rendered once per change for all clients. */
export interface CachedPlaylist {
  readonly body: Uint8Array;
  /** The compressed bytes, computed on first use. */
  gzip(): Uint8Array;
}

/** Media bytes as views to be written one after the other (writev); they never change. */
export interface MediaBytes {
  readonly chunks: readonly Uint8Array[];
  readonly byteLength: number;
}

/** Media bytes that have left memory and are read from the store. They never change either. */
export interface StoredBytes {
  readonly byteLength: number;
  /**
   * @param first the first byte to read; `last` is the last one
   * @returns null if they were deleted; the bytes at once if they are in memory
   * @throws an error if they cannot be read now
   */
  read(first: number, last: number): Uint8Array | Promise<Uint8Array | null>;
}

export type Media = MediaBytes | StoredBytes;

/**
 * The newest part of a rendition: part `part` (from 0) of segment `msn`. The part is -1 while that
 * segment has none, for instance when the segment before it has just been finished.
 */
export interface Edge {
  readonly msn: number;
  readonly part: number;
}

export interface Rendition {
  /** The name in URLs: `video`, `audio`, `720p`. */
  readonly name: string;
  readonly kind: TrackKind;
  /** In seconds, as declared in the playlist; both are constant for the life of the presentation. */
  readonly partTargetSeconds: number;
  readonly targetDurationSeconds: number;
  readonly edge: Edge;
  /** Whether a player can start. False while a rendition is being made for its first viewer. */
  readonly isPlayable: boolean;
  /** Whether the playlist has its ENDLIST and is complete. */
  readonly ended: boolean;
  /** The current playlist, whole or as a delta update (`_HLS_skip=YES`). */
  playlist(delta: boolean): CachedPlaylist;
  /** The initialization section `init-{version}.mp4`. Each change of the track makes a new version. */
  init(version: number): Uint8Array | undefined;
  /** Undefined for a GAP, which has no bytes, and for a part that does not exist. */
  part(msn: number, part: number): Media | undefined;
  /** A finished segment, whole. Undefined for a GAP. */
  segment(msn: number): Media | undefined;
  /**
   * Calls `listener` after new parts, new segments and the end: once for all that one unit added, when every rendition
   * of the presentation has it.
   * @returns a function that stops it
   */
  onAdvance(listener: () => void): () => void;
}

/**
 * One stream from its first playlist to its end. `epoch` is random and part of every media URL, so
 * that URLs stay immutable even where the server restarts during a stream.
 *
 * URLs, relative to /live/{streamId}/:
 *   index.m3u8                          multivariant playlist
 *   {epoch}/{rendition}.m3u8            media playlist (?_HLS_msn= &_HLS_part= &_HLS_skip=)
 *   {epoch}/{rendition}/init-{v}.mp4    initialization section
 *   {epoch}/{rendition}/{msn}.m4s       segment
 *   {epoch}/{rendition}/{msn}.{part}.m4s  part
 */
export interface Presentation {
  readonly streamId: string;
  readonly epoch: string;
  multivariant(): CachedPlaylist;
  rendition(name: string): Rendition | undefined;
  /**
   * Finds a rendition for the request of its playlist, by which a viewer requests a rendition that is made when it is
   * needed.
   * @returns 'refused' if it cannot be made now
   */
  request(name: string): Rendition | 'refused' | undefined;
}

export interface PresentationSource {
  presentation(streamId: string): Presentation | undefined;
  /** Whether only requests with a right to the stream may fetch it. */
  isRestricted(streamId: string): boolean;
}
