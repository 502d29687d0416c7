import type { PublishRefusal } from '../../ports.ts';
import type { DisconnectReason } from '../../reader.ts';
import type { RtmpErrorReason } from './protocol/rtmp-error.ts';

/** Why a connection closed (closed set; each is counted). */
export type CloseReason =
  /** The encoder unpublished and closed. */
  | 'unpublished'
  /** The peer closed without publishing: a port scan, a health check. */
  | 'left'
  /** The socket closed during a publication. */
  | 'connection_lost'
  | RtmpErrorReason
  | 'handshake_timeout'
  | 'publish_timeout'
  | 'idle_timeout'
  /** The peer does not read the server's messages. */
  | 'slow_reader'
  | 'too_many_connections'
  /** The media bytes violate the specification of their format. */
  | 'bad_media'
  | 'unsupported_media'
  | `refused_${PublishRefusal}`
  /** The peer sent play; viewers are served over HTTP. */
  | 'refused_play'
  | 'taken_over'
  | 'stopped'
  | 'kicked'
  | 'at_capacity'
  | 'shutdown'
  | 'internal_error';

/** The reason that the hub receives for a closed connection. */
export function disconnectReason(reason: CloseReason): DisconnectReason {
  switch (reason) {
    case 'unpublished':
    case 'unsupported_media':
    case 'taken_over':
    case 'stopped':
    case 'kicked':
    case 'at_capacity':
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
