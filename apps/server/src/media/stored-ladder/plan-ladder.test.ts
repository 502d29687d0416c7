import { expect, it } from 'vitest';
import { RecordedRun } from '../recorder/recorded-run.ts';
import type { VideoTrack } from '../unit.ts';
import { missingRows, planLadder, type SourceRun, segmentFile } from './plan-ladder.ts';

function runOf(name: string, track: Partial<VideoTrack>, byteLengths = [900_000, 900_000]): SourceRun {
  const run = new RecordedRun(name);
  run.renditions.add('video');
  for (const [i, byteLength] of byteLengths.entries()) run.add(5 + i, 'video', { seconds: 2, byteLength });
  const described = { codecString: '', frameRate: 30, configuration: new Uint8Array(), ...track };
  return { run, track: { kind: 'video', codec: 'h264', width: 1920, height: 1080, ...described } };
}

const HEIGHTS = [720, 480, 240];
const sizes = (run: SourceRun, others: SourceRun[] = []) =>
  planLadder([run, ...others], HEIGHTS)[0]?.renditions.map(({ name, width, height }) => [
    name,
    width,
    height,
  ]);

it('offers the heights below the source, and H.264 of its own size where browsers may not play it', () => {
  expect(sizes(runOf('1-0-a', {}))).toEqual([
    ['720p', 1280, 720],
    ['480p', 854, 480],
    ['240p', 426, 240],
  ]);
  expect(sizes(runOf('1-0-a', { codec: 'hevc', width: 1280, height: 720 }))?.map(([name]) => name)).toEqual([
    '720p',
    '480p',
    '240p',
  ]);
  expect(sizes(runOf('1-0-a', { width: 320, height: 240 }))).toEqual([]);
});

it('gives all runs the same names, and never more pixels than a run has', () => {
  const small = runOf('2-0-b', { width: 640, height: 360 });
  expect(sizes(small, [runOf('1-0-a', {})])).toEqual([
    ['720p', 640, 360],
    ['480p', 640, 360],
    ['240p', 426, 240],
  ]);
});

it('finds what is missing of any rendition, apart from gaps of the source', () => {
  const [planned] = planLadder([runOf('1-0-a', {}, [1, 1, 0, 1, 1, 1])], HEIGHTS);
  if (planned === undefined) throw new Error('Nothing is planned.');
  const { run } = planned;
  const stored = new Set([0, 4].flatMap((row) => HEIGHTS.map((side) => segmentFile(run, row, `${side}p`))));
  expect(missingRows(planned, (path) => stored.has(path))).toEqual([
    { first: 1, last: 1 },
    { first: 3, last: 3 },
    { first: 5, last: 5 },
  ]);
  stored.delete(segmentFile(run, 4, '240p'));
  expect(missingRows(planned, (path) => stored.has(path))).toEqual([
    { first: 1, last: 1 },
    { first: 3, last: 5 },
  ]);
  expect(segmentFile(run, 0, '240p')).toBe('1-0-a/240p/0/5-2.00000.m4s');
});
