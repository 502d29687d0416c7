/** What may be wrong with media bytes (closed set; counted by whoever read them). */
export type MediaFormatCode =
  /** The bytes end before the structure does. */
  | 'truncated'
  /** A value that its specification forbids. */
  | 'invalid'
  /** Well-formed, but a codec, profile or layout that this server does not carry. */
  | 'unsupported';

/** The one error that readers of media bytes throw; its message says what the encoder should change. */
export class MediaFormatError extends Error {
  override readonly name = 'MediaFormatError';
  readonly code: MediaFormatCode;

  constructor(code: MediaFormatCode, message: string) {
    super(message);
    this.code = code;
  }
}

export function truncated(what: string): MediaFormatError {
  return new MediaFormatError('truncated', `${what} ends before it is complete.`);
}

export function invalid(message: string): MediaFormatError {
  return new MediaFormatError('invalid', message);
}

export function unsupported(message: string): MediaFormatError {
  return new MediaFormatError('unsupported', message);
}
