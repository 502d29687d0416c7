/**
 * What the viewer should see, derived from facts. Facts arrive in any order (the network fails while
 * the buffer still plays, the signal stops while the viewer has paused), so they are kept apart, and
 * `stateOf` alone decides which of them matters now.
 */

/** Why nothing arrives: this device is offline, or the server does not answer. */
export type Trouble = 'offline' | 'server';

export type PlayerState =
  /** Nothing to play. */
  | { readonly kind: 'idle' }
  /** Asked to play, nothing shown yet. */
  | { readonly kind: 'loading' }
  | { readonly kind: 'playing' }
  | { readonly kind: 'paused' }
  /** The browser plays nothing, not even muted, until the viewer asks for it. */
  | { readonly kind: 'blocked' }
  /** Out of data, for no known reason: it usually lasts a moment. */
  | { readonly kind: 'stalled' }
  | { readonly kind: 'reconnecting'; readonly trouble: Trouble }
  /** The publisher is gone and its grace window runs; the last picture stays. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'ended' }
  /** Trying again by itself would not help; `reason` is a sentence for the viewer. */
  | { readonly kind: 'failed'; readonly reason: string };

export type StateKind = PlayerState['kind'];

export interface Facts {
  readonly loaded: boolean;
  readonly wantsPlay: boolean;
  /** The browser refused to play without a gesture. */
  readonly blocked: boolean;
  /** A picture of this source has been shown. */
  readonly started: boolean;
  /** Media time is advancing. */
  readonly moving: boolean;
  readonly trouble: Trouble | null;
  readonly interrupted: boolean;
  /** The playlist is closed; what is buffered still plays. */
  readonly closed: boolean;
  /** Played to the end of a closed playlist. */
  readonly ended: boolean;
  readonly failure: string | null;
}

export const NO_FACTS: Facts = {
  loaded: false,
  wantsPlay: false,
  blocked: false,
  started: false,
  moving: false,
  trouble: null,
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
  | { readonly type: 'refused' }
  | { readonly type: 'moving' }
  | { readonly type: 'stuck' }
  /** Media or playlists arrive again. */
  | { readonly type: 'delivered' }
  | { readonly type: 'trouble'; readonly trouble: Trouble }
  | { readonly type: 'interrupted' }
  | { readonly type: 'resumed' }
  | { readonly type: 'closed' }
  | { readonly type: 'ended' }
  | { readonly type: 'failed'; readonly reason: string };

/** The facts after `event`. */
export function reduce(facts: Facts, event: PlayerEvent): Facts {
  switch (event.type) {
    case 'load':
      return { ...NO_FACTS, loaded: true, wantsPlay: facts.wantsPlay };
    case 'unload':
      return { ...NO_FACTS, wantsPlay: facts.wantsPlay };
    case 'play':
      return { ...facts, wantsPlay: true, blocked: false };
    case 'pause':
      return { ...facts, wantsPlay: false, moving: false };
    case 'refused':
      return { ...facts, blocked: true, moving: false };
    case 'moving':
      return { ...facts, started: true, moving: true, blocked: false };
    case 'stuck':
      return { ...facts, moving: false };
    case 'delivered':
      return { ...facts, trouble: null };
    case 'trouble':
      return { ...facts, trouble: event.trouble };
    case 'interrupted':
      return { ...facts, interrupted: true };
    case 'resumed':
      return { ...facts, interrupted: false };
    case 'closed':
      return { ...facts, closed: true, interrupted: false };
    case 'ended':
      return { ...facts, ended: true, closed: true, moving: false };
    case 'failed':
      return { ...facts, failure: event.reason, moving: false };
  }
}

/** The one state that these facts amount to. */
export function stateOf(facts: Facts): PlayerState {
  if (!facts.loaded) return { kind: 'idle' };
  if (facts.ended) return { kind: 'ended' };
  // The broadcast is over and its last seconds cannot be had any more.
  if (facts.closed && !facts.moving && (facts.trouble || !facts.started)) return { kind: 'ended' };
  if (facts.failure !== null) return { kind: 'failed', reason: facts.failure };
  if (facts.blocked) return { kind: 'blocked' };
  if (!facts.wantsPlay) return { kind: 'paused' };
  // While the buffer lasts the viewer misses nothing, whatever the network does.
  if (facts.moving) return { kind: 'playing' };
  if (facts.trouble) return { kind: 'reconnecting', trouble: facts.trouble };
  if (facts.interrupted) return { kind: 'interrupted' };
  return { kind: facts.started ? 'stalled' : 'loading' };
}
