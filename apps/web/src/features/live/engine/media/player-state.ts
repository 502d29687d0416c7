/**
 * What the viewer should see, derived from facts. Facts arrive in any order (the network fails while
 * the buffer still plays, the stream is interrupted while the viewer has paused), so they are kept
 * apart, and `stateOf` alone decides which of them matters now.
 */

/** Why nothing arrives: this device is offline, the server does not answer, or it refuses a gated stream. */
export type NetworkError = 'offline' | 'server_unreachable' | 'forbidden';

/** Why the player has given up. */
export type FailureReason = 'unsupported_codec' | 'decode_error' | 'not_found';

export type PlayerState =
  /** There is nothing to play. */
  | { readonly kind: 'idle' }
  /** Waiting for the first frame. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'playing' }
  | { readonly kind: 'paused' }
  /** Playback needs a gesture: the browser refuses even muted autoplay, or autoplay is off. */
  | { readonly kind: 'blocked' }
  /** Out of data for no known reason; usually lasts a moment. */
  | { readonly kind: 'stalled' }
  | { readonly kind: 'reconnecting'; readonly cause: NetworkError }
  /** The publisher is gone and its grace period runs; the last frame stays. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'ended' }
  /** Retrying automatically would not help. */
  | { readonly kind: 'failed'; readonly reason: FailureReason };

export type StateKind = PlayerState['kind'];

export interface Facts {
  readonly loaded: boolean;
  readonly playRequested: boolean;
  readonly blocked: boolean;
  /** A frame of this source has been shown. */
  readonly started: boolean;
  /** The playhead is advancing. */
  readonly advancing: boolean;
  readonly networkError: NetworkError | null;
  readonly interrupted: boolean;
  /** The playlist is closed; what is buffered still plays. */
  readonly closed: boolean;
  /** Played to the end of a closed playlist. */
  readonly ended: boolean;
  readonly failure: FailureReason | null;
}

export const NO_FACTS: Facts = {
  loaded: false,
  playRequested: false,
  blocked: false,
  started: false,
  advancing: false,
  networkError: null,
  interrupted: false,
  closed: false,
  ended: false,
  failure: null,
};

export type PlayerEvent =
  | { readonly type: 'load' }
  | { readonly type: 'unload' }
  | { readonly type: 'play' }
  | { readonly type: 'pause' }
  /** The browser or the viewer's preferences want a gesture first. */
  | { readonly type: 'blocked' }
  | { readonly type: 'advancing' }
  | { readonly type: 'stalled' }
  /** Media or playlists arrive again. */
  | { readonly type: 'data_received' }
  | { readonly type: 'network_error'; readonly cause: NetworkError }
  | { readonly type: 'interrupted' }
  | { readonly type: 'resumed' }
  | { readonly type: 'closed' }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly reason: FailureReason };

/** The facts after `event`. */
export function reduce(facts: Facts, event: PlayerEvent): Facts {
  switch (event.type) {
    case 'load':
      return { ...NO_FACTS, loaded: true, playRequested: facts.playRequested };
    case 'unload':
      return { ...NO_FACTS, playRequested: facts.playRequested };
    case 'play':
      return { ...facts, playRequested: true, blocked: false };
    case 'pause':
      return { ...facts, playRequested: false, advancing: false };
    case 'blocked':
      return { ...facts, blocked: true, advancing: false };
    case 'advancing':
      return { ...facts, started: true, advancing: true, blocked: false };
    case 'stalled':
      return { ...facts, advancing: false };
    case 'data_received':
      return { ...facts, networkError: null };
    case 'network_error':
      return { ...facts, networkError: event.cause };
    case 'interrupted':
      return { ...facts, interrupted: true };
    case 'resumed':
      return { ...facts, interrupted: false };
    case 'closed':
      return { ...facts, closed: true, interrupted: false };
    case 'ended':
      return { ...facts, ended: true, closed: true, advancing: false };
    case 'failed':
      return { ...facts, failure: event.reason, advancing: false };
  }
}

/** The one state that `facts` add up to. */
export function stateOf(facts: Facts): PlayerState {
  if (!facts.loaded) return { kind: 'idle' };
  if (facts.ended) return { kind: 'ended' };
  // The stream is over and its last seconds can no longer be fetched.
  if (facts.closed && !facts.advancing && (facts.networkError || !facts.started)) return { kind: 'ended' };
  if (facts.failure !== null) return { kind: 'failed', reason: facts.failure };
  if (facts.blocked) return { kind: 'blocked' };
  if (!facts.playRequested) return { kind: 'paused' };
  // While the buffer lasts, the viewer misses nothing, whatever the network does.
  if (facts.advancing) return { kind: 'playing' };
  if (facts.networkError) return { kind: 'reconnecting', cause: facts.networkError };
  if (facts.interrupted) return { kind: 'interrupted' };
  return { kind: facts.started ? 'stalled' : 'loading' };
}
