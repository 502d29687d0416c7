import { expect, it } from 'vitest';
import { measureProcess } from './process-usage.ts';

it('states the rates between two readings', () => {
  let atMs = 0;
  let bytes = 0;
  const usage = measureProcess({
    traffic: () => ({ bytesIn: bytes, bytesOut: 10 * bytes }),
    cpuMicros: () => atMs * 500,
    now: () => atMs,
  });
  atMs = 2_000;
  bytes = 1_000;
  expect(usage.read()).toMatchObject({
    cpuCores: 0.5,
    inBitsPerSecond: 4_000,
    outBitsPerSecond: 40_000,
  });
  atMs = 3_000;
  expect(usage.read()).toMatchObject({ cpuCores: 0.5, inBitsPerSecond: 0, outBitsPerSecond: 0 });
  usage.close();
});

it('states no rate where no time has passed', () => {
  const usage = measureProcess({
    traffic: () => ({ bytesIn: 1, bytesOut: 1 }),
    cpuMicros: () => 1,
    now: () => 1,
  });
  expect(usage.read()).toMatchObject({ cpuCores: 0, inBitsPerSecond: 0, outBitsPerSecond: 0 });
  usage.close();
});
