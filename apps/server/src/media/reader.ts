import type { Tracks, Unit } from './unit.ts';

/**
 * Why a publication's signal stopped (closed set; stored with the broadcast). A media failure is
 * not HTTP: these never become status codes.
 */
export type DisconnectReason =
  /** The encoder said so: deleteStream, FCUnpublish. */
  | 'unpublished'
  /** The socket closed or timed out without a word. */
  | 'connection_lost'
  /** The same key came back on a new connection. */
  | 'taken_over'
  /** Bytes that no encoder sends. */
  | 'protocol_error'
  /** A codec or a layout that cannot be carried. */
  | 'unsupported_media'
  /** The channel's owner ended it here, not at the encoder. */
  | 'stopped'
  /** An operator, a ban or a rotated key. */
  | 'kicked'
  /** The instance is stopping. */
  | 'shutdown';

/** Why timestamps begin anew. */
export type DiscontinuityReason = 'reconnected' | 'timestamps_jumped' | 'tracks_changed';

/**
 * What reads a session: the packager, the thumbnailer, signal statistics, a recorder. Called in
 * order and synchronously; a sink that does slow work queues for itself, bounded, and one that throws
 * is detached, never the others' problem.
 */
export interface StreamReader {
  /** First, and again after a discontinuity of reason `tracks_changed` or `reconnected`. */
  onTracks(tracks: Tracks): void;
  onUnit(unit: Unit): void;
  /**
   * The encoder's clock began anew. The hub has re-anchored it: `dts` keeps rising through the whole
   * session, by about the wall time that passed. Units of either kind may come first; video begins with a keyframe.
   */
  onDiscontinuity(reason: DiscontinuityReason): void;
  /** The grace window ran out or the session was ended; nothing follows. */
  onEnd(reason: DisconnectReason): void;
}
