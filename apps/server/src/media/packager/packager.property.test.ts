import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  AAC_TRACK,
  audioUnits,
  interleave,
  OPUS_TRACK,
  VIDEO_TRACK,
  videoUnits,
} from '../../../test/support/packager/units.ts';
import { TestViewer } from '../../../test/support/packager/viewer.ts';
import type { DiscontinuityReason } from '../reader.ts';
import { type AudioTrack, TIMESCALE, type Tracks, type Unit } from '../unit.ts';

/** One part of a stream: from a connection or a jump of the clock to the next. */
interface Stretch {
  readonly reason: DiscontinuityReason;
  readonly silenceSeconds: number;
  readonly seconds: number;
  readonly hasVideo: boolean;
  readonly hasAudio: boolean;
  readonly wide: boolean;
  readonly framesPerSecond: number;
  readonly keyframeSeconds: number;
  readonly reorder: number;
  readonly jitterMs: number;
  readonly audioOffset: number;
  readonly audioLate: number;
  readonly pause: {
    readonly kind: 'video' | 'audio';
    readonly from: number;
    readonly seconds: number;
  } | null;
}

const stretch: fc.Arbitrary<Stretch> = fc.record({
  reason: fc.constantFrom<DiscontinuityReason>('reconnected', 'timestamps_jumped', 'tracks_changed'),
  silenceSeconds: fc.constantFrom(0.011, 0.5, 8, 29),
  seconds: fc.double({ min: 0.05, max: 14, noNaN: true }),
  hasVideo: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  hasAudio: fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false)),
  wide: fc.boolean(),
  framesPerSecond: fc.constantFrom(5, 10, 15, 23.976, 24, 25, 29.97, 30, 50, 60),
  keyframeSeconds: fc.constantFrom(0.1, 0.5, 1, 1.5, 2, 2, 2, 3, 4.17, 10, 60),
  reorder: fc.constantFrom(0, 0, 2),
  jitterMs: fc.constantFrom(0, 0, 0, 5, 25),
  audioOffset: fc.double({ min: -0.4, max: 0.4, noNaN: true }),
  audioLate: fc.double({ min: -1, max: 1, noNaN: true }),
  pause: fc.option(
    fc.record({
      kind: fc.constantFrom('video' as const, 'audio' as const),
      from: fc.double({ min: 0, max: 12, noNaN: true }),
      seconds: fc.double({ min: 0.05, max: 9, noNaN: true }),
    }),
    { freq: 3, nil: null },
  ),
});

const stream = fc.record({
  stretches: fc.array(stretch, { minLength: 1, maxLength: 4 }),
  audioTrack: fc.constantFrom<AudioTrack>(AAC_TRACK, { ...AAC_TRACK, sampleRate: 44_100 }, OPUS_TRACK),
  partTargetSeconds: fc.constantFrom(1 / 3, 0.2, 0.5),
  segmentMinSeconds: fc.constantFrom(1, 2, 4),
  liveWindowSeconds: fc.constantFrom(6, 60),
});

function tracksOf({ hasVideo, hasAudio, wide }: Stretch, audioTrack: AudioTrack): Tracks {
  const video = wide ? { ...VIDEO_TRACK, width: 1920, height: 1080 } : VIDEO_TRACK;
  return { video: hasVideo || !hasAudio ? video : null, audio: hasAudio ? audioTrack : null };
}

/** A deterministic number from -1 to 1 for each frame. */
function noise(frame: number): number {
  return ((Math.imul(frame + 1, 2_654_435_761) >>> 8) % 2001) / 1000 - 1;
}

function unitsOf(shape: Stretch, tracks: Tracks, from: number): Unit[] {
  const { framesPerSecond, keyframeSeconds, reorder, seconds, jitterMs, audioOffset, pause } = shape;
  const jitter = (frame: number) => noise(frame) * jitterMs;
  const video =
    tracks.video === null
      ? []
      : videoUnits({ framesPerSecond, keyframeSeconds, reorder, seconds, from, jitterMs: jitter, bytes: 60 });
  const start = Math.max(from, from + audioOffset);
  const audio = tracks.audio === null ? [] : audioUnits({ track: tracks.audio, seconds, from: start });
  const silent = (unit: Unit) => {
    const time = unit.dts / TIMESCALE - from;
    return pause?.kind === unit.kind && time >= pause.from && time < pause.from + pause.seconds;
  };
  return interleave(video, audio, shape.audioLate).filter((unit) => !silent(unit));
}

