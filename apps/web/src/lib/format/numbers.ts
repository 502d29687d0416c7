/** Numbers and counts, in the language of the page. */
import { numberFormat } from '@tributary/messages/format';
import { t } from '@/lib/messages/t.ts';
import { locale } from '../messages/language.ts';

/** `1,204`: the exact count. */
export const formatNumber = (count: number): string => numberFormat(locale()).format(count);
const compact = (count: number): string =>
  numberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }).format(count);

/** `987`, `1.2K`, `15K`, `3.4M`: one decimal below ten of a unit, rounded down. */
export function formatCount(count: number): string {
  if (count < 1000) return formatNumber(count);
  const unit = count < 1_000_000 ? 1000 : 1_000_000;
  const step = count < unit * 10 ? unit / 10 : unit;
  return compact(Math.floor(count / step) * step);
}

/** The count of viewers for titles and screen readers. */
export const formatViewers = (count: number): string => t('lib.viewers', { count });
