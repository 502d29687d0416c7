/** A packaged stream as delivery reads it: bytes that exist, and a notice when there are more. */

export type RenditionName = 'video' | 'audio';

/** Bytes of a playlist, rendered once per change whatever the number of readers. */
export interface CachedPlaylist {
  readonly body: Uint8Array;
  /** Compressed on first use, then kept. */
  gzip(): Uint8Array;
}

/** Media bytes as views to be written one after the other (writev); never changed once seen. */
export interface MediaBytes {
  readonly chunks: readonly Uint8Array[];
  readonly byteLength: number;
}

/**
 * The newest thing a rendition has: part `part` (from 0) of segment `msn`; -1 while that segment has
 * none, as when the one before it has just been finished.
 */
export interface Edge {
  readonly msn: number;
  readonly part: number;
}

export interface Rendition {
  readonly name: RenditionName;
  /** Seconds, as declared in the playlist; constant for the life of the presentation. */
  readonly partTargetSeconds: number;
  readonly targetDurationSeconds: number;
  readonly edge: Edge;
  /** ENDLIST is in the playlist; nothing will follow. */
  readonly ended: boolean;
  /** The present playlist, whole or as a delta update (`_HLS_skip=YES`). */
  playlist(delta: boolean): CachedPlaylist;
  /** The initialisation section `init-{version}.mp4`; a new version with each change of tracks. */
  init(version: number): Uint8Array | undefined;
  part(msn: number, part: number): MediaBytes | undefined;
  /** A finished segment, whole. A segment or part that is a GAP has no bytes: undefined. */
  segment(msn: number): MediaBytes | undefined;
  /**
   * Called after new parts, new segments and the end: once for all that one unit has added, when
   * every rendition of the presentation has it. Returns how to stop.
   */
  onAdvance(listener: () => void): () => void;
}

/**
 * One stream from its first playlist to its end. `epoch` is random and part of every media URL, so
 * that URLs stay immutable even where the server restarts within one broadcast.
 *
 * URLs, relative to /live/{streamId}/:
 *   index.m3u8                          multivariant playlist
 *   {epoch}/{rendition}.m3u8            media playlist (?_HLS_msn= &_HLS_part= &_HLS_skip=)
 *   {epoch}/{rendition}/init-{v}.mp4    initialisation section
 *   {epoch}/{rendition}/{msn}.m4s       segment
 *   {epoch}/{rendition}/{msn}.{part}.m4s  part
 */
export interface Presentation {
  readonly streamId: string;
  readonly epoch: string;
  multivariant(): CachedPlaylist;
  rendition(name: string): Rendition | undefined;
}

/** Where delivery finds presentations. */
export interface PresentationSource {
  presentation(streamId: string): Presentation | undefined;
}