interface Sent {
  readonly video: Unit[];
  readonly audio: Unit[];
  /** The stretch that each unit belongs to. */
  readonly stretch: Map<Unit, number>;
  /** Whether frames came so irregularly that the packager cannot avoid short parts. */
  irregular: boolean;
}

function play({
  stretches,
  audioTrack,
  ...settings
}: typeof stream extends fc.Arbitrary<infer T> ? T : never) {
  const viewer = new TestViewer(settings);
  const sent: Sent = { video: [], audio: [], stretch: new Map(), irregular: false };
  let from = 1;
  for (const [index, shape] of stretches.entries()) {
    const tracks = tracksOf(shape, audioTrack);
    if (index > 0) {
      viewer.nowMs += shape.silenceSeconds * 1000;
      viewer.packager.onDiscontinuity(shape.reason);
      viewer.look();
    }
    viewer.packager.onTracks(tracks);
    viewer.look();
    const units = unitsOf(shape, tracks, from);
    // The hub begins video with a keyframe.
    const first = units.findIndex((unit) => unit.kind === 'video' && unit.keyframe);
    const begun = units.filter((unit, i) => unit.kind === 'audio' || (first >= 0 && i >= first));
    for (const unit of begun) {
      sent[unit.kind].push(unit);
      sent.stretch.set(unit, index);
    }
    sent.irregular ||= index > 0 || shape.jitterMs > 0 || shape.pause !== null;
    viewer.feed(begun);
    const last = Math.max(from, ...begun.map((unit) => unit.dts / TIMESCALE));
    from = last + Math.max(shape.silenceSeconds, 0.1);
  }
  viewer.end();
  return { viewer, sent };
}

describe('any stream', () => {
  it('has valid playlists, and parts that contain all of its frames', { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(stream, (shape) => {
        const { viewer, sent } = play(shape);
        const problems = viewer.findings.filter(
          (finding) => !(sent.irregular && finding.rule === 'part-too-short'),
        );
        expect(
          [...new Set(problems.map((finding) => `${finding.rule}: ${finding.message}`))].slice(0, 5),
        ).toEqual([]);
        if (viewer.packager.presentation === undefined) return;
        for (const name of ['video', 'audio'] as const) {
          const samples = viewer.fragments(name).flatMap((fragment) => fragment.samples);
          let at = 0;
          let last = { dts: -1, end: 0, stretch: 0 };
          for (const sample of samples) {
            expect(sample.duration).toBeGreaterThan(0);
            // The samples are in the order in which they were sent, each once, byte for byte.
            at =
              sent[name].findIndex(
                (unit, i) => i >= at && Buffer.compare(unit.payload, sample.payload) === 0,
              ) + 1;
            expect(at).toBeGreaterThan(0);
            const unit = sent[name][at - 1];
            const stretch = (unit && sent.stretch.get(unit)) ?? -1;
            // The duration of the last frame before a break is an estimate; all others end where the next begins.
            expect(sample.dts).toBeGreaterThan(last.dts);
            if (stretch === last.stretch) expect(sample.dts).toBeGreaterThanOrEqual(last.end);
            last = { dts: sample.dts, end: sample.dts + sample.duration, stretch };
            expect(sample.keyframe).toBe(unit?.keyframe);
            if (name !== 'video') continue;
            expect([sample.dts, sample.dts + sample.compositionOffset]).toEqual([unit?.dts, unit?.pts]);
          }
        }
        const { lateFrames, surplusAudio } = viewer.packager.statistics;
        const wasRegular = shape.stretches.every((each) => each.pause === null);
        if (wasRegular) expect(lateFrames + surplusAudio).toBe(0);
      }),
      { numRuns: 50 },
    );
  });
});
