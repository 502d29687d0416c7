import { expect, it, onTestFinished, vi } from 'vitest';
import { PresentationRegistry } from './presentation-registry.ts';

it('counts the bytes of an ended stream for as long as it can be fetched', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const presentations = new PresentationRegistry(60);
  const packaged = (bytesHeld: number) => ({
    presentation: undefined,
    statistics: { bytesHeld, shortParts: 1, lateFrames: 2, surplusAudio: 3 },
  });
  presentations.add('first', packaged(1000));
  presentations.add('second', packaged(500));
  presentations.ended('first');
  const both = { bytesHeld: 1500, shortParts: 2, lateFrames: 4, surplusAudio: 6 };
  expect(presentations.statistics()).toEqual(both);
  vi.advanceTimersByTime(60_000);
  expect(presentations.statistics()).toMatchObject({ bytesHeld: 500, shortParts: 1 });
});
