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

const msns = (shelf: SegmentWindow) => shelf.window.map((each) => each.msn);

describe('the shelf', () => {
  it('keeps at least the window in the playlist, and what left it for 20 s more', () => {
    const shelf = new SegmentWindow(10, 0);
    for (let msn = 0; msn < 40; msn += 1) shelf.add(segment(msn));
    expect(msns(shelf)).toEqual([35, 36, 37, 38, 39]);
    expect(shelf.get(34)).toBeDefined();
    expect(shelf.get(25)).toBeDefined();
    expect(shelf.get(24)).toBeUndefined();
    expect(shelf.bytes).toBe(15 * 1000);
  });

  it('counts the discontinuities that have left the playlist', () => {
    const shelf = new SegmentWindow(10, 3);
    for (let msn = 0; msn < 7; msn += 1) shelf.add(segment(msn, { discontinuity: msn === 1 || msn === 5 }));
    expect(msns(shelf)[0]).toBe(2);
    expect(shelf.discontinuitySequence).toBe(4);
  });

  it('lets the oldest go when there is too much, first what has left the playlist', () => {
    const shelf = new SegmentWindow(10, 0);
    const megabyte = 1024 * 1024;
    for (let msn = 0; msn < 12; msn += 1) shelf.add(segment(msn, { byteLength: 30 * megabyte }));
    expect(shelf.window).toHaveLength(5);
    expect(shelf.bytes).toBeLessThanOrEqual(256 * megabyte);
    for (let msn = 12; msn < 20; msn += 1) shelf.add(segment(msn, { byteLength: 100 * megabyte }));
    expect(msns(shelf)).toEqual([18, 19]);
    expect(shelf.bytes).toBe(200 * megabyte);
    expect(shelf.get(17)).toBeUndefined();
  });

  it('keeps a bounded number of segments however short they are', () => {
    const shelf = new SegmentWindow(60, 0);
    for (let msn = 0; msn < 5_000; msn += 1) shelf.add(segment(msn, { seconds: 0.001, discontinuity: true }));
    expect(shelf.window).toHaveLength(120);
    expect(shelf.discontinuitySequence).toBe(4_880);
    expect(shelf.oldest?.msn).toBe(4_820);
    expect(shelf.get(4_819)).toBeUndefined();
  });

  it('keeps one segment whatever its size', () => {
    const shelf = new SegmentWindow(10, 0);
    for (let msn = 0; msn < 3; msn += 1) shelf.add(segment(msn, { byteLength: 2 ** 30 }));
    expect(msns(shelf)).toEqual([2]);
  });

  it('measures the peak and the mean of what is no gap', () => {
    const shelf = new SegmentWindow(60, 0);
    shelf.add(segment(0, { byteLength: 1000 }));
    shelf.add(segment(1, { byteLength: 3000 }));
    shelf.add(segment(2, { byteLength: 0, parts: [{ seconds: 2, independent: false, bytes: null }] }));
    expect(shelf.peakBitrate).toBe(12_000);
    expect(shelf.averageBitrate).toBe(8000);
  });
});
