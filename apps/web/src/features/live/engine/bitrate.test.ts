import { expect, it } from 'vitest';
import { BitrateMeter } from './bitrate.ts';

it('averages the last seconds of media, however it was cut', () => {
  const meter = new BitrateMeter();
  expect(meter.kbps).toBeNull();
  for (let part = 0; part < 30; part++) meter.add(part / 3, (part + 1) / 3, 25_000);
  expect(meter.kbps).toBeCloseTo(600);
  for (let part = 30; part < 60; part++) meter.add(part / 3, (part + 1) / 3, 50_000);
  expect(meter.kbps).toBeCloseTo(1200);
});

it('begins anew where the media jumps back', () => {
  const meter = new BitrateMeter();
  meter.add(100, 102, 250_000);
  meter.add(4, 6, 500_000);
  expect(meter.kbps).toBeCloseTo(2000);
});
