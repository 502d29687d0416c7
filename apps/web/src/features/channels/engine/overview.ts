import type { StreamSettings } from '@tributary/contracts/channels';
import {
  FOLLOWER_GROWTH_DAYS,
  type FollowerGrowth,
  type StreamState,
  type StreamStatistics,
} from '@tributary/contracts/live';
import { numberFormat } from '@tributary/messages/format';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

/** A figure with a decimal below 100. */
const format = (figure: number): string =>
  numberFormat(locale(), { maximumFractionDigits: figure < 100 ? 1 : 0 }).format(figure);

/** `12`, `3.4`: an average number of viewers. */
export const formatAverage = (viewers: number): string => format(viewers);

/** `0.4 h`, `1,204 h`. */
export const formatHours = (seconds: number): string =>
  t('channels.length.onlyHours', { hours: format(seconds / 3600) });

/** `45 min`, `2 h 05 min`. */
export function formatLength(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return t('channels.length.minutes', { minutes: String(minutes) });
  return t('channels.length.hours', {
    hours: String(Math.floor(minutes / 60)),
    minutes: String(minutes % 60).padStart(2, '0'),
  });
}

type Figure = 'peakViewers' | 'averageViewers' | 'watchedSeconds';

/** Compares a figure with the stream before, in words; undefined without one. */
export function trend(
  figure: Figure,
  now: StreamStatistics,
  before: StreamStatistics | undefined,
): string | undefined {
  if (!before) return undefined;
  const change = now[figure] - before[figure];
  const inWords = figure === 'watchedSeconds' ? formatHours : formatAverage;
  const size = inWords(Math.abs(change));
  if (size === inWords(0)) return t('channels.trend.same');
  if (change > 0) return t('channels.trend.more', { size });
  return t(figure === 'watchedSeconds' ? 'channels.trend.less' : 'channels.trend.fewer', { size });
}

export const GROWTH_SPANS = [7, 30, FOLLOWER_GROWTH_DAYS] as const;
export type GrowthSpan = (typeof GROWTH_SPANS)[number];

/** The number of new followers in the last `span` days. */
export function gainedIn({ days }: FollowerGrowth, span: number): number {
  return days.slice(-span).reduce((sum, { gained }) => sum + gained, 0);
}

export type NextStep =
  | 'go-live'
  | 'restore-ingest'
  | 'fix-ingest'
  | 'add-tags'
  | 'watch-ingest'
  | 'go-live-again';

export interface Situation {
  readonly state: StreamState;
  readonly warnings: number;
  /** Whether the channel has ever streamed. */
  readonly streamed: boolean;
  readonly settings: StreamSettings | undefined;
}

/** The most useful next step for a channel. */
export function nextStep({ state, warnings, streamed, settings }: Situation): NextStep {
  if (state === 'interrupted') return 'restore-ingest';
  const live = state === 'live';
  if (live && warnings > 0) return 'fix-ingest';
  if (!live && !streamed) return 'go-live';
  if (settings?.tags.length === 0) return 'add-tags';
  return live ? 'watch-ingest' : 'go-live-again';
}
