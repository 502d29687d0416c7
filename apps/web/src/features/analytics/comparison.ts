import { numberFormat } from '@tributary/messages/format';
import { locale } from '@/lib/messages/language.ts';
import { t } from '@/lib/messages/t.ts';

/** `+12% on the 28 days before`. Without a figure before, there is no share to name. */
export function comparison(now: number, before: number, days: string): string {
  if (now === before) return t('analytics.same', { days });
  if (before <= 0) return t('analytics.noneBefore', { days });
  const share = numberFormat(locale(), {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  }).format(now / before - 1);
  return t('analytics.change', { share, days });
}

/** `12.5 hr` */
export const formatHours = (seconds: number): string =>
  numberFormat(locale(), { style: 'unit', unit: 'hour', maximumFractionDigits: 1 }).format(seconds / 3600);

/** `3.4`: an average number of viewers. */
export const formatAverage = (viewers: number): string =>
  numberFormat(locale(), { maximumFractionDigits: viewers < 100 ? 1 : 0 }).format(viewers);
