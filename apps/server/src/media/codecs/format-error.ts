import type { TrackKind } from '../unit.ts';

/** The kinds of errors in media bytes (closed set). */
export type MediaFormatCode =
  /** The bytes end before the structure does. */
  | 'truncated'
  /** A value is forbidden by the specification. */
  | 'invalid'
  /**
   * The bytes are well-formed, but with a codec, profile or layout that this server does not support, or beyond its
   * limits.
   */
  | 'unsupported';

/**
 * Media that this server does not support (closed set). Codecs have their usual names or FourCCs: `MP3`, `Speex`,
 * `vvc1`.
 */
export type UnsupportedMedia =
  | { readonly code: 'unsupported_video_codec'; readonly codec: string }
  | { readonly code: 'unsupported_audio_codec'; readonly codec: string }
  /** `objectType` is the audio object type of ISO/IEC 14496-3 table 1.17. */
  | { readonly code: 'unsupported_aac_profile'; readonly objectType: number }
  | { readonly code: 'unsupported_channel_layout'; readonly codec: 'AAC' | 'Opus'; readonly layout: string }
  | { readonly code: 'unsupported_configuration'; readonly codec: 'AV1' | 'Opus' }
  | { readonly code: 'multiple_tracks'; readonly kind: TrackKind }
  | { readonly code: 'bitrate_exceeded'; readonly kbps: number; readonly maxKbps: number };

/**
 * The only error that readers of media bytes throw. Its message is technical English for the encoder's
 * log; for users, features word the code in `unsupported`.
 */
export class MediaFormatError extends Error {
  override readonly name = 'MediaFormatError';
  readonly code: MediaFormatCode;
  /** Only set if the code is `unsupported`. */
  readonly unsupported: UnsupportedMedia | undefined;

  constructor(code: MediaFormatCode, message: string, unsupported?: UnsupportedMedia) {
    super(message);
    this.code = code;
    this.unsupported = unsupported;
  }
}

export function truncated(what: string): MediaFormatError {
  return new MediaFormatError('truncated', `${what} ends before it is complete.`);
}

export function invalid(message: string): MediaFormatError {
  return new MediaFormatError('invalid', message);
}

export function unsupported(media: UnsupportedMedia, message: string): MediaFormatError {
  return new MediaFormatError('unsupported', message, media);
}
