import type { EarningsPeriod } from '@tributary/contracts/payouts';
import { t } from '@/lib/messages/t.ts';

/** Compares a period with the one before: `12% more than in the 30 days before`. */
export function formatTrend(now: number, before: number, period: EarningsPeriod): string {
  if (before === 0) return t(now === 0 ? 'payouts.trend.noneEither' : 'payouts.trend.noneBefore', { period });
  const percent = Math.round(((now - before) / before) * 100);
  if (percent === 0) return t('payouts.trend.same', { period });
  const change = Math.abs(percent) / 100;
  return t(percent > 0 ? 'payouts.trend.more' : 'payouts.trend.less', { change, period });
}
