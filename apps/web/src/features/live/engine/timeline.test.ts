import { expect, it } from 'vitest';
import { INITIAL_SNAPSHOT } from './live/player-types.ts';
import { readStartTime, writeStartTime } from './recording/start-time.ts';
import { formatPosition, liveTimeline, recordingTimeline, speakPosition } from './timeline.ts';

const live = { ...INITIAL_SNAPSHOT, latency: 90, behind: true, rewindSeconds: 50 };
const recording = { position: 62, duration: 3700, bufferedTo: 80, isGrowing: false };

it('covers a live stream from its beginning where it is recorded, and else what can be rewound', () => {
  expect(liveTimeline(live, 3600)).toMatchObject({ start: 0, end: 3600, position: 3510, isLive: true });
  expect(liveTimeline({ ...live, latency: 20 }, null)).toMatchObject({ end: 50, position: 30 });
  expect(liveTimeline({ ...live, behind: false }, 3600)).toMatchObject({ position: 3600 });
});

it('writes times back from live, or from the beginning of a recording', () => {
  const timeline = liveTimeline(live, 3600);
  expect(formatPosition(timeline, 3510)).toBe('−1:30');
  expect(formatPosition(timeline, 3600)).toBe('Live');
  expect(speakPosition(timeline)).toBe('1 minute 30 seconds behind live');
  const recorded = recordingTimeline(recording as never, true, null);
  expect(formatPosition(recorded, 62)).toBe('1:02');
  expect(speakPosition(recorded)).toBe('1 minute 2 seconds of 1 hour 1 minute 40 seconds');
  expect(
    speakPosition(recordingTimeline({ ...recording, isGrowing: true, position: 3700 } as never, true, null)),
  ).toBe('Live');
});

it('counts from the beginning where the stream is over, although its last seconds are still being stored', () =>
  expect(recordingTimeline({ ...recording, isGrowing: true } as never, false, null).isLive).toBe(false));

it('can be sought in before the player knows how long the recording is, since the server states its length', () => {
  const unknown = { ...recording, duration: 0 } as never;
  expect(recordingTimeline(unknown, false, 3600)).toMatchObject({ end: 3600, position: 62 });
  expect(recordingTimeline(recording as never, false, 3600).end).toBe(3700);
  expect(recordingTimeline(unknown, true, null)).toMatchObject({ end: 0 });
});

it.each([
  ['1h2m3s', 3723],
  ['2m', 120],
  ['90s', 90],
  ['90', 90],
  ['0', 0],
  ['', null],
  ['1h2', 3602],
  ['-5', null],
  ['now', null],
  [null, null],
])('reads the start time %j of a link as %j seconds', (text, seconds) =>
  expect(readStartTime(text)).toBe(seconds),
);

it('writes start times that it reads', () => {
  for (const seconds of [0, 59, 60, 3600, 3723, 86_399])
    expect(readStartTime(writeStartTime(seconds))).toBe(seconds);
});
