import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_FACTS, type PlayerEvent, reduce, stateOf } from './player-state.ts';

function after(...events: (PlayerEvent['type'] | PlayerEvent)[]) {
  const facts = events
    .map((event) => (typeof event === 'string' ? ({ type: event } as PlayerEvent) : event))
    .reduce(reduce, NO_FACTS);
  return stateOf(facts);
}

describe('PlayerState', () => {
  it('goes from idle over loading to playing, stalled and paused', () => {
    expect(after()).toEqual({ kind: 'idle' });
    expect(after('play', 'load')).toEqual({ kind: 'loading' });
    expect(after('play', 'load', 'data_received', 'advancing')).toEqual({ kind: 'playing' });
    expect(after('play', 'load', 'advancing', 'stalled')).toEqual({ kind: 'stalled' });
    expect(after('play', 'load', 'advancing', 'pause')).toEqual({ kind: 'paused' });
  });

  it('is blocked while playback needs a gesture, and loads after it', () => {
    expect(after('play', 'load', 'blocked')).toEqual({ kind: 'blocked' });
    expect(after('play', 'load', 'blocked', 'play')).toEqual({ kind: 'loading' });
  });

  it('stays playing on buffered media while the network or the publisher is gone', () => {
    const lost: PlayerEvent = { type: 'network_error', cause: 'server_unreachable' };
    expect(after('play', 'load', 'advancing', lost)).toEqual({ kind: 'playing' });
    expect(after('play', 'load', 'advancing', lost, 'stalled')).toEqual({
      kind: 'reconnecting',
      cause: 'server_unreachable',
    });
    expect(after('play', 'load', 'advancing', lost, 'stalled', 'data_received')).toEqual({ kind: 'stalled' });
    expect(after('play', 'load', 'advancing', 'interrupted')).toEqual({ kind: 'playing' });
    expect(after('play', 'load', 'advancing', 'interrupted', 'stalled')).toEqual({ kind: 'interrupted' });
    expect(after('play', 'load', 'advancing', 'interrupted', 'stalled', 'resumed', 'advancing')).toEqual({
      kind: 'playing',
    });
  });

  it('plays a closed playlist to its end, and ends early where the rest cannot be fetched', () => {
    expect(after('play', 'load', 'advancing', 'interrupted', 'closed')).toEqual({ kind: 'playing' });
    expect(after('play', 'load', 'advancing', 'closed', 'ended')).toEqual({ kind: 'ended' });
    expect(after('play', 'load', 'advancing', 'closed', 'stalled')).toEqual({ kind: 'stalled' });
    const lost: PlayerEvent = { type: 'network_error', cause: 'server_unreachable' };
    expect(after('play', 'load', 'advancing', lost, 'stalled', 'closed')).toEqual({ kind: 'ended' });
  });

  it('forgets the facts of a stream when another is loaded, except that the viewer paused', () => {
    expect(after('play', 'load', { type: 'failed', reason: 'not_found' }, 'load')).toEqual({
      kind: 'loading',
    });
    expect(after('play', 'load', 'ended', 'load')).toEqual({ kind: 'loading' });
    expect(after('load', 'pause', 'load')).toEqual({ kind: 'paused' });
  });

  const kinds: PlayerEvent[] = [
    ...(['load', 'unload', 'play', 'pause', 'blocked', 'advancing', 'stalled', 'data_received'] as const),
    ...(['interrupted', 'resumed', 'closed', 'ended'] as const),
  ].map((type) => ({ type }));
  const event = fc.constantFrom<PlayerEvent>(
    ...kinds,
    { type: 'network_error', cause: 'offline' },
    { type: 'network_error', cause: 'server_unreachable' },
    { type: 'failed', reason: 'not_found' },
  );

  it('is never playing while the viewer has paused, and stays ended until another stream is loaded', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const facts = events.reduce(reduce, NO_FACTS);
        const { kind } = stateOf(facts);
        if (!facts.playRequested) expect(kind).not.toBe('playing');
        if (facts.loaded && facts.ended) expect(kind).toBe('ended');
        expect(kind === 'idle').toBe(!facts.loaded);
      }),
    );
  });
});
