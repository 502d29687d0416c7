/** Stops, slows down and starves the real process. */

import { expect, it, vi } from 'vitest';
import { type EncodedSource, encodedSource } from '../../../test/support/transcoder/encoded-source.ts';
import {
  feed,
  PATIENCE,
  RecordingOutput,
  running,
  startTranscoder,
  timesOf,
  videoRequest,
} from '../../../test/support/transcoder/transcoder-fixture.ts';
import { encodingWorker, workerOf } from '../../../test/support/transcoder/workers.ts';
import { TIMESCALE } from '../unit.ts';

// The process runs with a low priority.
vi.setConfig({ testTimeout: 60_000 });

const halvesOf = (source: EncodedSource, at: number) => [
  { ...source, units: source.units.slice(0, at) },
  { ...source, units: source.units.slice(at) },
];

it('replaces a process that hangs, without the source waiting for it', async () => {
  const source = await encodedSource({ seconds: 4 });
  const transcoder = startTranscoder({ limits: { hangMs: 1500 } });
  const output = new RecordingOutput();
  transcoder.setOutputs([videoRequest(output)]);
  await running(transcoder);
  const [first, second] = halvesOf(source, 60);
  feed(transcoder, first ?? source);
  await output.reached(timesOf(first?.units ?? []).at(-1) ?? 0);
  const hung = transcoder.statistics.processId ?? 0;
  process.kill(hung, 'SIGSTOP');
  // It is no more than a call, whatever the process does.
  for (const unit of second?.units ?? []) transcoder.onUnit(unit);
  await expect.poll(() => transcoder.statistics.restarts, PATIENCE).toBe(1);
  expect(transcoder.statistics.lastFault).toMatch(/^The process did not answer for \d+ ms\.$/);
  await running(transcoder);
  expect(transcoder.statistics.processId).not.toBe(hung);
  const later = await encodedSource({ seconds: 1, from: 6 });
  for (const unit of later.units) transcoder.onUnit(unit);
  await output.reached(later.units.at(-1)?.pts ?? 0);
  expect(output.outline).toBe('track keyframe break keyframe');
  const [statistics] = transcoder.statistics.outputs;
  expect(statistics?.framesDropped).toBeGreaterThan(0);
  const counted = (statistics?.framesDropped ?? 0) + (statistics?.framesEncoded ?? 0);
  // The process may have been stopped after it sent its last frame, but before it said that it needs no more for it.
  const twice = counted - source.units.length - later.units.length;
  expect([0, 1]).toContain(twice);
});

it('replaces a process that runs out of memory, and encodes again when the source needs less', async () => {
  const small = await encodedSource({ seconds: 1 });
  const large = await encodedSource({ seconds: 0.4, width: 7680, height: 4320, from: 3 });
  /** The same frames again and again: encoding as many takes long. */
  const units = [0, 1, 2, 3].flatMap((second) =>
    large.units.map((unit) => ({
      ...unit,
      dts: unit.dts + second * TIMESCALE,
      pts: unit.pts + second * TIMESCALE,
    })),
  );
  // Enough for Node and small frames.
  const transcoder = startTranscoder({ limits: { dataKib: 720 * 1024 } });
  const output = new RecordingOutput();
  transcoder.setOutputs([videoRequest(output)]);
  await running(transcoder);
  feed(transcoder, small);
  await output.reached(small.units.at(-1)?.pts ?? 0);
  transcoder.onDiscontinuity('tracks_changed');
  feed(transcoder, { ...large, units });
  await expect.poll(() => transcoder.statistics.restarts, PATIENCE).toBeGreaterThan(0);
  await running(transcoder);
  const again = await encodedSource({ seconds: 1, from: 8 });
  transcoder.onDiscontinuity('tracks_changed');
  feed(transcoder, again);
  await output.reached(again.units.at(-1)?.pts ?? 0);
  expect(output.times).toEqual(expect.arrayContaining(timesOf(again.units)));
});

