import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joined, type ListUpdate, newStreams, withUpdate } from './live-list.ts';

interface Stream {
  id: string;
  currentViewers: number;
  title?: string;
}

const stream = (id: string, currentViewers = 0): Stream => ({ id, currentViewers });
const ids = (list: readonly Stream[]) => list.map(({ id }) => id);
const update = (asked: string[], live: Record<string, number>, ...head: Stream[]): ListUpdate<Stream> => ({
  asked: new Set(asked),
  viewers: new Map(Object.entries(live)),
  head,
});

describe('joined', () => {
  it('joins pages into one list with each stream at its first position', () => {
    const pages = [[stream('a', 5), stream('b')], [stream('c'), stream('a', 1)], [stream('d')]];
    expect(joined(pages)).toEqual([stream('a', 5), stream('b'), stream('c'), stream('d')]);
  });
});

describe('an update', () => {
  it('updates counts and titles in place, and marks streams that have ended', () => {
    const list = [stream('a', 5), stream('b', 4), stream('c', 3), stream('late', 2)];
    const heard = update(['a', 'b', 'c'], { a: 1, c: 9 }, { ...stream('c', 8), title: 'New title' });
    expect(withUpdate(list, heard)).toEqual([
      { stream: stream('a', 1), ended: false },
      { stream: stream('b', 4), ended: true },
      { stream: { ...stream('c', 9), title: 'New title' }, ended: false },
      { stream: stream('late', 2), ended: false },
    ]);
  });

  it('returns new streams in their order', () => {
    const heard = update(['a'], { a: 1 }, stream('x'), stream('a'), stream('y'));
    expect(ids(newStreams([stream('a')], heard))).toEqual(['x', 'y']);
    expect(newStreams([stream('a')], undefined)).toEqual([]);
  });

  it('never moves, adds or drops a card', () => {
    const streams = fc.uniqueArray(fc.record({ id: fc.string({ maxLength: 2 }), currentViewers: fc.nat() }), {
      selector: ({ id }) => id,
    });
    const heard = fc
      .record({ asked: streams, live: streams, head: streams })
      .map(({ asked, live, head }) => ({
        asked: new Set(ids(asked)),
        viewers: new Map(live.map(({ id, currentViewers }) => [id, currentViewers])),
        head,
      }));
    fc.assert(
      fc.property(streams, heard, (list, heard) => {
        expect(ids(withUpdate(list, heard).map(({ stream }) => stream))).toEqual(ids(list));
        const both = [...ids(list), ...ids(newStreams(list, heard))];
        expect(new Set(both).size).toBe(both.length);
      }),
    );
  });
});
