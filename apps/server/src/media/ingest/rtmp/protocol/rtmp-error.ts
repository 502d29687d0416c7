/** Why bytes are not acceptable as RTMP (closed set; part of `CloseReason`). */
export type RtmpErrorReason =
  /** The handshake is of another protocol. */
  | 'not_rtmp'
  /** Chunks that break the specification. */
  | 'bad_chunk'
  /** Beyond a limit: a message, the incomplete messages together, the chunk streams. */
  | 'too_large'
  /** A command or data message that is not AMF0 or not valid. */
  | 'bad_message';

/** The only error that the readers of RTMP throw. The connection closes with its reason. */
export class RtmpError extends Error {
  override readonly name = 'RtmpError';
  readonly reason: RtmpErrorReason;

  constructor(reason: RtmpErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
