/** The reasons why bytes are not acceptable as RTMP (closed set; part of `CloseReason`). */
export type RtmpErrorReason =
  /** The handshake belongs to another protocol. */
  | 'not_rtmp'
  /** The chunks violate the specification. */
  | 'bad_chunk'
  /** A limit is exceeded: the size of a message, that of all incomplete messages, or the number of chunk streams. */
  | 'too_large'
  /** A command or data message is not AMF0 or invalid. */
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
