import type { PublishRefusal } from '../../ports.ts';
import type { DisconnectReason } from '../../reader.ts';
import type { RtmpErrorReason } from './protocol/rtmp-error.ts';

/** Why a connection was closed (closed set; each is counted). */
export type CloseReason =
  /** The encoder published, said goodbye and left. */
  | 'unpublished'
  /** The peer left without ever publishing: a port scan, a check. */
  | 'left'
  /** The peer's socket died while it published. */
  | 'connection_lost'
  | RtmpErrorReason
  | 'handshake_timeout'
  | 'publish_timeout'
  | 'idle_timeout'
  /** The peer does not read our answers. */
  | 'slow_reader'
  | 'too_many_connections'
  /** Media bytes that break their format. */
  | 'bad_media'
  | 'unsupported_media'
  | `refused_${PublishRefusal}`
  /** It wanted to play; viewers are served over HTTP. */
  | 'refused_play'
  | 'taken_over'
  | 'stopped'
  | 'kicked'
  | 'shutdown'
  | 'internal_error';

/** What the hub is told when a publisher's connection closes for a reason. */
export function disconnectReason(reason: CloseReason): DisconnectReason {
  switch (reason) {
    case 'unpublished':
    case 'unsupported_media':
    case 'taken_over':
    case 'stopped':
    case 'kicked':
    case 'shutdown':
      return reason;
    case 'not_rtmp':
    case 'bad_chunk':
    case 'too_large':
    case 'bad_message':
    case 'bad_media':
      return 'protocol_error';
    default:
      return 'connection_lost';
  }
}
