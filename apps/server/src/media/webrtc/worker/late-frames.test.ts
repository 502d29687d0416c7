import { expect, it } from 'vitest';
import { LateFrames } from './late-frames.ts';

it('leaves out frames from a late one on, up to a keyframe that is in time', () => {
  const late = new LateFrames(500);
  const sent = [
    [true, 3],
    [false, 499],
    [false, 501],
    [false, 100],
    [true, 600],
    [false, 10],
    [true, 20],
    [false, 30],
  ] as const;
  const verdicts = sent.map(([keyframe, lagMs]) => late.judge(keyframe, lagMs));
  expect(verdicts.map(({ isSent }) => isSent)).toEqual([true, true, false, false, false, false, true, true]);
  expect(verdicts.map(({ begins }) => begins).indexOf(true)).toBe(2);
  expect(verdicts.filter(({ begins }) => begins)).toHaveLength(1);
});
