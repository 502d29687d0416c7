import type { PublicEvent } from '@tributary/contracts';
import { expect, it } from 'vitest';
import { textOf } from '../../../../test/support/markup.tsx';
import { TicketPurchase } from './ticket-purchase.tsx';

const event: PublicEvent = {
  ...{ id: '01900000-0000-7000-8000-000000000001', title: 'A night', description: '', durationMinutes: 60 },
  ...{ eventDate: '2026-11-20T20:00:00.000Z', timezone: 'UTC', priceCents: 500, currency: 'USD' },
  ...{ capacity: 10, status: 'published', posterUrl: null, ticketsLeft: 10, startsInMs: 1000, creator: null },
};
const methods = [
  { method: 'stripe', label: 'Card', isTest: false, purposes: ['ticket'] },
  { method: 'acme', label: 'Acme account', isTest: false, purposes: ['ticket'] },
];
const providers = [{ name: 'crypto', label: 'Crypto', proratesSubscriptions: false }];
const shown = (more: Partial<PublicEvent>, method?: string) =>
  textOf(<TicketPurchase event={{ ...event, ...more }} method={method} />, [
    [['money', 'payment-methods'], { methods, providers, isTestMoney: false }],
  ]);

it.each(['ended', 'canceled'] as const)('sells no ticket to an event that is %s', async (status) => {
  const text = await shown({ status });
  expect(text).toContain('This event is over You weren’t charged.');
  expect(text).toContain('View event');
  expect(text).not.toContain('Continue to payment');
});

it('sells no ticket where none is left', async () => {
  expect(await shown({ ticketsLeft: 0 })).toContain('Sold out You weren’t charged.');
});

it('offers the chosen way to pay alone, and the other ones where it is not available, by the names that the server tells', async () => {
  expect(await shown({}, 'stripe')).toMatch(/^Payment method Card Continue to payment/);
  expect(await shown({}, 'crypto')).toMatch(
    /^Crypto isn’t available here\. You weren’t charged\. Choose another way to pay\. Payment method Card Acme account/,
  );
});
