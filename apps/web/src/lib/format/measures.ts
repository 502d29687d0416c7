/** Figures with units, in the language of the page. In a file of their own, since the first script needs none. */
import { numberFormat } from '@tributary/messages/format';
import { locale } from '../messages/language.ts';

/** In a right-to-left line, its parts stay in their order as well: isolated (UAX 9, section 2.4). */
const leftToRight = (text: string): string => (locale().startsWith('ar') ? `\u2066${text}\u2069` : text);

/** A figure with its unit. */
export function formatMeasure(amount: number, unit: string, decimals = 0): string {
  const format = numberFormat(locale(), {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: false,
  });
  return leftToRight(`${format.format(amount)} ${unit}`);
}

/** The same, without zeros at the end: `30 fps`, `29.97 fps`. */
export function formatTrimmed(amount: number, unit: string, maxDecimals = 1): string {
  const [, decimals = ''] = String(Number(amount.toFixed(maxDecimals))).split('.');
  return formatMeasure(amount, unit, decimals.length);
}

/** The size of a picture in pixels, `1280 × 720`. */
export const formatSize = (width: number, height: number): string => leftToRight(`${width} × ${height}`);

/** `850 kbps`, `6.2 Mbps`. */
export const formatBitrate = (kbps: number): string =>
  kbps < 1000 ? formatMeasure(kbps, 'kbps') : formatMeasure(kbps / 1000, 'Mbps', 1);

/** `1.4 s`, `12 s`, `2 min`: a latency in seconds, with no more digits than are useful. */
export function formatLatency(seconds: number): string {
  if (seconds < 10) return formatMeasure(seconds, 's', 1);
  return seconds < 60 ? formatMeasure(seconds, 's') : formatMeasure(seconds / 60, 'min');
}
