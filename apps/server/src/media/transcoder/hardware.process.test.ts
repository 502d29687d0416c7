/** Selects encoders, and falls back to the next one, with encoders that fail as those of GPUs do. */
import { expect, it, vi } from 'vitest';
import { encodedSource } from '../../../test/support/transcoder/encoded-source.ts';
import {
  feed,
  PATIENCE,
  RecordingOutput,
  running,
  startTranscoder,
  timesOf,
  videoRequest,
} from '../../../test/support/transcoder/transcoder-fixture.ts';
import { encodingWorker, type FakeEncoder, workerOf } from '../../../test/support/transcoder/workers.ts';
import { probeEncoders } from './probe-encoders.ts';

// The process runs with a low priority.
vi.setConfig({ testTimeout: 60_000 });

/** What comes of a source of 90 frames with a keyframe every 15, and which encoder was in use at the end. */
async function encodedWith(encoders: readonly FakeEncoder[]) {
  const source = await encodedSource({ seconds: 3 });
  const transcoder = startTranscoder({ worker: await encodingWorker(encoders) });
  const output = new RecordingOutput();
  transcoder.setOutputs([videoRequest(output)]);
  await running(transcoder);
  feed(transcoder, source);
  await output.reached(source.units.at(-1)?.pts ?? 0);
  // Statistics come with the first message that is a second after the last.
  let next = 0;
  const later = await encodedSource({ seconds: 8, from: 5 });
  await expect
    .poll(
      () => {
        const unit = later.units[next];
        next += 1;
        if (unit !== undefined) transcoder.onUnit(unit);
        return transcoder.statistics.outputs[0]?.encoder;
      },
      { ...PATIENCE, interval: 50 },
    )
    .toBe(encoders.at(-1)?.name);
  return { source, output, transcoder };
}

it('uses the next encoder where the first cannot be opened', async () => {
  const { source, output } = await encodedWith([{ name: 'gpu', failsAt: 0 }, { name: 'x264' }]);
  expect(output.times.slice(0, 90)).toEqual(timesOf(source.units));
  expect(output.outline).toBe('track keyframe');
});

it('falls back at the next keyframe when an encoder fails in the middle', async () => {
  const { source, output, transcoder } = await encodedWith([{ name: 'gpu', failsAt: 20 }, { name: 'x264' }]);
  const times = timesOf(source.units);
  // The keyframe after the 20th frame is the 31st.
  expect(output.times.slice(0, 80)).toEqual([...times.slice(0, 20), ...times.slice(30)]);
  expect(output.outline).toBe('track keyframe break keyframe');
  expect(transcoder.statistics).toMatchObject({
    restarts: 0,
    lastFault: 'gpu failed: The device is gone.',
  });
});

it('falls back when an encoder takes frames and returns nothing', async () => {
  const { source, output } = await encodedWith([{ name: 'gpu', silentFrom: 10 }, { name: 'x264' }]);
  const times = timesOf(source.units);
  // 30 frames may be inside of it.
  expect(output.times.slice(0, 55)).toEqual([...times.slice(0, 10), ...times.slice(45)]);
});

it('opens the last encoder again when it fails', async () => {
  const transcoder = startTranscoder({ worker: await encodingWorker([{ name: 'x264', failsAt: 5 }]) });
  const source = await encodedSource({ seconds: 3 });
  const output = new RecordingOutput();
  transcoder.setOutputs([videoRequest(output)]);
  await running(transcoder);
  feed(transcoder, source);
  await output.reached(source.units[75]?.pts ?? 0);
  // It helped that it was opened again: no process is replaced for a frame that an encoder choked on.
  expect(output.outline).toMatch(/^track keyframe( break keyframe)+$/);
  expect(transcoder.statistics.restarts).toBe(0);
});

it('finds the encoders that work, whatever the others do', async () => {
  const file = await workerOf(`
    const [name] = process.argv.slice(2);
    if (name === 'qsv') process.abort();
    if (name === 'nvenc') setInterval(() => {}, 1000);
    if (name === 'vaapi') process.stdout.write('works');
  `);
  expect(await probeEncoders({ file, probeMs: 3000 })).toEqual(['vaapi']);
});

it('probes this machine without an error', async () => {
  for (const name of await probeEncoders()) expect(['nvenc', 'qsv', 'vaapi']).toContain(name);
});
