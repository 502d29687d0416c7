/** Encodes renditions of real streams in the real process. */
import { expect, it, vi } from 'vitest';
import { encodedSource } from '../../../test/support/transcoder/encoded-source.ts';
import {
  feed,
  keyframesOf,
  opusRequest,
  RecordingOutput,
  running,
  startTranscoder,
  timesOf,
  videoRequest,
} from '../../../test/support/transcoder/transcoder-fixture.ts';

// The process runs with a low priority.
vi.setConfig({ testTimeout: 60_000 });

it('encodes each frame of the source at its time, with keyframes where the source has them', async () => {
  const source = await encodedSource();
  const transcoder = startTranscoder();
  const output = new RecordingOutput();
  transcoder.setOutputs([videoRequest(output)]);
  await running(transcoder);
  feed(transcoder, source);
  await output.reached(Math.max(...timesOf(source.units)));
  expect(output.times).toEqual(timesOf(source.units));
  expect(output.units.map(({ dts }) => dts)).toEqual(output.times);
  expect(output.keyframes).toEqual(keyframesOf(source.units));
  expect(output.outline).toBe('track keyframe');
  expect(output.tracks).toMatchObject([{ kind: 'video', codec: 'h264', width: 160, height: 90 }]);
});

it('starts a process again that was killed, and continues with a break and a keyframe', async () => {
  const source = await encodedSource({ seconds: 4 });
  const transcoder = startTranscoder();
  const output = new RecordingOutput();
  transcoder.setOutputs([videoRequest(output)]);
  await running(transcoder);
  const half = source.units.length / 2;
  feed(transcoder, { ...source, units: source.units.slice(0, half) });
  await output.reached(source.units[half - 1]?.pts ?? 0);
  process.kill(transcoder.statistics.processId ?? 0, 'SIGKILL');
  await expect.poll(() => transcoder.statistics.restarts).toBe(1);
  await running(transcoder);
  for (const unit of source.units.slice(half)) transcoder.onUnit(unit);
  await output.reached(source.units.at(-1)?.pts ?? 0);
  expect(output.outline).toBe('track keyframe break keyframe');
  expect(output.times).toEqual(timesOf(source.units));
  expect(transcoder.statistics).toMatchObject({ restarts: 1, lastFault: 'The process ended by SIGKILL.' });
});

it('makes Opus of AAC in frames of 20 ms on the clock of the stream', async () => {
  const source = await encodedSource({ audio: true });
  const transcoder = startTranscoder();
  const output = new RecordingOutput();
  transcoder.setOutputs([opusRequest(output)]);
  await running(transcoder);
  feed(transcoder, source);
  const audio = source.units.filter(({ kind }) => kind === 'audio');
  await output.reached((audio.at(-1)?.pts ?? 0) - 3000);
  expect(output.outline).toBe('track keyframe');
  expect(output.tracks).toMatchObject([{ kind: 'audio', codec: 'opus', sampleRate: 48_000, channels: 2 }]);
  // What the encoder holds back, 312 samples, is heard before the first frame.
  expect(output.times[0]).toBe((audio[0]?.pts ?? 0) - 585);
  expect(new Set(output.times.slice(1).map((time, i) => time - (output.times[i] ?? 0)))).toEqual(
    new Set([1800]),
  );
});

it('continues Opus at its time after a gap, with a break', async () => {
  const source = await encodedSource({ audio: true });
  const transcoder = startTranscoder();
  const output = new RecordingOutput();
  transcoder.setOutputs([opusRequest(output)]);
  await running(transcoder);
  const audio = source.units.filter(({ kind }) => kind === 'audio');
  const kept = audio.filter((_, i) => i < 20 || i >= 40);
  feed(transcoder, { ...source, units: kept });
  await output.reached((audio.at(-1)?.pts ?? 0) - 3000);
  expect(output.outline).toBe('track keyframe break keyframe');
  const afterGap = output.times.find((time) => time > (audio[30]?.pts ?? 0));
  expect(afterGap).toBe((audio[40]?.pts ?? 0) - 585);
});
