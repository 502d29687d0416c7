/**
 * Composes payments with payouts as the server does, and the changes of money by time, for tests that set the clock.
 */

import { createDonationsFeature, type DonationsFeatureOptions } from '#features/donations/index.ts';
import { advanceEventsEveryMinute } from '#features/events/advance.jobs.ts';
import { createEvents, type EventsOptions } from '#features/events/index.ts';
import { createMemberships, type MembershipsOptions } from '#features/memberships/index.ts';
import { advanceEveryMinute } from '#features/memberships/memberships.jobs.ts';
import type { PurposeHandler } from '#features/payments/checkouts/purpose.ts';
import {
  createPayments as createPaymentsFeature,
  type PaymentsFeatureOptions,
} from '#features/payments/index.ts';
import { releaseEveryMinute } from '#features/payments/payments.jobs.ts';
import { createPaymentsService, type PaymentsOptions } from '#features/payments/payments.service.ts';
import { createCryptoAccounts } from '#features/payouts/accounts/crypto-accounts.service.ts';
import { connectAccounts } from '#features/payouts/creator-accounts.ts';
import { createPayouts, type PayoutsOptions } from '#features/payouts/index.ts';
import { payoutTransfers } from '#features/payouts/transfers/payout-transfers.service.ts';
import type { Database } from '#platform/db/database.ts';
import type { Feature } from '#platform/feature.ts';
import type { JobRegistration } from '#platform/jobs/index.ts';

export interface TestPaymentsOptions extends PaymentsOptions {
  readonly handlers: readonly PurposeHandler[];
}

export function createPayments({ handlers, ...options }: TestPaymentsOptions) {
  const payments = createPaymentsService(options);
  for (const handler of handlers) payments.addPurpose(handler);
  const connected = connectAccounts({ ...options, payments });
  const { providers, settlement } = payments;
  const parts = { ...options, ...connected, providers, settlement };
  return {
    ...payments,
    ...connected,
    cryptoAccounts: createCryptoAccounts(parts),
    jobs: [...payments.jobs, payoutTransfers(parts)],
  };
}

export const advanceMoneyEveryMinute = (db: Database, now: () => Date): JobRegistration[] => [
  advanceEventsEveryMinute(db, now),
  releaseEveryMinute(db, now),
  advanceEveryMinute(db, now),
];

type MoneyOptions = PaymentsFeatureOptions &
  Omit<
    MembershipsOptions & PayoutsOptions & DonationsFeatureOptions & EventsOptions,
    'payments' | 'memberships'
  >;

/** The features of money, in their order. */
export function createMoney(options: MoneyOptions): readonly Feature[] {
  const payments = createPaymentsFeature(options);
  const memberships = createMemberships({ ...options, payments });
  return [
    payments,
    memberships,
    createPayouts({ ...options, payments }),
    createDonationsFeature({ ...options, payments, memberships }),
    createEvents({ ...options, payments }),
  ];
}
