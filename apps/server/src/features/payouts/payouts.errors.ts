import { AppError, defineErrors } from '#platform/errors.ts';
import { formatMoment } from '#platform/format-moment.ts';

export const payoutErrors = defineErrors({
  payout_not_found: ['not_found', 'There is no such payout.'],
  payout_settled: ['conflict', 'This payout is settled already. Reload the page to see how.'],
  payout_provider_unavailable: [
    'conflict',
    'This provider sends no payouts on this instance. Choose another one.',
  ],
  payout_country_unsupported: [
    'conflict',
    'Choose the country where you live or your business is registered. The provider pays to the listed ones only.',
  ],
  payout_account_not_ready: ['conflict', 'This payout account is not ready. Complete it first.'],
  payout_account_without_email: ['conflict', 'Confirm your email address first: the provider needs it.'],
});

export const payoutWaits = (until: Date): AppError =>
  new AppError(
    'payout_waits',
    'conflict',
    `This is the first payout of the channel. Look at its payments, and send it after ${formatMoment(until)}.`,
  );
