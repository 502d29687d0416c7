import type { Tracks, Unit } from './unit.ts';

/** The reasons for the end of a publication (closed set; stored with the stream). They never become HTTP statuses. */
export type DisconnectReason =
  /** The encoder ended it: deleteStream or FCUnpublish. */
  | 'unpublished'
  /** The connection closed or timed out without an unpublish. */
  | 'connection_lost'
  /** The same key published from a new connection. */
  | 'taken_over'
  /** The bytes violate the protocol or the media format. */
  | 'protocol_error'
  /** The server does not support the codec or the layout. */
  | 'unsupported_media'
  /** The channel's owner ended the stream on its page. */
  | 'stopped'
  /** An operator, a ban or a rotated key ended it. */
  | 'kicked'
  /** The live streams needed more memory than the server has, and this one needed the most. */
  | 'at_capacity'
  /** The instance is stopping. */
  | 'shutdown';

export type DiscontinuityReason =
  | 'reconnected'
  | 'timestamps_jumped'
  | 'tracks_changed'
  /** From a `QueuedReader` only: its consumer was too slow, and units up to here were dropped. */
  | 'units_dropped';

/**
 * A consumer of a live stream: the packager, the signal meter, a recorder. The hub calls it in order and synchronously.
 * A reader that throws is detached; the others continue. Slow work belongs behind a `QueuedReader`.
 */
export interface StreamReader {
  /** Called first, and again after a discontinuity of reason `tracks_changed` or `reconnected`. */
  onTracks(tracks: Tracks): void;
  onUnit(unit: Unit): void;
  /**
   * The encoder's clock restarted. The hub has mapped it already: `dts` keeps rising through the whole
   * live stream, here by about the wall time that passed. Units of either kind may come first; video
   * begins with a keyframe.
   */
  onDiscontinuity(reason: DiscontinuityReason): void;
  /** The live stream ended. Called last. */
  onEnd(reason: DisconnectReason): void;
}
