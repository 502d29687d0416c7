import { expect, it } from 'vitest';
import { describeFindings, lintMediaPlaylist } from '../../../test/support/playlist-linter/index.ts';
import { initPath, parsePath, segmentPath, trackPath } from './recording-files.ts';
import { RecordingIndex } from './recording-index.ts';
import { renderAll } from './recording-playlists.ts';
import { durationMsOf } from './recording-view.ts';
import { boundariesOf, isKept, segmentsIn, trimmedView, wallRangesOf } from './trimmed-recording.ts';

const [FIRST, SECOND] = ['1760000000000-5-first', '1760000100000-0-second'];
const TRACK = { kind: 'video', codecString: 'avc1.64001f', width: 1280, height: 720, frameRate: 30 } as const;
const filesOf = (run: string, firstMsn: number) => [
  { path: initPath(run, 'video'), byteLength: 700 },
  { path: trackPath(run, 'video'), byteLength: 100 },
  ...[0, 1, 2, 3].map((i) => ({
    path: segmentPath({ path: run, layout: 'shared' }, 'video', firstMsn + i, 2.0004),
    byteLength: 1000 * (i + 1),
  })),
];
/** Eight segments of 2 s in two runs. */
const index = await RecordingIndex.of([...filesOf(FIRST, 5), ...filesOf(SECOND, 0)], async () => TRACK);
const boundariesMs = boundariesOf(index);
const at = (position: number) => boundariesMs[position] ?? expect.fail();
const kept = segmentsIn(index, [
  { startMs: at(1), endMs: at(2) },
  { startMs: at(3), endMs: at(6) },
]);
const view = trimmedView(index, kept);
const segmentsOf = (text: string) => text.split('\n').filter((line) => line.endsWith('.m4s'));

it('can be cut at the starts of segments', () => {
  expect(boundariesMs).toEqual([0, 2000, 4001, 6001, 8002, 10_002, 12_002, 14_003, 16_003]);
  expect(kept).toEqual([
    { run: FIRST, firstMsn: 6, lastMsn: 6 },
    { run: FIRST, firstMsn: 8, lastMsn: 8 },
    { run: SECOND, firstMsn: 0, lastMsn: 1 },
  ]);
});

it('gives the wall times of the cut parts', () => {
  const cut = [
    { startMs: 0, endMs: 1000 },
    { startMs: 7000, endMs: 9000 },
  ];
  const times = wallRangesOf(index, cut).map((range) => [range.startMs, range.endMs]);
  const [first, second] = [1_760_000_000_000, 1_760_000_100_000];
  expect(times).toEqual([
    [first, first + 1000],
    [first + 7000, first + 8002],
    [second, second + 998],
  ]);
});

it('lists the kept segments, with a discontinuity at each cut and the wall time after it', () => {
  const text = renderAll(view).get('video.m3u8') ?? '';
  expect(describeFindings(lintMediaPlaylist(text))).toBe('');
  expect(segmentsOf(text).map((path) => path.split('/').at(-1))).toEqual([
    'video-6-2.00040.m4s',
    'video-8-2.00040.m4s',
    'video-0-2.00040.m4s',
    'video-1-2.00040.m4s',
  ]);
  expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(2);
  expect(text.match(/DATE-TIME:.*/g)).toEqual([
    'DATE-TIME:2025-10-09T08:53:22.000Z',
    'DATE-TIME:2025-10-09T08:53:26.001Z',
    'DATE-TIME:2025-10-09T08:55:00.000Z',
  ]);
  expect(durationMsOf(view)).toBe(8002);
});

it('declares the bitrate of the kept segments', () => {
  const peak = (text = '') => Number(/[:,]BANDWIDTH=(\d+)/.exec(text)?.[1]);
  const only = trimmedView(index, [{ run: FIRST, firstMsn: 5, lastMsn: 5 }]);
  expect(peak(renderAll(only).get('index.m3u8'))).toBeLessThan(peak(renderAll(index).get('index.m3u8')));
});

it('does not deliver segments that are cut, but still delivers initialization sections that others need', () => {
  const isServed = (path: string) => isKept(kept, parsePath(path) ?? expect.fail(path));
  const all = segmentsOf(renderAll(index).get('video.m3u8') ?? '');
  expect(all.filter(isServed)).toEqual(segmentsOf(renderAll(view).get('video.m3u8') ?? ''));
  expect(isServed(initPath(FIRST, 'video'))).toBe(true);
});
