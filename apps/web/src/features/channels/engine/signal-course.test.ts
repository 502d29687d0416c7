import type { SignalPoint } from '@tributary/contracts';
import { describe, expect, it } from 'vitest';
import { appendPoint, rangeOf } from './signal-course.ts';

const point = (second: number, bitrateKbps: number | null = 1000): SignalPoint => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  bitrateKbps,
  frameRate: null,
  keyframeIntervalSeconds: null,
  droppedFrames: null,
  lateMs: null,
});

describe('the course of a signal', () => {
  it('grows by what is new, and forgets what is ten minutes old', () => {
    const points = [point(0), point(2)];
    expect(appendPoint(points, point(2))).toBe(points);
    expect(appendPoint(points, point(4))).toEqual([...points, point(4)]);
    expect(appendPoint(points, point(601))).toEqual([point(2), point(601)]);
  });

  it('says between what a figure was, gaps left out', () => {
    expect(rangeOf([point(0, 5), point(2, null), point(4, 3)], 'bitrateKbps')).toEqual([3, 5]);
    expect(rangeOf([point(0)], 'frameRate')).toBeNull();
  });
});
