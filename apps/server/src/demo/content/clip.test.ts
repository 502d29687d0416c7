import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Unit } from '#media/unit.ts';
import { AAC_TRACK, VIDEO_TRACK } from '../../../test/support/packager/units.ts';
import { type Clip, ClipError, readClip, writeClip } from './clip.ts';

function unit(kind: 'video' | 'audio', dts: number, keyframe: boolean, ...payload: number[]): Unit {
  return { kind, dts, pts: dts, keyframe, payload: Uint8Array.from(payload) };
}

const CLIP: Clip = {
  duration: 9000,
  tracks: { video: { ...VIDEO_TRACK, frameRate: 24 }, audio: AAC_TRACK },
  units: [
    unit('video', 0, true, 1, 2, 3),
    unit('audio', 0, true, 4),
    unit('audio', 1920, true),
    unit('video', 3750, false, 5, 6),
  ],
};

describe('a clip', () => {
  it('is read as it was written, with payloads as views of the file', () => {
    const file = writeClip(CLIP);
    const clip = readClip(file);
    expect(clip).toEqual(CLIP);
    expect(clip.units[0]?.payload.buffer).toBe(file.buffer);
  });

  it('is refused if it is truncated anywhere or followed by other bytes', () => {
    const file = writeClip(CLIP);
    for (let length = 0; length < file.length; length += 1)
      expect(() => readClip(file.subarray(0, length))).toThrow(ClipError);
    expect(() => readClip(Buffer.concat([file, Buffer.of(0)]))).toThrow(ClipError);
  });

  it('throws only ClipError for arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(255), (at, value) => {
        const file = writeClip(CLIP);
        file[at % file.length] = value;
        try {
          readClip(file);
        } catch (error) {
          expect(error).toBeInstanceOf(ClipError);
        }
      }),
    );
  });
});
