import type { StreamSettings } from '@tributary/contracts/channels';
import type { StreamStatistics } from '@tributary/contracts/live';
import { streamId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import {
  formatAverage,
  formatHours,
  formatLength,
  gainedIn,
  nextStep,
  type Situation,
  trend,
} from './overview.ts';

const stream = (values: Partial<StreamStatistics>): StreamStatistics => ({
  id: streamId.parse('01890a5d-ac96-774b-bcce-b302099a8057'),
  title: 'A show',
  category: 'Music',
  slug: 'a-show',
  thumbnailUrl: null,
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  durationSeconds: 0,
  peakViewers: 0,
  averageViewers: 0,
  watchedSeconds: 0,
  views: 0,
  ...values,
});

it('formats averages, hours and durations', () => {
  expect([3.44, 12, 1204.6].map(formatAverage)).toEqual(['3.4', '12', '1,205']);
  expect([1500, 360_000 * 12].map(formatHours)).toEqual(['0.4 h', '1,200 h']);
  expect([90, 7500].map(formatLength)).toEqual(['2 min', '2 h 05 min']);
});

it('compares a figure with the previous stream', () => {
  const before = stream({ peakViewers: 10, averageViewers: 4, watchedSeconds: 7200 });
  const now = stream({ peakViewers: 12, averageViewers: 2.5, watchedSeconds: 7210 });
  expect(trend('peakViewers', now, before)).toBe('2 more than the one before');
  expect(trend('averageViewers', now, before)).toBe('1.5 fewer than the one before');
  expect(trend('watchedSeconds', now, before)).toBe('Same as the one before');
  expect(trend('peakViewers', now, undefined)).toBeUndefined();
});

it('sums the followers gained in the last days that the server lists', () => {
  const gains = [20, ...Array.from({ length: 30 }, () => 0), 4, 0, 0, 1];
  const days = gains.map((gained, index) => ({ day: `day ${index}`, gained }));
  expect([3, 7, 90].map((span) => gainedIn({ followers: 50, days }, span))).toEqual([1, 5, 25]);
});

const settings: StreamSettings = {
  title: 'A show',
  category: 'Music',
  tags: ['jazz'],
  isMature: false,
  language: null,
  thumbnailUrl: null,
};
const off: Situation = { state: 'offline', warnings: 0, streamed: true, settings };
const live: Situation = { ...off, state: 'live' };

it('picks the most useful next step', () => {
  expect(nextStep({ ...off, streamed: false })).toBe('go-live');
  expect(nextStep({ ...live, state: 'interrupted' })).toBe('restore-ingest');
  expect(nextStep({ ...live, warnings: 2 })).toBe('fix-ingest');
  expect(nextStep({ ...off, settings: { ...settings, tags: [] } })).toBe('add-tags');
  expect(nextStep(live)).toBe('watch-ingest');
  expect(nextStep(off)).toBe('go-live-again');
});

it('does not suggest to go live during a first stream, which the statistics know only later', () => {
  expect(nextStep({ ...live, streamed: false })).toBe('watch-ingest');
});
