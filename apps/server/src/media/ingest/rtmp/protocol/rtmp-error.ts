/** Why bytes are not RTMP that this server answers (closed set; part of `CloseReason`). */
export type RtmpErrorReason =
  /** The first byte or the handshake is another protocol's. */
  | 'not_rtmp'
  /** Chunks that break the protocol's rules. */
  | 'bad_chunk'
  /** More than the limits allow: a message, a sum of partial ones, a number of chunk streams. */
  | 'too_large'
  /** A command or data message that is no AMF0 or makes no sense. */
  | 'bad_message';

/** The one error that the readers of RTMP throw; the connection closes with its reason. */
export class RtmpError extends Error {
  override readonly name = 'RtmpError';
  readonly reason: RtmpErrorReason;

  constructor(reason: RtmpErrorReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
