import fc from 'fast-check';
import { expect, it } from 'vitest';
import { QualityChooser } from './quality-chooser.ts';
import type { QualitySample } from './quality-sample.ts';

const MBPS = 1_000_000;
const calm: QualitySample = {
  nowSeconds: 0,
  renditions: [
    { height: 240, averageBps: 0.5 * MBPS },
    { height: 480, averageBps: 1.4 * MBPS },
    { height: 720, averageBps: 3 * MBPS },
    { height: 1080, averageBps: 6 * MBPS },
  ],
  current: 3,
  usable: [true, true, true, true],
  warm: [true, true, true, true],
  estimateBps: 20 * MBPS,
  bufferedSeconds: 0.8,
  partSeconds: 1 / 3,
  intoSegmentSeconds: 1,
  againSeconds: 0,
  hasStarted: true,
  responseSeconds: 0.03,
  running: null,
  lastPartLoad: 0.3,
  viewHeight: null,
  droppedRatio: 0,
  maxHeight: null,
};

/** Repeats a sample every 100 ms. @returns the first decision, and when it came */
function lookFor(seconds: number, sample: Partial<QualitySample>, chooser = new QualityChooser(), from = 0) {
  for (let now = from; now <= from + seconds; now += 0.1) {
    const decision = chooser.decide({ ...calm, ...sample, nowSeconds: now });
    if (decision !== null) return { ...decision, after: now - from };
  }
  return null;
}

const late = {
  estimateBps: 7 * MBPS,
  running: { elapsedSeconds: 0.4, bodySeconds: 0.37, loadedBytes: 60_000, remainingBytes: 190_000 },
  bufferedSeconds: 0.4,
};

it('gives up a part that would arrive after the buffer ends, for what arrives before', () => {
  const decision = lookFor(0, late);
  expect(decision).toMatchObject({ isUrgent: true, reason: { kind: 'late_part' } });
  expect(decision?.to).toBeLessThan(2);
});

it('lets a late part finish that arrives before anything smaller could', () => {
  expect(
    lookFor(0, {
      ...late,
      running: { ...late.running, loadedBytes: 240_000, remainingBytes: 5_000 },
      bufferedSeconds: 0,
    }),
  ).toBeNull();
});

it('takes a rendition that is ready where another one would first have to be encoded', () => {
  expect(lookFor(0, { ...late, warm: [true, false, false, true] })?.to).toBe(0);
});

it('has the smallest rendition made while there is little room, and not otherwise', () => {
  const chooser = new QualityChooser();
  expect(chooser.prepared(calm)).toEqual([]);
  expect(chooser.prepared({ ...calm, estimateBps: 8 * MBPS })).toEqual([0]);
  expect(chooser.prepared({ ...calm, estimateBps: 8 * MBPS, current: 0 })).toEqual([]);
});

it('has the rendition that fits made before the smallest one where the present one is about not to fit any more', () => {
  const chooser = new QualityChooser();
  expect(chooser.prepared({ ...calm, estimateBps: 6.5 * MBPS })).toEqual([2, 0]);
  expect(chooser.prepared({ ...calm, estimateBps: 3 * MBPS })).toEqual([1, 0]);
  expect(chooser.prepared({ ...calm, estimateBps: 0.3 * MBPS })).toEqual([0]);
});

it('has a larger rendition made as soon as there is room for it, so that the step up waits for no encoder', () => {
  const chooser = new QualityChooser();
  const roomy = { ...calm, current: 1, estimateBps: 4.5 * MBPS };
  expect(chooser.decide(roomy)).toBeNull();
  expect(chooser.prepared(roomy)).toEqual([2]);
});

it('gives up nothing before playback has begun, unless the bandwidth is known to be too low', () => {
  expect(lookFor(0, { ...late, hasStarted: false })).toBeNull();
  const decision = lookFor(0, {
    hasStarted: false,
    estimateBps: MBPS,
    lastPartLoad: null,
    bufferedSeconds: 0,
  });
  expect(decision).toMatchObject({ to: 0, isUrgent: true, reason: { kind: 'bandwidth_fell' } });
});

it('steps down at the end of a segment where parts take longer than they play', () => {
  const decision = lookFor(0, { estimateBps: 4 * MBPS, lastPartLoad: 1.1, bufferedSeconds: 1.5 });
  expect(decision).toMatchObject({ to: 2, isUrgent: false, reason: { kind: 'bandwidth_fell' } });
});

it('does not finish a segment where its parts would take what is buffered', () => {
  const fallen = { estimateBps: 2 * MBPS, lastPartLoad: 2 };
  expect(lookFor(0, { ...fallen, bufferedSeconds: 2 })).toMatchObject({ to: 1, isUrgent: true });
  expect(lookFor(0, { ...fallen, bufferedSeconds: 4 })).toMatchObject({ to: 1, isUrgent: false });
});

it('steps down to what is ready where nothing is left to wait for an encoder with', () => {
  const slow = { estimateBps: 4 * MBPS, lastPartLoad: 1.1, bufferedSeconds: 0.2 };
  expect(lookFor(0, { ...slow, warm: [true, false, false, true] })).toMatchObject({ to: 0, isUrgent: true });
  expect(lookFor(0, { ...slow, warm: [false, false, false, true] })?.to).toBe(2);
});

it('takes a part that is late by less than a tenth of a second for in time', () => {
  const running = { elapsedSeconds: 0.2, bodySeconds: 0.2, loadedBytes: 175_000, remainingBytes: 350_000 };
  const sample = { running, estimateBps: 7 * MBPS, intoSegmentSeconds: 0 };
  expect(lookFor(0, { ...sample, bufferedSeconds: 0.32 })).toBeNull();
  expect(lookFor(0, { ...sample, bufferedSeconds: 0.16 })?.reason.kind).toBe('late_part');
});

