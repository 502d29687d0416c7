import { describe, expect, it } from 'vitest';
import { BitrateMeter, FrameRateMeter } from './playback-statistics.ts';

describe('BitrateMeter', () => {
  it('averages the bitrate over the last seconds of media, however it was split', () => {
    const meter = new BitrateMeter();
    expect(meter.kbps).toBeNull();
    for (let part = 0; part < 30; part++) meter.add(part / 3, (part + 1) / 3, 25_000);
    expect(meter.kbps).toBeCloseTo(600);
    for (let part = 30; part < 60; part++) meter.add(part / 3, (part + 1) / 3, 50_000);
    expect(meter.kbps).toBeCloseTo(1200);
  });

  it('starts again where the media time jumps back', () => {
    const meter = new BitrateMeter();
    meter.add(100, 102, 250_000);
    meter.add(4, 6, 500_000);
    expect(meter.kbps).toBeCloseTo(2000);
  });
});

describe('FrameRateMeter', () => {
  it('knows the frame rate after a second, and not across a long gap', () => {
    const rate = new FrameRateMeter();
    expect(rate.measure(10_000, 100)).toBeNull();
    expect(rate.measure(11_000, 130)).toBe(30);
    expect(rate.measure(11_100, 131)).toBe(30);
    expect(rate.measure(13_000, 250)).toBe(60);
    expect(rate.measure(60_000, 300)).toBeNull();
  });
});
