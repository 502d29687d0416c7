/** Countries between which Stripe moves money (docs.stripe.com/connect/cross-border-payouts). */
import type { Platform } from './stripe-endpoint.ts';
import { invalid } from './stripe-errors.ts';
import type { Account } from './stripe-objects.ts';

const EEA = 'AT BE BG HR CY CZ DE DK EE ES FI FR GR HU IE IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(
  ' ',
);
const TOGETHER = new Set(['US', 'GB', 'CA', 'CH', ...EEA]);

/** @throws StripeAnswerError if the platform cannot send money to the account */
export function checkRegion(platform: Platform, account: Account): void {
  const { country } = account;
  if (country === platform.country || (TOGETHER.has(country) && TOGETHER.has(platform.country))) return;
  throw invalid(
    `Funds can't be sent to accounts located in ${country} because it's restricted outside of your platform's region.`,
  );
}
