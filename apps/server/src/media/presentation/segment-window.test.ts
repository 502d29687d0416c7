import { describe, expect, it } from 'vitest';
import type { Segment } from './segment.ts';
import { SegmentWindow } from './segment-window.ts';

function segment(msn: number, over: Partial<Segment> = {}): Segment {
  const byteLength = over.byteLength ?? 1000;
  return {
    msn,
    start: msn * 2,
    discontinuity: false,
    initVersion: 0,
    programTimeMs: 0,
    parts: [{ seconds: 2, independent: true, bytes: { chunks: [], byteLength } }],
    seconds: 2,
    byteLength,
    ...over,
  };
}

const msns = (window: SegmentWindow) => window.segments.map((each) => each.msn);

describe('SegmentWindow', () => {
  it('lists at least the window, and keeps segments that left the playlist for 20 s more', () => {
    const window = new SegmentWindow(10, 0);
    for (let msn = 0; msn < 40; msn += 1) window.add(segment(msn));
    expect(msns(window)).toEqual([35, 36, 37, 38, 39]);
    expect(window.get(34)).toBeDefined();
    expect(window.get(25)).toBeDefined();
    expect(window.get(24)).toBeUndefined();
    expect(window.bytes).toBe(15 * 1000);
  });

  it('releases stored segments older than those that stay in memory, in whatever order they are stored', () => {
    const window = new SegmentWindow(20, 0, 6);
    const copy = { byteLength: 1000, read: async () => null };
    for (let msn = 0; msn < 8; msn += 1) window.add(segment(msn));
    window.stored(7, copy);
    window.stored(2, copy);
    expect(window.bytes).toBe(7 * 1000);
    window.stored(5, copy);
    expect(window.bytes).toBe(7 * 1000);
    window.add(segment(8));
    expect(window.bytes).toBe(7 * 1000);
    expect(window.get(2)?.parts[0]?.bytes).toMatchObject({ byteLength: 1000, read: expect.any(Function) });
    expect(window.get(7)?.parts[0]?.bytes).toHaveProperty('chunks');
    for (let msn = 9; msn < 40; msn += 1) window.add(segment(msn));
    expect(window.bytes).toBe(20 * 1000);
    for (let msn = 20; msn < 40; msn += 1) window.stored(msn, copy);
    expect(window.bytes).toBe(3 * 1000);
  });

  it('counts the discontinuities of segments that left the playlist', () => {
    const window = new SegmentWindow(10, 3);
    for (let msn = 0; msn < 7; msn += 1) window.add(segment(msn, { discontinuity: msn === 1 || msn === 5 }));
    expect(msns(window)[0]).toBe(2);
    expect(window.discontinuitySequence).toBe(4);
  });

  it('drops the oldest segments past its limit of bytes, those that left the playlist first', () => {
    const window = new SegmentWindow(10, 0);
    const megabyte = 1024 * 1024;
    for (let msn = 0; msn < 12; msn += 1) window.add(segment(msn, { byteLength: 30 * megabyte }));
    expect(window.segments).toHaveLength(5);
    expect(window.bytes).toBeLessThanOrEqual(256 * megabyte);
    for (let msn = 12; msn < 20; msn += 1) window.add(segment(msn, { byteLength: 100 * megabyte }));
    expect(msns(window)).toEqual([18, 19]);
    expect(window.bytes).toBe(200 * megabyte);
    expect(window.get(17)).toBeUndefined();
  });

  it('keeps a bounded number of segments, however short they are', () => {
    const window = new SegmentWindow(60, 0);
    for (let msn = 0; msn < 5_000; msn += 1)
      window.add(segment(msn, { seconds: 0.001, discontinuity: true }));
    expect(window.segments).toHaveLength(120);
    expect(window.discontinuitySequence).toBe(4_880);
    expect(window.oldest?.msn).toBe(4_820);
    expect(window.get(4_819)).toBeUndefined();
  });

  it('keeps the newest segment whatever its size', () => {
    const window = new SegmentWindow(10, 0);
    for (let msn = 0; msn < 3; msn += 1) window.add(segment(msn, { byteLength: 2 ** 30 }));
    expect(msns(window)).toEqual([2]);
  });

  it('leaves gaps out of the peak and the average bitrate', () => {
    const window = new SegmentWindow(60, 0);
    window.add(segment(0, { byteLength: 1000 }));
    window.add(segment(1, { byteLength: 3000 }));
    window.add(segment(2, { byteLength: 0, parts: [{ seconds: 2, independent: false, bytes: null }] }));
    expect(window.peakBitrate).toBe(12_000);
    expect(window.averageBitrate).toBe(8000);
  });
});
