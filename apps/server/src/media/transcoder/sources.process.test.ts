/** Encodes renditions of sources as encoders send them: with B-frames, other codecs, changes and damage. */
import { expect, it, vi } from 'vitest';
import { type EncodedSource, encodedSource } from '../../../test/support/transcoder/encoded-source.ts';
import {
  feed,
  keyframesOf,
  RecordingOutput,
  running,
  startTranscoder,
  timesOf,
  videoRequest,
} from '../../../test/support/transcoder/transcoder-fixture.ts';
import { TIMESCALE, type Unit, type VideoCodec } from '../unit.ts';
import type { VideoRendition } from './outputs.ts';

// The process runs with a low priority.
vi.setConfig({ testTimeout: 60_000 });

/** Starts a transcoder with one output, which it feeds. */
async function started(rendition: Partial<VideoRendition> = {}) {
  const transcoder = startTranscoder();
  const output = new RecordingOutput();
  transcoder.setOutputs([videoRequest(output, rendition)]);
  await running(transcoder);
  return { transcoder, output };
}

/**
 * A rendition of a source, up to the frame that was sent last. Decoders hold back as many frames as are reordered.
 */
async function renditionOf(source: EncodedSource, rendition: Partial<VideoRendition> = {}) {
  const { transcoder, output } = await started(rendition);
  feed(transcoder, source);
  transcoder.onDiscontinuity('timestamps_jumped');
  // Tells the decoder to return them.
  const last = Math.max(...timesOf(source.units));
  const end = await encodedSource({ seconds: 0.1, from: last / TIMESCALE + 1 });
  feed(transcoder, end);
  await output.reached(timesOf(end.units)[0] ?? 0);
  return output.units.filter(({ pts }) => pts <= last);
}

const expectSameTimes = (units: readonly Unit[], source: readonly Unit[]) => {
  expect(units.map(({ pts }) => pts)).toEqual(timesOf(source));
  expect(units.map(({ dts }) => dts)).toEqual(timesOf(source));
  expect(keyframesOf(units)).toEqual(keyframesOf(source));
};

it('encodes a source with B-frames in the order of its presentation', async () => {
  const source = await encodedSource({ options: { preset: 'veryfast', bf: 3, g: 20 } });
  expect(source.units.some(({ pts, dts }) => pts !== dts)).toBe(true);
  expectSameTimes(await renditionOf(source), source.units);
});

it('encodes a source with open groups, whose first frames are shown before their keyframe', async () => {
  const options = { preset: 'veryfast', bf: 3, g: 20, 'x264-params': 'open-gop=1:scenecut=0:b-adapt=0' };
  const source = await encodedSource({ options });
  const [, second] = source.units.flatMap(({ keyframe }, i) => (keyframe ? [i] : []));
  const leading = source.units.slice(second).filter(({ pts }) => pts < (source.units[second ?? 0]?.pts ?? 0));
  expect(leading.length).toBeGreaterThan(0);
  expectSameTimes(await renditionOf(source), source.units);
});

it('skips frames that are shown before the keyframe that it begins with', async () => {
  const options = { preset: 'veryfast', bf: 3, g: 20, 'x264-params': 'open-gop=1:scenecut=0:b-adapt=0' };
  const source = await encodedSource({ options });
  const [, second = 0] = source.units.flatMap(({ keyframe }, i) => (keyframe ? [i] : []));
  const units = await renditionOf({ ...source, units: source.units.slice(second) });
  const begin = source.units[second]?.pts ?? 0;
  expect(units.map(({ pts }) => pts)).toEqual(timesOf(source.units).filter((pts) => pts >= begin));
  expect(units[0]?.keyframe).toBe(true);
});

it('follows a keyframe interval that varies', async () => {
  const parts: EncodedSource[] = [];
  for (const seconds of [0.5, 1.3, 0.2, 0.9]) {
    const from = 1 + parts.length * 2;
    parts.push(await encodedSource({ seconds, from, options: { preset: 'ultrafast', g: 250, bf: 0 } }));
  }
  const [first] = parts;
  if (first === undefined) throw new Error('There is no source.');
  const units = parts.flatMap((part) => part.units);
  expect(keyframesOf(units)).toHaveLength(4);
  expectSameTimes(await renditionOf({ ...first, units }), units);
});

it('keeps the times of a frame rate that varies', async () => {
  const source = await encodedSource();
  let time = TIMESCALE;
  const units = source.units.map((unit, i) => {
    time += [1, 1500, 3000, 9000, 45_000][i % 5] ?? 0;
    return { ...unit, dts: time, pts: time };
  });
  expectSameTimes(await renditionOf({ ...source, units }), units);
});

it('encodes every second frame of a rendition with half of the frames, and each keyframe', async () => {
  const options = { preset: 'ultrafast', g: 15, bf: 0 };
  const source = await encodedSource({ framesPerSecond: 60, options });
  const units = await renditionOf(source, { frameRateDivisor: 2 });
  // A group of 15 frames keeps 8.
  expect(units.map(({ pts }) => pts)).toEqual(timesOf(source.units).filter((_, i) => (i % 15) % 2 === 0));
  expect(keyframesOf(units)).toEqual(keyframesOf(source.units));
});

it.each<VideoCodec>(['hevc', 'av1', 'vp9'])('encodes %s', async (codec) => {
  const source = await encodedSource({ codec, seconds: 1 });
  expectSameTimes(await renditionOf(source, { width: 320, height: 180 }), source.units);
});

it('continues with a break when the source changes its size, codec and frame rate', async () => {
  const { transcoder, output } = await started();
  const sources = [
    await encodedSource({ seconds: 1 }),
    await encodedSource({ seconds: 1, width: 256, height: 256, from: 3 }),
    await encodedSource({ seconds: 1, codec: 'hevc', from: 5 }),
    await encodedSource({ seconds: 1, framesPerSecond: 60, from: 7 }),
  ];
  for (const [i, source] of sources.entries()) {
    if (i > 0) transcoder.onDiscontinuity('tracks_changed');
    feed(transcoder, source);
  }
  const all = sources.flatMap(({ units }) => units);
  await output.reached(all.at(-1)?.pts ?? 0);
  expectSameTimes(output.units, all);
  expect(output.outline.match(/break( track)? keyframe/g)).toHaveLength(3);
  expect(output.tracks.every((track) => track.kind === 'video' && track.width === 160)).toBe(true);
  expect(transcoder.statistics.restarts).toBe(0);
});

it('continues after damaged frames, with the times of the frames that decode', async () => {
  const source = await encodedSource({ seconds: 3 });
  const units = source.units.map((unit, i) => {
    if (i < 20 || i >= 40) return unit;
    // The length of its NAL unit stays, so that the container is intact.
    const payload = Uint8Array.from(unit.payload, (byte, at) => (at > 5 ? (byte * 31 + at) & 255 : byte));
    return { ...unit, payload };
  });
  const encoded = await renditionOf({ ...source, units });
  const times = timesOf(source.units);
  expect(encoded.every(({ pts }) => times.includes(pts))).toBe(true);
  // Whole again from the first keyframe after the damage.
  const intact = source.units.slice(45);
  expectSameTimes(
    encoded.filter(({ pts }) => pts >= (intact[0]?.pts ?? 0)),
    intact,
  );
});