it('trusts parts that arrive in time more than a low estimate', () => {
  expect(lookFor(10, { estimateBps: 5.5 * MBPS, lastPartLoad: 0.5 })).toBeNull();
});

it('steps up after two seconds with room, and waits twice as long after it had to step down again', () => {
  const chooser = new QualityChooser();
  const slow = { current: 1, estimateBps: 4.5 * MBPS };
  const first = lookFor(60, slow, chooser);
  expect(first).toMatchObject({ to: 2, isUrgent: false, reason: { kind: 'bandwidth_rose' } });
  expect(first?.after).toBeCloseTo(2, 0);
  chooser.onSwitched(1, 2, 2);
  chooser.onSwitched(2, 1, 8);
  expect(lookFor(60, slow, chooser, 8)?.after).toBeCloseTo(4, 0);
});

it('steps up to what needs slightly more than arrives where the buffer lasts, and asks for such a buffer', () => {
  const chooser = new QualityChooser();
  const between = { current: 1, estimateBps: 3 * MBPS };
  expect(lookFor(30, between, chooser)).toBeNull();
  expect(chooser.wantedBuffer({ ...calm, ...between, nowSeconds: 30 })).toBe(4);
  expect(lookFor(30, { ...between, bufferedSeconds: 3.5 }, chooser, 30)?.to).toBe(2);
  // Not where the next rendition fits anyway, or never would.
  for (const estimateBps of [4.5 * MBPS, 2 * MBPS])
    expect(new QualityChooser().wantedBuffer({ ...calm, ...between, estimateBps })).toBe(0);
});

it('plays a rendition on that needs slightly more than arrives until only a reserve is buffered', () => {
  const tight = { estimateBps: 6 * MBPS, lastPartLoad: 1.1 };
  expect(lookFor(10, { ...tight, bufferedSeconds: 0.7 })).toBeNull();
  expect(lookFor(0, { ...tight, bufferedSeconds: 0.6 })).toMatchObject({ to: 2, isUrgent: false });
  const tighter = { ...tight, estimateBps: 5.2 * MBPS };
  expect(lookFor(10, { ...tighter, bufferedSeconds: 2 })).toBeNull();
  expect(lookFor(0, { ...tighter, bufferedSeconds: 1.5 })).toMatchObject({ to: 2, isUrgent: false });
});

it('does not step up after a late part', () => {
  expect(lookFor(30, { current: 1, lastPartLoad: 1.2, bufferedSeconds: 0.5 })).toBeNull();
});

it('loads no more than the player shows, and all of it again in full screen', () => {
  const chooser = new QualityChooser();
  expect(lookFor(5, { viewHeight: 400 }, chooser)).toMatchObject({
    to: 1,
    reason: { kind: 'player_size', height: 400 },
  });
  chooser.onSwitched(3, 1, 5);
  expect(lookFor(30, { viewHeight: 400, current: 1 }, chooser, 5)).toBeNull();
  expect(lookFor(5, { viewHeight: 1440, current: 1 }, chooser, 35)?.to).toBe(3);
});

it('gives a device that drops frames a smaller rendition for two minutes', () => {
  const chooser = new QualityChooser();
  expect(lookFor(5, { droppedRatio: 0.3 }, chooser)).toMatchObject({
    to: 2,
    reason: { kind: 'dropped_frames' },
  });
  chooser.onSwitched(3, 2, 5);
  expect(lookFor(110, { current: 2 }, chooser, 5)).toBeNull();
  expect(lookFor(20, { current: 2 }, chooser, 120)?.to).toBe(3);
});

it('keeps below the height of the data saver', () => {
  expect(lookFor(0, { maxHeight: 480 })).toMatchObject({ to: 1, reason: { kind: 'data_saver' } });
  expect(lookFor(30, { maxHeight: 480, current: 1 })).toBeNull();
  expect(lookFor(0, { maxHeight: 100 })?.to).toBe(0);
});

it('leaves a rendition that the server does not make any more at once', () => {
  const decision = lookFor(0, { current: 2, usable: [true, true, false, true] });
  expect(decision).toMatchObject({ to: 3, isUrgent: true, reason: { kind: 'unavailable' } });
});

it('never chooses what is not there', () => {
  const number = (max: number) => fc.double({ min: 0, max, noNaN: true });
  const any = fc.record({
    current: fc.integer({ min: 0, max: 3 }),
    usable: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
    warm: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean(), fc.boolean()),
    estimateBps: fc.option(number(30 * MBPS)),
    bufferedSeconds: number(3),
    intoSegmentSeconds: number(4),
    againSeconds: number(4),
    hasStarted: fc.boolean(),
    running: fc.option(
      fc.record({
        elapsedSeconds: number(3),
        bodySeconds: fc.option(number(3)),
        loadedBytes: number(500_000),
        remainingBytes: number(500_000),
      }),
    ),
    lastPartLoad: fc.option(number(4)),
    viewHeight: fc.option(number(3_000)),
    droppedRatio: number(1),
    maxHeight: fc.option(number(2_000)),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1, maxLength: 30 }), (samples) => {
      const chooser = new QualityChooser();
      for (const [i, sample] of samples.entries()) {
        const decision = chooser.decide({ ...calm, ...sample, nowSeconds: i });
        if (decision === null) continue;
        expect(decision.to).not.toBe(sample.current);
        expect(sample.usable[decision.to]).toBe(true);
        chooser.onSwitched(sample.current, decision.to, i);
      }
    }),
  );
});
