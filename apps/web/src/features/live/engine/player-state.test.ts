import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_FACTS, type PlayerEvent, reduce, stateOf } from './player-state.ts';

function after(...events: (PlayerEvent['type'] | PlayerEvent)[]) {
  const facts = events
    .map((event) => (typeof event === 'string' ? ({ type: event } as PlayerEvent) : event))
    .reduce(reduce, NO_FACTS);
  return stateOf(facts);
}

describe('the player state', () => {
  it('goes from nothing to playing', () => {
    expect(after()).toEqual({ kind: 'idle' });
    expect(after('play', 'load')).toEqual({ kind: 'loading' });
    expect(after('play', 'load', 'delivered', 'moving')).toEqual({ kind: 'playing' });
    expect(after('play', 'load', 'moving', 'stuck')).toEqual({ kind: 'stalled' });
    expect(after('play', 'load', 'moving', 'pause')).toEqual({ kind: 'paused' });
  });

  it('waits for the viewer where the browser refuses to play', () => {
    expect(after('play', 'load', 'refused')).toEqual({ kind: 'blocked' });
    expect(after('play', 'load', 'refused', 'play')).toEqual({ kind: 'loading' });
  });

  it('keeps playing from the buffer while the network or the publisher is gone', () => {
    const lost: PlayerEvent = { type: 'trouble', trouble: 'server' };
    expect(after('play', 'load', 'moving', lost)).toEqual({ kind: 'playing' });
    expect(after('play', 'load', 'moving', lost, 'stuck')).toEqual({
      kind: 'reconnecting',
      trouble: 'server',
    });
    expect(after('play', 'load', 'moving', lost, 'stuck', 'delivered')).toEqual({ kind: 'stalled' });
    expect(after('play', 'load', 'moving', 'interrupted')).toEqual({ kind: 'playing' });
    expect(after('play', 'load', 'moving', 'interrupted', 'stuck')).toEqual({ kind: 'interrupted' });
    expect(after('play', 'load', 'moving', 'interrupted', 'stuck', 'resumed', 'moving')).toEqual({
      kind: 'playing',
    });
  });

  it('plays a closed playlist to its end', () => {
    expect(after('play', 'load', 'moving', 'interrupted', 'closed')).toEqual({ kind: 'playing' });
    expect(after('play', 'load', 'moving', 'closed', 'ended')).toEqual({ kind: 'ended' });
    expect(after('play', 'load', 'moving', 'closed', 'stuck')).toEqual({ kind: 'stalled' });
    const lost: PlayerEvent = { type: 'trouble', trouble: 'server' };
    expect(after('play', 'load', 'moving', lost, 'stuck', 'closed')).toEqual({ kind: 'ended' });
  });

  it('forgets the last source when another is loaded', () => {
    expect(after('play', 'load', { type: 'failed', reason: 'No.' }, 'load')).toEqual({ kind: 'loading' });
    expect(after('play', 'load', 'ended', 'load')).toEqual({ kind: 'loading' });
    expect(after('load', 'pause', 'load')).toEqual({ kind: 'paused' });
  });

  const kinds: PlayerEvent[] = [
    ...(['load', 'unload', 'play', 'pause', 'refused', 'moving', 'stuck', 'delivered'] as const),
    ...(['interrupted', 'resumed', 'closed', 'ended'] as const),
  ].map((type) => ({ type }));
  const event = fc.constantFrom<PlayerEvent>(
    ...kinds,
    { type: 'trouble', trouble: 'offline' },
    { type: 'trouble', trouble: 'server' },
    { type: 'failed', reason: 'No.' },
  );

  it('never says playing when the viewer has paused, nor leaves an end without a new source', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const facts = events.reduce(reduce, NO_FACTS);
        const { kind } = stateOf(facts);
        if (!facts.wantsPlay) expect(kind).not.toBe('playing');
        if (facts.loaded && facts.ended) expect(kind).toBe('ended');
        expect(kind === 'idle').toBe(!facts.loaded);
      }),
    );
  });
});
