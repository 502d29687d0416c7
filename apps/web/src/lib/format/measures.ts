/** Figures with units, in the language of the page. In a file of their own, since the first script needs none. */
import { numberFormat } from '@tributary/messages/format';
import { locale } from '../messages/language.ts';

/** A figure with its unit, which stays behind it in a right-to-left line as well: isolated (UAX 9, section 2.4). */
export function formatMeasure(amount: number, unit: string, decimals = 0): string {
  const format = numberFormat(locale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
  const text = `${format.format(amount)} ${unit}`;
  return locale().startsWith('ar') ? `\u2066${text}\u2069` : text;
}

/** `850 kbps`, `6.2 Mbps`. */
export const formatBitrate = (kbps: number): string =>
  kbps < 1000 ? formatMeasure(kbps, 'kbps') : formatMeasure(kbps / 1000, 'Mbps', 1);

/** `1.4 s`, `12 s`, `2 min`: a latency in seconds, with no more digits than are useful. */
export function formatLatency(seconds: number): string {
  if (seconds < 10) return formatMeasure(seconds, 's', 1);
  return seconds < 60 ? formatMeasure(seconds, 's') : formatMeasure(seconds / 60, 'min');
}
