import { expect, it } from 'vitest';
import { readSample } from './connection-sample.ts';

const report = (...stats: Record<string, unknown>[]) => ({
  forEach: (callback: (one: Record<string, unknown>) => void) => stats.forEach(callback),
});

it('reads the video, the selected pair of candidates and the codecs', () => {
  const sample = readSample(
    report(
      { type: 'codec', id: 'c1', mimeType: 'video/H264' },
      { type: 'codec', id: 'c2', mimeType: 'audio/opus' },
      { type: 'transport', selectedCandidatePairId: 'p2' },
      { type: 'candidate-pair', id: 'p1', currentRoundTripTime: 9, nominated: true, state: 'succeeded' },
      { type: 'candidate-pair', id: 'p2', currentRoundTripTime: 0.03 },
      { type: 'inbound-rtp', kind: 'audio', codecId: 'c2', bytesReceived: 100 },
      {
        type: 'inbound-rtp',
        kind: 'video',
        codecId: 'c1',
        bytesReceived: 900,
        packetsReceived: 8,
        // Duplicates make it negative.
        packetsLost: -2,
        framesDecoded: 5,
        jitterBufferDelay: 0.5,
        jitterBufferEmittedCount: 5,
      },
    ),
    7,
  );
  expect(sample).toMatchObject({
    atMs: 7,
    bytesReceived: 1000,
    packetsReceived: 8,
    packetsLost: 0,
    framesDecoded: 5,
    bufferedSeconds: 0.5,
    bufferedFrames: 5,
    roundTripSeconds: 0.03,
    codecs: 'H264, opus',
  });
});

it('finds the pair in browsers that do not name the selected one, and nothing before there is video', () => {
  const pair = { type: 'candidate-pair', id: 'p', nominated: true, state: 'succeeded' };
  const video = { type: 'inbound-rtp', kind: 'video' };
  expect(readSample(report({ ...pair, currentRoundTripTime: 0.1 }, video), 0)?.roundTripSeconds).toBe(0.1);
  expect(readSample(report(video), 0)).toMatchObject({ roundTripSeconds: null, codecs: null });
  expect(readSample(report(pair), 0)).toBeNull();
});
