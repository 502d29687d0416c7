import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AAC_TRACK, VIDEO_TRACK } from '../../test/support/packager/units.ts';
import { QueuedReader, type StreamConsumer } from './queued-reader.ts';
import { type TrackKind, type Tracks, UNIT_OVERHEAD_BYTES, type Unit } from './unit.ts';

const BOTH: Tracks = { video: VIDEO_TRACK, audio: AAC_TRACK };
const BYTES = 1000;
const SIZE = BYTES + UNIT_OVERHEAD_BYTES;

const unit = (dts: number, over: Partial<Unit> = {}): Unit => ({
  kind: 'video',
  dts,
  pts: dts,
  keyframe: false,
  payload: new Uint8Array(BYTES),
  ...over,
});
const keyframe = (dts: number, over: Partial<Unit> = {}) => unit(dts, { keyframe: true, ...over });

/** Creates a reader whose consumer records every call and takes one unit each time that it is released. */
function setup(maxBytes: number, over: Partial<StreamConsumer> = {}, maxTicks?: number) {
  const calls: string[] = [];
  const faults: unknown[] = [];
  const releases: (() => void)[] = [];
  const reader = new QueuedReader({
    maxBytes,
    ...(maxTicks !== undefined && { maxTicks }),
    onFault: (error) => faults.push(error),
    consumer: {
      onTracks: ({ video }) => void calls.push(video === null ? 'audio tracks' : 'tracks'),
      onUnit({ dts }) {
        calls.push(`unit ${dts}`);
        return new Promise((resolve) => releases.push(resolve));
      },
      onDiscontinuity: (reason) => void calls.push(reason),
      onEnd: (reason) => void calls.push(`end ${reason}`),
      ...over,
    },
  });
  const settled = () => new Promise(setImmediate);
  const release = async () => {
    await settled();
    releases.shift()?.();
    await settled();
  };
  return { reader, calls, faults, settled, release };
}

