import type { AdminRefund, ChargeDetails } from '@tributary/contracts/payments';
import { expect, it } from 'vitest';
import { textOf } from '../../../../../test/support/markup.tsx';
import { ChargePage } from './charge-page.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const pending: AdminRefund = {
  id: 'refund',
  chargeId: 'charge',
  amount: 400,
  currency: 'USD',
  reason: 'Paid twice',
  status: 'pending',
  requestedBy: null,
  requestedAt: AT,
  settledAt: null,
  byCreator: false,
  attempts: 0,
  lastError: null,
  nextAttemptAt: null,
};
const creator = { id: 'ada', username: 'ada', displayName: 'Ada', avatarUrl: null, isVerified: false };

const pageOf = (refund: Partial<AdminRefund>, more: Partial<ChargeDetails> = {}) => {
  const charge = {
    id: 'charge',
    purpose: 'donation',
    description: null,
    subjectId: null,
    amount: 1000,
    currency: 'USD',
    provider: 'crypto',
    paymentId: 'payment',
    status: 'partially_refunded',
    heldBy: 'creator_gross',
    platformFee: 100,
    netAmount: 900,
    takenBack: 400,
    returnedFee: 40,
    refundedAmount: 400,
    payer: null,
    isAnonymous: false,
    creator,
    isTest: true,
    capturedAt: AT,
    availableAt: null,
    releasedAt: null,
    disputes: [],
    steps: [],
    refunds: [{ ...pending, ...refund }],
    ...more,
  };
  return textOf(<ChargePage id="charge" />, [
    [['GET /api/admin/charges/:id', { params: { id: 'charge' } }], charge],
  ]);
};

it('shows how often sending a pending refund failed, why, and when it is sent again', async () => {
  const text = await pageOf({ attempts: 3, lastError: 'The balance is too low.', nextAttemptAt: AT });
  expect(text).toMatch(/Pending Failed 3 times\. Next attempt Nov 20, 2026/);
  expect(text).toContain('The balance is too low.');
  expect(text).not.toContain('Confirm a transaction');
});

it('shows the day when money becomes available to the creator as long as some is left', async () => {
  const held = { heldBy: 'platform', availableAt: AT } as const;
  expect(await pageOf({}, held)).toContain('Available to the creator Nov 20, 2026');
  const refunded = { ...held, takenBack: 1000, returnedFee: 100 };
  expect(await pageOf({}, refunded)).not.toContain('Available to the creator');
});

it('lets an admin confirm the transaction of a refund that the creator sends, and close it without a creator', async () => {
  const text = await pageOf({ byCreator: true });
  expect(text).toContain('The creator sends it from the wallet.');
  expect(text).toContain('Confirm a transaction');
  expect(text).not.toContain('Close refund');
  expect(await pageOf({ byCreator: true }, { creator: null })).toContain('Close refund');
  expect(await pageOf({ byCreator: true, status: 'succeeded' })).not.toContain('Confirm a transaction');
});
