import type { IngestHealthPoint, IngestHealthStatus } from '@tributary/contracts/live';
import { describe, expect, it } from 'vitest';
import { appendPoint, ingestFacts, rangeOf } from './ingest-health.ts';

const point = (second: number, bitrateKbps: number | null = 1000): IngestHealthPoint => ({
  at: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  bitrateKbps,
  frameRate: null,
  keyframeIntervalSeconds: null,
  droppedFrames: null,
  lateMs: null,
});

describe('the history of a signal', () => {
  it('appends new points and drops those older than ten minutes', () => {
    const points = [point(0), point(2)];
    expect(appendPoint(points, point(2))).toBe(points);
    expect(appendPoint(points, point(4))).toEqual([...points, point(4)]);
    expect(appendPoint(points, point(601))).toEqual([point(2), point(601)]);
  });

  it('returns the range of a metric, ignoring gaps', () => {
    expect(rangeOf([point(0, 5), point(2, null), point(4, 3)], 'bitrateKbps')).toEqual([3, 5]);
    expect(rangeOf([point(0)], 'frameRate')).toBeNull();
  });
});

const health: IngestHealthStatus = {
  state: 'receiving',
  stopped: false,
  streamId: null,
  video: { codec: 'h264', width: 1920, height: 1080, frameRate: 29.97003, keyframeIntervalSeconds: 2.0004 },
  audio: { codec: 'aac', sampleRate: 44_100, channels: 2 },
  bitrateKbps: 4512.3,
  connectedSeconds: 3,
  point: null,
  cooldownUntil: null,
  warnings: [],
  renditions: null,
  lastRefusal: null,
};

const values = (given: IngestHealthStatus) =>
  Object.fromEntries(ingestFacts(given).map((fact) => [fact.label, fact.value]));

describe('ingestFacts', () => {
  it('formats the signal in the units that encoders use', () => {
    expect(values(health)).toEqual({
      Resolution: '1920 × 1080',
      'Frame rate': '29.97 fps',
      Bitrate: '4.5 Mbps',
      'Keyframe interval': '2 s',
      Video: 'H.264',
      Audio: 'AAC, 44.1 kHz stereo',
    });
  });

  it('names missing tracks and shows a dash for values not measured yet', () => {
    const early = values({ ...health, video: null, bitrateKbps: null, audio: null });
    expect(early).toMatchObject({
      Resolution: 'No video',
      'Frame rate': '–',
      Bitrate: '–',
      Audio: 'No audio',
    });
  });
});