it('says that it is overloaded before it drops frames, and drops to the next keyframe when nothing is given up', async () => {
  const source = await encodedSource({ seconds: 4 });
  const lateMs: number[] = [];
  let droppedAtReport: number | undefined;
  const transcoder = startTranscoder({
    worker: await encodingWorker([{ name: 'slow', delayMs: 100 }]),
    limits: { queueSeconds: 3 },
    onOverloaded: (delayMs) => {
      lateMs.push(delayMs);
      droppedAtReport ??= transcoder.statistics.outputs[0]?.framesDropped;
    },
  });
  const output = new RecordingOutput();
  transcoder.setOutputs([videoRequest(output)]);
  await running(transcoder);
  // As much as the queue holds.
  const [first, second] = halvesOf(source, 90);
  feed(transcoder, first ?? source);
  await expect.poll(() => lateMs.length, PATIENCE).toBeGreaterThan(0);
  expect(droppedAtReport).toBe(0);
  for (const unit of second?.units ?? []) transcoder.onUnit(unit);
  await output.reached(source.units.at(-1)?.pts ?? 0);
  expect(transcoder.statistics.outputs[0]?.framesDropped).toBeGreaterThan(0);
  expect(transcoder.statistics.restarts).toBe(0);
  expect(output.outline).toMatch(/^track keyframe( break keyframe)+$/);
});

it('starts and stops outputs without disturbing others, and runs no process without any', async () => {
  const source = await encodedSource({ seconds: 4 });
  const transcoder = startTranscoder();
  expect(transcoder.statistics).toMatchObject({ state: 'idle', processId: null });
  const [kept, stopped, added] = [new RecordingOutput(), new RecordingOutput(), new RecordingOutput()];
  const request = (output: RecordingOutput, name: string) => videoRequest(output, { name });
  transcoder.setOutputs([request(kept, 'kept'), request(stopped, 'stopped')]);
  await running(transcoder);
  const at = 50;
  const [first, second] = halvesOf(source, at);
  feed(transcoder, first ?? source);
  await stopped.reached(source.units[at - 1]?.pts ?? 0);
  await kept.reached(source.units[at - 1]?.pts ?? 0);
  transcoder.setOutputs([request(kept, 'kept'), request(added, 'added')]);
  for (const unit of second?.units ?? []) transcoder.onUnit(unit);
  const end = source.units.at(-1)?.pts ?? 0;
  await kept.reached(end);
  await added.reached(end);
  expect(kept.times).toEqual(timesOf(source.units));
  expect(kept.outline).toBe('track keyframe');
  expect(stopped.times).toEqual(timesOf(first?.units ?? []));
  // The next keyframe of the source, each of which is 15 frames after the last.
  expect(added.times[0]).toBe(source.units[60]?.pts);
  expect(added.outline).toBe('track keyframe');
  transcoder.setOutputs([]);
  expect(transcoder.statistics).toMatchObject({ state: 'idle', processId: null, restarts: 0, outputs: [] });
});

it('gives up on outputs of a process that sends what it may not, and tries again ever less often', async () => {
  const worker = await workerOf(`process.stdout.write(Buffer.alloc(24, 255)); setInterval(() => {}, 1000);`);
  const transcoder = startTranscoder({ worker });
  transcoder.setOutputs([videoRequest(new RecordingOutput())]);
  await expect.poll(() => transcoder.statistics.state, PATIENCE).toBe('failing');
  expect(transcoder.statistics.lastFault).toMatch(/^The process sent what it may not: A message has/);
});

it('ends its process when the live stream ends', async () => {
  const source = await encodedSource({ seconds: 1 });
  const transcoder = startTranscoder();
  const output = new RecordingOutput();
  transcoder.setOutputs([videoRequest(output)]);
  await running(transcoder);
  const pid = transcoder.statistics.processId ?? 0;
  feed(transcoder, source);
  transcoder.onEnd('unpublished');
  await expect.poll(() => transcoder.statistics.state, PATIENCE).toBe('closed');
  await expect.poll(() => isRunning(pid), PATIENCE).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
