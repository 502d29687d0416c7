import fc from 'fast-check';
import { expect, it } from 'vitest';
import { VideoEncoder } from './encoders.ts';
import { nextFrame } from './late-frames.ts';
import { createTestPattern } from './test-pattern.ts';

const SIZE = { width: 32, height: 32 };
const bytes = createTestPattern(SIZE.width, SIZE.height).bytes;

it('skips the frames that an encoder is too late for', () => {
  expect(nextFrame(30, 1, { fps: 30, bFrames: 0 })).toBe(30);
  expect(nextFrame(30, 1.5, { fps: 30, bFrames: 0 })).toBe(45);
  expect(nextFrame(3, 1.5, { fps: 30, bFrames: 2 })).toBe(45);
});

it('keeps decode times within the reordering of B-frames, however late the encoder is at its start', () => {
  const fps = 10;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 }),
      fc.array(fc.nat(900), { maxLength: 8 }),
      (bFrames, pausesMs) => {
        const options = { ...SIZE, codec: 'h264', fps, gopSeconds: 2, bitrateKbps: 100, bFrames } as const;
        const encoder = new VideoEncoder(options);
        const packets = [];
        let frame = 0;
        let seconds = 0;
        for (const pauseMs of [...pausesMs, 0, 0, 0]) {
          seconds += pauseMs / 1000;
          frame = nextFrame(frame, seconds, { fps, bFrames });
          packets.push(...encoder.encode(bytes, frame));
          frame += 1;
        }
        packets.push(...encoder.finish());
        for (const { dts } of packets) expect(Number(dts)).toBeGreaterThanOrEqual(-bFrames);
      },
    ),
    { numRuns: 30, seed: 7 },
  );
});
