import type { CheckoutState } from '@tributary/contracts/payments';
import { expect, it } from 'vitest';
import { textOf } from '../../../../test/support/markup.tsx';
import { CheckoutStatus } from './checkout-status.tsx';

const checkout = {
  id: 'one',
  status: 'open',
  purpose: 'ticket',
  subjectId: null,
  amount: 500,
  currency: 'USD',
  description: 'Ticket: A night',
  redirectUrl: '/pay',
  reason: null,
  isProviderReachable: true,
};
const shown = (more: Partial<CheckoutState>, hasLeft = false) =>
  textOf(
    <CheckoutStatus
      id="one"
      hasLeft={hasLeft}
      paid={{ title: 'Thank you', text: 'It has arrived.', actions: null }}
      retry="Start again"
    />,
    [[['GET /api/checkouts/:id', { params: { id: 'one' } }], { ...checkout, ...more }]],
  );

it('waits for a payment, and tells a payer who has left the payment page that it is not paid', async () => {
  expect(await shown({})).toContain('Waiting for your payment Ticket: A night , $5.00 . This page updates');
  expect(await shown({}, true)).toContain(
    'You left the payment page Ticket: A night , $5.00 . It isn’t paid yet.',
  );
});

it('says that no payment is charged twice while the provider cannot be reached', async () => {
  expect(await shown({ isProviderReachable: false }, true)).toContain('you are charged at most once');
});

it('shows the outcome of a payment, with the way to start again if nothing was paid', async () => {
  expect(await shown({ status: 'paid' })).toBe('Thank you It has arrived.');
  expect(await shown({ status: 'expired' })).toBe(
    'The payment page expired You weren’t charged. Start again',
  );
});
