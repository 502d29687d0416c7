/** The renditions of a stream as the choice of quality sees them, from the smallest to the largest. */
export interface Rendition {
  readonly height: number;
  /** Bits per second with the audio beside it. */
  readonly averageBps: number;
}

/** Why another rendition is played, with the values that decided. */
export type SwitchReason =
  /** A part would have arrived after the buffer had run out. */
  | { readonly kind: 'late_part'; readonly lateBySeconds: number; readonly estimateBps: number }
  /** The bandwidth is too low for the old rendition. */
  | { readonly kind: 'bandwidth_fell'; readonly estimateBps: number; readonly neededBps: number }
  /** The bandwidth has long been enough for the new rendition. */
  | { readonly kind: 'bandwidth_rose'; readonly estimateBps: number; readonly neededBps: number }
  /** The player shows no more than this many physical pixels. */
  | { readonly kind: 'player_size'; readonly height: number }
  /** This device did not display this share of the frames. */
  | { readonly kind: 'dropped_frames'; readonly ratio: number }
  /** The server does not make the old rendition any more, or it has a gap. */
  | { readonly kind: 'unavailable' }
  | { readonly kind: 'data_saver' }
  | { readonly kind: 'viewer' };
