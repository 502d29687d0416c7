import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AAC_TRACK, audioUnits, OPUS_TRACK } from '../../../test/support/packager/units.ts';
import { TIMESCALE, type Unit } from '../unit.ts';
import { AudioClock, opusPacketSamples } from './audio-clock.ts';

const at = (seconds: number, payload = new Uint8Array(8)): Unit => {
  const dts = Math.round(seconds * TIMESCALE);
  return { kind: 'audio', dts, pts: dts, keyframe: true, payload };
};

describe('AudioClock', () => {
  it('places frames exactly from millisecond timestamps, at any sample rate', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(22_050, 44_100, 48_000),
        fc.double({ min: 0, max: 5e4, noNaN: true }),
        (sampleRate, from) => {
          const track = { ...AAC_TRACK, sampleRate };
          const clock = new AudioClock(track);
          const times = audioUnits({ track, from, seconds: 20 }).map((unit) => clock.place(unit)?.dts ?? -1);
          expect(times.every((time, i) => time === (times[0] ?? 0) + i * 1024)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('follows the timestamps again after audio was lost', () => {
    const clock = new AudioClock(AAC_TRACK);
    expect(clock.place(at(1))?.dts).toBe(48_000);
    expect(clock.place(at(1.5))?.dts).toBe(72_000);
    expect(clock.place(at(1.52))?.dts).toBe(73_024);
  });

  it('drops frames while there is too much audio, until the timestamps catch up', () => {
    const clock = new AudioClock(AAC_TRACK);
    // Ten frames with the same timestamp last 213 ms.
    const placed = Array.from({ length: 10 }, () => clock.place(at(1)));
    expect(placed.filter((each) => each === null).length).toBeGreaterThan(5);
    const after = clock.place(at(1.3));
    expect(after?.dts).toBe(Math.round(1.3 * 48_000));
  });

  it('continues across a break if the sample rate is the same', () => {
    const first = new AudioClock(AAC_TRACK);
    first.place(at(1));
    expect(new AudioClock(AAC_TRACK, first).place(at(1.02))?.dts).toBe(49_024);
    expect(new AudioClock({ ...AAC_TRACK, sampleRate: 44_100 }, first).place(at(1.02))?.dts).toBe(44_982);
  });
});

describe('an Opus packet', () => {
  it.each([
    ['CELT, 20 ms', [0xfc], 960],
    ['CELT, 2.5 ms', [0xe4], 120],
    ['SILK, 60 ms', [0x18], 2880],
    ['hybrid, 10 ms', [0x60], 480],
    ['two frames of 20 ms', [0xfd], 1920],
    ['two frames of different size', [0xfe], 1920],
    ['three frames of 20 ms', [0xff, 3], 2880],
    ['more than 120 ms, which may not be', [0xff, 40], 960],
    ['no frame, which may not be', [0xff, 0], 960],
    ['nothing', [], 960],
  ])('lasts as its first bytes say: %s', (_, bytes, samples) => {
    expect(opusPacketSamples(Uint8Array.from(bytes))).toBe(samples);
  });

  it('advances the clock by its own duration', () => {
    const clock = new AudioClock(OPUS_TRACK);
    expect(clock.place(at(1, Uint8Array.of(0xfc)))).toEqual({ dts: 48_000, duration: 960 });
    expect(clock.place(at(1.02, Uint8Array.of(0xfd)))).toEqual({ dts: 48_960, duration: 1920 });
    expect(clock.place(at(1.06, Uint8Array.of(0xfc)))?.dts).toBe(50_880);
  });
});
