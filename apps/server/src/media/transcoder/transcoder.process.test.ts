/** Encodes renditions of real streams in the real process. */
import { expect, it, vi } from 'vitest';
import { encodedSource } from '../../../test/support/transcoder/encoded-source.ts';
import {
  feed,
  keyframesOf,
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
