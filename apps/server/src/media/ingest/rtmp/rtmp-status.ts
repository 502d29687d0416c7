/**
 * What encoders are told when they are refused or stopped, and in which words.
 *
 * OBS (librtmp) closes and writes code and description to its log for NetStream.Publish.BadName,
 * .Denied and .Rejected (releases that do not know BadName write nothing, and else do the same). Where
 * somebody has pressed Start Streaming, its window then says "Could not access the specified channel or
 * stream key, please double-check your stream key", and it does not try again by itself. A socket closed
 * without a word, or an `_error`, would read as a network failure instead.
 *
 * An OBS that was live does not read what it is told: it sees its connection close, and comes back by
 * itself, 25 times with longer and longer pauses, whatever each attempt is answered. Its log has the
 * words of those answers.
 *
 * FFmpeg prints the description of any status of level error and gives up.
 */
import type { PublishRefusal } from '../../ports.ts';
import type { CloseReason } from './close-reason.ts';

export interface Status {
  readonly level: 'status' | 'error';
  readonly code: string;
  readonly description: string;
}

/** BadName where another key would do, Denied where none will, Rejected where later will. */
const REFUSALS: Readonly<Record<PublishRefusal, Status>> = {
  unknown_key: error(
    'BadName',
    'This stream key is not known here. Copy the current key from the Start Streaming page.',
  ),
  banned: error('Denied', 'This channel is banned from streaming on this instance.'),
  already_publishing: error(
    'BadName',
    'This stream key is already live from another encoder. Stop that one first.',
  ),
  stopped: error('Rejected', 'This stream was stopped on its control room page, which can let it in again.'),
  shutting_down: error('Rejected', 'The server is restarting. Try again in a minute.'),
  unavailable: error('Rejected', 'The server cannot accept streams at the moment. Try again in a minute.'),
};

export const NO_STREAM_KEY = error(
  'BadName',
  'No stream key was given. Enter the key from the Start Streaming page.',
);
export const BUSY_CONNECTION = error('BadName', 'This connection publishes already.');
export const PLAY_REFUSED: Status = {
  level: 'error',
  code: 'NetStream.Play.Failed',
  description: 'This server takes streams over RTMP and plays them over HLS: open the watch page.',
};

export function refusalStatus(refusal: PublishRefusal): Status {
  return REFUSALS[refusal];
}

/** What a publisher is told before its connection is closed, or null where it left or spoke no sense. */
export function closeStatus(reason: CloseReason, detail: string): Status | null {
  switch (reason) {
    case 'taken_over':
      return error('Rejected', 'This stream key went live from a new connection, which goes on instead.');
    case 'stopped':
      return error('Rejected', 'This stream was stopped on its control room page.');
    case 'kicked':
      return error('Denied', 'This stream was stopped by the instance or its key was changed.');
    case 'shutdown':
      return error('Rejected', 'The server is restarting. Try again in a minute.');
    case 'unsupported_media':
    case 'bad_media':
      return error('Rejected', detail);
    case 'idle_timeout':
      return error('Rejected', 'No audio or video came for too long.');
    case 'publish_timeout':
      return error('Rejected', 'Nothing was published for too long.');
    default:
      return null;
  }
}

function error(name: 'BadName' | 'Denied' | 'Rejected', description: string): Status {
  return { level: 'error', code: `NetStream.Publish.${name}`, description };
}
