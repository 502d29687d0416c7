import type { Donation } from '@tributary/contracts/donations';
import { expect, it } from 'vitest';
import { textOf } from '../../../../test/support/markup.tsx';
import { DonationList } from './donation-list.tsx';

const donation: Donation = {
  id: 'donation',
  amount: 500,
  refundedAmount: 0,
  currency: 'USD',
  status: 'completed',
  paymentProvider: 'stripe',
  message: '',
  createdAt: '2026-11-20T10:00:00.000Z',
  platformFee: 50,
  netAmount: 450,
  isAnonymous: false,
  guestName: null,
  isMessageHidden: false,
  donor: null,
};

const listOf = (more: Partial<Donation>) =>
  textOf(<DonationList />, [
    [['GET /api/me/donations', { query: {} }], { items: [{ ...donation, ...more }], next: null }],
  ]);

it('labels guests, anonymous donors and donors without an account differently', async () => {
  expect(await listOf({})).toContain('No account');
  expect(await listOf({ isAnonymous: true })).toContain('Anonymous');
  expect(await listOf({ guestName: 'Ann' })).toContain('Ann (guest)');
});
