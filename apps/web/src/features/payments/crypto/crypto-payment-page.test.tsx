import type { CryptoPayment } from '@tributary/contracts/payments';
import { expect, it } from 'vitest';
import { textOf } from '../../../../test/support/markup.tsx';
import { CryptoPaymentPage } from './crypto-payment-page.tsx';

const AT = '2026-11-20T10:00:00.000Z';
const HASH = `0x${'1'.repeat(64)}`;
const usdc = { token: 'USDC', amount: '5', missing: '5', uri: 'ethereum:0xaa', contract: '0xaa' } as const;
const ether = {
  token: 'ETH',
  amount: '0.002',
  missing: '0.002',
  uri: 'ethereum:0xbb',
  contract: null,
} as const;

const payment: CryptoPayment = {
  state: 'waiting',
  chain: { id: 1, name: 'Ethereum', isTest: false },
  address: '0xbb',
  options: [usdc, ether],
  received: [],
  confirmationsRequired: 3,
  amount: 500,
  currency: 'USD',
  credited: null,
  wasReversed: false,
  expiresAt: AT,
  description: 'Donation to Ada',
  expiresInMs: 60_000,
  returnPath: '/streamer/ada',
};
const received = (confirmations: number) => [
  { token: 'USDC' as const, amount: '2', transactionHash: HASH, confirmations },
];

const pageOf = (more: Partial<CryptoPayment>) =>
  textOf(<CryptoPaymentPage checkoutId="checkout" />, [
    [
      ['GET /api/checkouts/:id/crypto', { params: { id: 'checkout' } }, 'until'],
      { ...payment, ...more, expiresAtMs: 60_000 },
    ],
  ]);

it('shows what is missing in each token after a part has arrived', async () => {
  const options = [
    { ...usdc, missing: '3' },
    { ...ether, missing: '0.0012' },
  ];
  const text = await pageOf({ state: 'underpaid', options, received: received(1) });
  expect(text).toContain('Send the missing 3 USDC or 0.0012 ETH to the same address.');
  expect(text).toContain('1 of 3 confirmations');
  expect(text).toContain('Time left');
});

it('asks for nothing more and cannot be canceled while confirmations are missing', async () => {
  const text = await pageOf({ state: 'confirming', received: received(2) });
  expect(text).toContain('Payment found It counts once it has 3 confirmations.');
  expect(text).not.toMatch(/Open in wallet|Cancel payment|Time left/);
});

it('shows the credited amount, which exceeds the price after an overpayment', async () => {
  expect(await pageOf({ state: 'paid', credited: 700, received: received(9) })).toContain(
    'Payment received $7.00 arrived with 3 confirmations.',
  );
});

it('tells a payer whose part payment came too late to ask the creator, and others not to send anything', async () => {
  expect(await pageOf({ state: 'expired', received: received(3) })).toContain(
    'This payment has expired Only part of the amount arrived in time. Ask the creator to send it back.',
  );
  expect(await pageOf({ state: 'canceled' })).toContain('Don’t send anything to its address anymore.');
});

it('warns of a payment that the network dropped before the payer sends it again', async () => {
  expect(await pageOf({ wasReversed: true })).toContain('The network dropped an earlier payment.');
});
