import { expect, it, onTestFinished, vi } from 'vitest';
import type { Presentation } from './presentation.ts';
import { type PackagedStream, PresentationRegistry } from './presentation-registry.ts';

const MB = 1024 * 1024;
const presentation = {} as Presentation;

/** A packaged stream whose segments of 10 MB can be dropped except the last one. */
class FakeStream implements PackagedStream {
  readonly presentation = presentation;
  segments: number;

  constructor(segments: number) {
    this.segments = segments;
  }

  get bytesHeld(): number {
    return this.segments * 10 * MB;
  }

  get minimumBytes(): number {
    return 10 * MB;
  }

  get statistics() {
    return { bytesHeld: this.bytesHeld, shortParts: 1, lateFrames: 2, surplusAudio: 3 };
  }

  shrink(): boolean {
    if (this.segments === 1) return false;
    this.segments -= 1;
    return true;
  }
}

function createRegistry(memoryBytes = 1000 * MB) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const overflowed: string[] = [];
  const registry = new PresentationRegistry({
    keepSeconds: 60,
    memoryBytes,
    onOverflow: (_channelId, streamId) => void overflowed.push(streamId),
  });
  function add(streamId: string, segments: number): FakeStream {
    const stream = new FakeStream(segments);
    registry.add(`channel of ${streamId}`, streamId, stream);
    registry.grew(streamId);
    return stream;
  }
  return { registry, overflowed, add };
}

it('counts the bytes of an ended stream for as long as it can be fetched, and never takes back what went wrong in it', () => {
  const { registry, add } = createRegistry();
  add('first', 2);
  add('second', 1);
  registry.ended('first');
  const both = { bytesHeld: 30 * MB, shortParts: 2, lateFrames: 4, surplusAudio: 6 };
  expect(registry.statistics()).toEqual(both);
  vi.advanceTimersByTime(60_000);
  expect(registry.statistics()).toEqual({ ...both, bytesHeld: 10 * MB });
});

it('drops ended streams first when the memory is exceeded, the oldest before the others', () => {
  const { registry, add } = createRegistry(100 * MB);
  for (const id of ['old', 'new']) {
    add(id, 3);
    registry.ended(id);
  }
  add('live', 5);
  expect(registry.presentation('old')).toBeUndefined();
  expect(registry.presentation('new')).toBe(presentation);
  expect(registry.statistics().bytesHeld).toBe(80 * MB);
});

it('drops the oldest segments of the largest streams when the memory is exceeded', () => {
  const { registry, overflowed, add } = createRegistry(100 * MB);
  const large = add('large', 8);
  const small = add('small', 2);
  const third = add('third', 3);
  expect([large.segments, small.segments, third.segments]).toEqual([5, 2, 3]);
  expect(overflowed).toEqual([]);
  expect(registry.statistics().bytesHeld).toBe(100 * MB);
});

it('ends the largest stream if no further segment can be dropped', () => {
  const { registry, overflowed, add } = createRegistry(100 * MB);
  const streams = Array.from({ length: 10 }, (_, index) => add(`${index}`, 3));
  expect(streams.map(({ segments }) => segments)).toEqual(Array(10).fill(1));
  expect(overflowed).toEqual([]);
  const first = streams[0] ?? expect.fail();
  Object.defineProperty(first, 'bytesHeld', { value: 20 * MB });
  registry.grew('0');
  expect(overflowed).toEqual(['0']);
  expect(registry.presentation('0')).toBeUndefined();
});

it('has room for another stream as long as the shortest windows of all leave some', () => {
  const { registry, add } = createRegistry(100 * MB);
  for (let index = 0; index < 8; index += 1) add(`${index}`, 1);
  expect(registry.hasRoom).toBe(true);
  add('ninth', 1);
  expect(registry.hasRoom).toBe(false);
  registry.ended('ninth');
  expect(registry.hasRoom).toBe(true);
});

it('removes all streams of a channel at once, ended ones too', () => {
  const { registry, add } = createRegistry();
  add('one', 3);
  registry.ended('one');
  registry.removeChannel('channel of one');
  expect(registry.presentation('one')).toBeUndefined();
  expect(registry.statistics().bytesHeld).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

it('restricts a stream from before it begins until it has ended and left its window', () => {
  const { registry, add } = createRegistry();
  registry.restrict('one', true);
  add('one', 3);
  expect(registry.isRestricted('one')).toBe(true);
  registry.ended('one');
  expect(registry.isRestricted('one')).toBe(true);
  vi.runAllTimers();
  expect(registry.presentation('one')).toBeUndefined();
  expect(registry.isRestricted('one')).toBe(false);
});

it('does not show a withheld stream, though it continues', () => {
  const { registry, add } = createRegistry();
  registry.withhold('one', true);
  add('one', 3);
  expect(registry.presentation('one')).toBeUndefined();
  expect(registry.statistics().bytesHeld).toBe(30 * MB);
  registry.withhold('one', false);
  expect(registry.presentation('one')).toBe(presentation);
});
