/**
 * The status messages that encoders receive when they are refused or stopped.
 *
 * OBS (librtmp) disconnects on NetStream.Publish.BadName, .Denied and .Rejected, and writes code and
 * description to its log (releases that do not know BadName write nothing). After Start Streaming its
 * window then shows "Could not access the specified channel or stream key, please double-check your
 * stream key", and it does not retry. Without a status, or with an `_error`, it would report a network
 * failure.
 *
 * An OBS that was live ignores the status: it reconnects up to 25 times with increasing pauses,
 * whatever each attempt is answered, and logs the descriptions.
 *
 * FFmpeg prints the description of any status of level error and exits.
 */
import type { PublishRefusal } from '../../ports.ts';
import type { CloseReason } from './close-reason.ts';

export interface Status {
  readonly level: 'status' | 'error';
  readonly code: string;
  readonly description: string;
}

/**
 * The statuses of refusals: BadName if another key would be accepted, Denied if none is, Rejected if a later attempt
 * may be.
 */
const REFUSALS: Readonly<Record<PublishRefusal, Status>> = {
  unknown_key: error('BadName', 'Unknown stream key. Copy the current key from the Start Streaming page.'),
  banned: error('Denied', 'This channel is banned from streaming.'),
  already_publishing: error(
    'BadName',
    'This stream key is already live from another encoder. Stop that encoder first.',
  ),
  stopped: error(
    'Rejected',
    'This stream was stopped on its control room page. Let the encoder in again there.',
  ),
  shutting_down: error('Rejected', 'The server is restarting. Try again in a minute.'),
  at_capacity: error('Rejected', 'The server has no room for another stream. Try again later.'),
  too_many_attempts: error('Rejected', 'Too many attempts from your network. Try again in a minute.'),
  unavailable: error('Rejected', 'The server cannot accept streams right now. Try again in a minute.'),
};

export const NO_STREAM_KEY = error('BadName', 'No stream key. Enter the key from the Start Streaming page.');
export const BUSY_CONNECTION = error('BadName', 'This connection is already publishing.');
export const PLAY_REFUSED: Status = {
  level: 'error',
  code: 'NetStream.Play.Failed',
  description: 'Playback over RTMP is not supported. Streams play over HLS on the watch page.',
};

export function refusalStatus(refusal: PublishRefusal): Status {
  return REFUSALS[refusal];
}

/** The status before a connection closes, or null if the peer closed or did not speak RTMP. */
export function closeStatus(reason: CloseReason, detail: string): Status | null {
  switch (reason) {
    case 'taken_over':
      return error('Rejected', 'This stream key went live from a new connection, which replaces this one.');
    case 'stopped':
      return error('Rejected', 'This stream was stopped on its control room page.');
    case 'kicked':
      return error('Denied', 'This stream was stopped by an administrator, or its key was changed.');
    case 'at_capacity':
      return error('Rejected', 'The server ran out of room for this stream. Try again later.');
    case 'shutdown':
      return error('Rejected', 'The server is restarting. Try again in a minute.');
    case 'internal_error':
      return error('Rejected', 'The server failed to process this stream. Start streaming again.');
    case 'unsupported_media':
    case 'bad_media':
      return error('Rejected', detail);
    case 'idle_timeout':
      return error('Rejected', 'No audio or video arrived for too long.');
    case 'publish_timeout':
      return error('Rejected', 'Nothing was published for too long.');
    default:
      return null;
  }
}

function error(name: 'BadName' | 'Denied' | 'Rejected', description: string): Status {
  return { level: 'error', code: `NetStream.Publish.${name}`, description };
}
