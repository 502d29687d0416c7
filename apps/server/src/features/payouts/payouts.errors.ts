import { type AppError, defineErrors } from '#platform/errors.ts';
import { formatMoment } from '#platform/format-moment.ts';

export const payoutErrors = defineErrors('payouts', {
  payout_not_found: 'not_found',
  payout_settled: 'conflict',
  payout_provider_unavailable: 'conflict',
  payout_country_unsupported: 'conflict',
  payout_account_not_ready: 'conflict',
  payout_account_without_email: 'conflict',
  payout_waits: 'conflict',
  payout_too_small: 'invalid',
});

export const payoutWaits = (until: Date): AppError =>
  payoutErrors.payout_waits({ values: { until: formatMoment(until) } });
