import type { Level } from 'hls.js';
import { expect, it } from 'vitest';
import { LadderHls } from '../../../../../test/support/ladder-hls.ts';
import { takeSample } from './take-sample.ts';
import { TransferMonitor } from './transfer-monitor.ts';

const LEVELS = [{ height: 720, averageBitrate: 3_000_000 }] as unknown as Level[];

/** @param end of what is buffered; segments of two seconds end at 12 s, and the next has parts up to 12.6 s */
function sampleAt(end: number) {
  const hls = new LadderHls(LEVELS, 0);
  hls.loadPlaylist(0, { fragmentHint: { start: 12, end: 12.6 } });
  hls.mainForwardBufferInfo = { len: 0.5, start: end - 0.5, end };
  return takeSample(hls.asHls, 0, new TransferMonitor(null), 1_000);
}

it('knows how much of a segment would be loaded again, also of one that is still open', () => {
  expect(sampleAt(11).intoSegmentSeconds).toBeCloseTo(1);
  expect(sampleAt(12).intoSegmentSeconds).toBe(0);
  expect(sampleAt(12.6).intoSegmentSeconds).toBeCloseTo(0.6);
});

it('estimates the size of a part whose headers have not come, and knows it afterwards', () => {
  const hls = new LadderHls(LEVELS, 0);
  const transfers = new TransferMonitor(null);
  const waiting = { loading: { start: 900, first: 0, end: 0 }, loaded: 0, total: 0 };
  transfers.begin(waiting, { isMain: true, durationSeconds: 0.5, endSeconds: 12 });
  expect(takeSample(hls.asHls, 0, transfers, 1_000).running).toEqual({
    elapsedSeconds: 0.1,
    bodySeconds: null,
    loadedBytes: 0,
    remainingBytes: 187_500,
  });
  Object.assign(waiting, { loading: { start: 900, first: 950, end: 0 }, loaded: 40_000, total: 100_000 });
  expect(takeSample(hls.asHls, 0, transfers, 1_000).running).toMatchObject({ remainingBytes: 60_000 });
});
