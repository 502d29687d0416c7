import { describe, expect, it } from 'vitest';
import { TIMESCALE, type Unit } from '../unit.ts';
import { SignalMeter } from './signal-meter.ts';

const video = {
  kind: 'video',
  codec: 'h264',
  codecString: 'avc1.64001f',
  width: 1280,
  height: 720,
  frameRate: 30,
  configuration: new Uint8Array(1),
} as const;

/** Generates `seconds` of video at `fps` with `bytes` in each frame, and a keyframe every `gop` frames. */
function* videoUnits(seconds: number, fps: number, bytes: number, gop: number, cts = 0): Generator<Unit> {
  for (let i = 0; i < seconds * fps; i += 1) {
    const dts = (i * TIMESCALE) / fps;
    yield { kind: 'video', dts, pts: dts + cts, keyframe: i % gop === 0, payload: new Uint8Array(bytes) };
  }
}

function measure(units: Iterable<Unit>): SignalMeter {
  const meter = new SignalMeter();
  meter.onTracks({ video, audio: null });
  for (const unit of units) meter.onUnit(unit);
  return meter;
}

describe('SignalMeter', () => {
  it('counts frames that an encoder drops, and adapts to a new frame rate', () => {
    const all = [...videoUnits(8, 30, 100, 60)];
    const some = all.filter((_, i) => i < 100 || i > 104);
    expect(measure(some).read().droppedFrames).toBe(5);
    expect(measure(all).read().droppedFrames).toBe(0);
    const halved = all.filter((_, i) => i < 30 || i % 2 === 0);
    expect(measure(halved).read().droppedFrames).toBeLessThan(30);
    expect(measure(halved).read().recent?.droppedFrames).toBe(0);
  });

  it('measures how late media arrives by its timestamps', () => {
    let nowMs = 0;
    const meter = new SignalMeter(() => nowMs);
    meter.onTracks({ video, audio: null });
    for (const unit of videoUnits(9, 30, 1250, 60)) {
      // From the sixth second on, the uplink takes 1.5 s for each second.
      const mediaMs = (unit.dts * 1000) / TIMESCALE;
      nowMs = mediaMs + Math.max(0, mediaMs - 5000) / 2;
      meter.onUnit(unit);
    }
    const recent = meter.read().recent;
    expect(recent?.lateMs).toBeGreaterThan(1400);
    expect(recent?.lateMs).toBeLessThanOrEqual(1500);
    expect(recent).toMatchObject({ bitrateKbps: 300, frameRate: 30 });
  });

  it('measures bitrate, frame rate and keyframe interval over whole seconds', () => {
    const reading = measure(videoUnits(8, 30, 1250, 60)).read();
    expect(reading.bitrateKbps).toBeCloseTo(300);
    expect(reading.bitrateSpread).toBeCloseTo(1);
    expect(reading.frameRate).toBeCloseTo(30);
    expect(reading.keyframeIntervalSeconds).toBe(2);
    expect(reading.keyframeIntervalSpread).toBe(1);
    expect(reading.hasBFrames).toBe(false);
  });

  it('returns null before there is enough media', () => {
    const reading = measure(videoUnits(1, 30, 1250, 60)).read();
    expect(reading).toMatchObject({ bitrateKbps: null, frameRate: null, keyframeIntervalSeconds: null });
  });

  it('detects B-frames and uneven keyframe intervals', () => {
    const uneven = measure(videoUnits(8, 30, 100, 60, 3000));
    const payload = new Uint8Array(1);
    const at = 20 * TIMESCALE;
    uneven.onUnit({ kind: 'video', dts: at, pts: at + 9000, keyframe: true, payload });
    // A constant composition offset does not reorder frames.
    expect(uneven.read().hasBFrames).toBe(false);
    uneven.onUnit({ kind: 'video', dts: at + 3000, pts: at + 6000, keyframe: false, payload });
    expect(uneven.read().hasBFrames).toBe(true);
    expect(uneven.read().keyframeIntervalSpread).toBeGreaterThan(4);
  });

  it('resets on a new connection, and counts clock jumps within one', () => {
    const meter = measure(videoUnits(8, 30, 1250, 60));
    meter.onDiscontinuity('timestamps_jumped');
    expect(meter.read()).toMatchObject({ bitrateKbps: null, clockJumps: 1 });
    meter.onDiscontinuity('reconnected');
    expect(meter.read().clockJumps).toBe(0);
  });

  it('ignores media older than its window', () => {
    const meter = measure(videoUnits(12, 30, 12_500, 60));
    for (const unit of videoUnits(12, 30, 1250, 60))
      meter.onUnit({ ...unit, dts: unit.dts + 12 * TIMESCALE });
    expect(meter.read().bitrateKbps).toBeCloseTo(300);
  });
});