describe('QueuedReader', () => {
  it('passes tracks, discontinuities, units and the end in order, one at a time', async () => {
    const { reader, calls, release } = setup(10 * SIZE);
    reader.onTracks(BOTH);
    reader.onUnit(keyframe(0));
    reader.onUnit(unit(1));
    reader.onDiscontinuity('tracks_changed');
    reader.onTracks({ video: null, audio: AAC_TRACK });
    reader.onUnit(keyframe(2, { kind: 'audio' }));
    reader.onEnd('unpublished');
    await release();
    expect(calls).toEqual(['tracks', 'unit 0', 'unit 1']);
    await release();
    await release();
    expect(calls.slice(3)).toEqual(['tracks_changed', 'audio tracks', 'unit 2', 'end unpublished']);
    expect(reader.stats()).toEqual({ bytes: 0, droppedUnits: 0, droppedBytes: 0 });
  });

  it('drops the oldest units up to the next keyframe when its consumer is slow, and counts them', async () => {
    const { reader, calls, release } = setup(4 * SIZE);
    reader.onTracks(BOTH);
    reader.onUnit(keyframe(0));
    for (const dts of [1, 2]) reader.onUnit(unit(dts));
    reader.onUnit(keyframe(3));
    reader.onUnit(unit(4));
    await release();
    await release();
    await release();
    expect(calls).toEqual(['tracks', 'unit 0', 'units_dropped', 'unit 3', 'unit 4']);
    expect(reader.stats()).toEqual({ bytes: 0, droppedUnits: 2, droppedBytes: 2 * BYTES });
  });

  it('drops units until a keyframe arrives if none is queued', async () => {
    const { reader, calls, release } = setup(3 * SIZE);
    reader.onTracks(BOTH);
    reader.onUnit(keyframe(0));
    for (const dts of [1, 2, 3, 4]) reader.onUnit(unit(dts));
    reader.onUnit(keyframe(5, { kind: 'audio' }));
    reader.onUnit(keyframe(6));
    await release();
    await release();
    expect(calls).toEqual(['tracks', 'unit 0', 'units_dropped', 'unit 6']);
    expect(reader.stats()).toMatchObject({ droppedUnits: 5, droppedBytes: 5 * BYTES });
  });

  it('drops units to the next keyframe if the queue spans more time than its consumer wants', async () => {
    const { reader, calls, release } = setup(100 * SIZE, {}, 3);
    reader.onTracks(BOTH);
    reader.onUnit(keyframe(0));
    for (const dts of [1, 2]) reader.onUnit(unit(dts));
    reader.onUnit(keyframe(3));
    for (const dts of [4, 5]) reader.onUnit(unit(dts));
    await release();
    await release();
    await release();
    await release();
    expect(calls).toEqual(['tracks', 'unit 0', 'units_dropped', 'unit 3', 'unit 4', 'unit 5']);
    expect(reader.stats()).toEqual({ bytes: 0, droppedUnits: 2, droppedBytes: 2 * BYTES });
  });

  it('continues with any unit of a stream without video', async () => {
    const { reader, calls, release } = setup(2 * SIZE);
    reader.onTracks({ video: null, audio: AAC_TRACK });
    for (const dts of [0, 1, 2, 3]) reader.onUnit(keyframe(dts, { kind: 'audio' }));
    await release();
    await release();
    expect(calls).toEqual(['audio tracks', 'unit 0', 'units_dropped', 'unit 3']);
  });

  it('passes new tracks on if the units that they came before were dropped', async () => {
    const { reader, calls, release } = setup(2 * SIZE);
    reader.onTracks({ video: null, audio: AAC_TRACK });
    reader.onUnit(keyframe(0, { kind: 'audio' }));
    reader.onDiscontinuity('tracks_changed');
    reader.onTracks(BOTH);
    reader.onUnit(keyframe(1));
    reader.onUnit(keyframe(2));
    await release();
    await release();
    expect(calls).toEqual(['audio tracks', 'unit 0', 'tracks_changed', 'tracks', 'unit 2']);
  });

  it('keeps the newest keyframe alone if it may hold 0 bytes', async () => {
    const { reader, calls, release } = setup(0);
    reader.onTracks(BOTH);
    for (const dts of [0, 1, 2]) reader.onUnit(keyframe(dts));
    await release();
    await release();
    expect(calls).toEqual(['tracks', 'unit 0', 'units_dropped', 'unit 2']);
    expect(reader.stats().droppedUnits).toBe(1);
  });

  it('does not call a consumer again that failed, reports the fault once and holds no units', async () => {
    const failure = new Error('disk full');
    const { reader, faults, calls, settled } = setup(10 * SIZE, {
      onUnit: () => Promise.reject(failure),
    });
    reader.onTracks(BOTH);
    for (const dts of [0, 1, 2]) reader.onUnit(keyframe(dts));
    await settled();
    reader.onUnit(keyframe(3));
    reader.onEnd('unpublished');
    await settled();
    expect(faults).toEqual([failure]);
    expect(calls).toEqual(['tracks']);
    expect(reader.stats().bytes).toBe(0);
  });

  it('never holds more than its bound, and accounts for every unit', async () => {
    const step = fc.record({
      kind: fc.constantFrom<TrackKind>('video', 'audio'),
      keyframe: fc.boolean(),
      bytes: fc.integer({ min: 0, max: 3000 }),
      releases: fc.integer({ min: 0, max: 2 }),
    });
    const run = async (steps: readonly (typeof step extends fc.Arbitrary<infer T> ? T : never)[]) => {
      const { reader, calls, release } = setup(8000);
      reader.onTracks(BOTH);
      for (const [dts, { kind, keyframe, bytes, releases }] of steps.entries()) {
        reader.onUnit(
          unit(dts, { kind, keyframe: keyframe || kind === 'audio', payload: new Uint8Array(bytes) }),
        );
        expect(reader.stats().bytes).toBeLessThanOrEqual(8000);
        for (let i = 0; i < releases; i += 1) await release();
      }
      for (const _ of steps) await release();
      const consumed = calls.filter((call) => call.startsWith('unit '));
      expect(consumed.length + reader.stats().droppedUnits).toBe(steps.length);
      const times = consumed.map((call) => Number(call.slice(5)));
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(reader.stats().bytes).toBe(0);
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), run), { numRuns: 50 });
  });
});
