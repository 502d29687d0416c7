import type { StreamFigures } from '@tributary/contracts';

const decimal = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat('en');

/** `12`, `3.4`: people on average; without a decimal where it would not be seen. */
export const formatAverage = (viewers: number): string =>
  viewers < 100 ? decimal.format(viewers) : whole.format(Math.round(viewers));

/** `0.4 h`, `1,204 h`. */
export const formatHours = (seconds: number): string => {
  const hours = seconds / 3600;
  return `${hours < 100 ? decimal.format(hours) : whole.format(Math.round(hours))} h`;
};

/** `45 min`, `2 h 05 min`. */
export function formatLength(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`;
}

type Figure = 'peakViewers' | 'averageViewers' | 'watchedSeconds';

/** How a figure stands to the one of the stream before, in words; undefined where there was none. */
export function trend(
  figure: Figure,
  now: StreamFigures,
  before: StreamFigures | undefined,
): string | undefined {
  if (!before) return undefined;
  const change = now[figure] - before[figure];
  const format = figure === 'watchedSeconds' ? formatHours : formatAverage;
  const size = format(Math.abs(change));
  if (size === format(0)) return 'as many as the time before';
  return `${size} ${change > 0 ? 'more' : 'less'} than the time before`;
}
