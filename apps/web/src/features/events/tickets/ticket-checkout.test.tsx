import type { EventPage } from '@tributary/contracts/events';
import type { SessionUser } from '@tributary/contracts/identity';
import { expect, it } from 'vitest';
import { textOf } from '../../../../test/support/markup.tsx';
import { TicketOrder } from './ticket-checkout.tsx';
import { AfterTicket } from './ticket-payment.tsx';

const event: EventPage = {
  id: '01900000-0000-7000-8000-000000000001',
  title: 'A night',
  description: '',
  durationMinutes: 60,
  eventDate: '2026-11-20T20:00:00.000Z',
  timezone: 'UTC',
  priceCents: 500,
  currency: 'USD',
  capacity: 10,
  status: 'published',
  posterUrl: null,
  ticketsLeft: 10,
  startsInMs: 1000,
  creator: null,
  streamSlug: null,
};
const creator = {
  id: '01900000-0000-7000-8000-000000000002',
  username: 'coral',
  displayName: 'Coral',
  avatarUrl: null,
  isVerified: false,
} as NonNullable<EventPage['creator']>;
const user = { displayName: 'Ada', email: 'ada@example.org', avatar: null } as SessionUser;
const methods = [
  { method: 'stripe', label: 'Card', isTest: false, purposes: ['ticket'] },
  { method: 'acme', label: 'Acme account', isTest: false, purposes: ['ticket'] },
];
const providers = [{ name: 'crypto', label: 'Crypto', proratesSubscriptions: false }];
const shown = (more: Partial<EventPage>, method?: string) =>
  textOf(<TicketOrder event={{ ...event, ...more }} user={user} from={undefined} method={method} />, [
    [['GET /api/payment-methods', {}], { methods, providers, isTestMoney: false }],
  ]);

it.each(['ended', 'canceled'] as const)('sells no ticket to an event that is %s', async (status) => {
  const text = await shown({ status });
  expect(text).toContain('This event is over You weren’t charged.');
  expect(text).toContain('View event');
  expect(text).not.toContain('Continue to payment');
});

it('sells no ticket if the event is sold out', async () => {
  expect(await shown({ ticketsLeft: 0 })).toContain('Sold out You weren’t charged.');
});

it('shows the purchase, the payer, all payment methods and the total, in this order', async () => {
  expect(await shown({}, 'acme')).toMatch(
    /A night .* Your details .*Ada .* Payment method Card Acme account Total \$5\.00 .* Continue to payment/,
  );
});

it('shows a payment method as unavailable, and offers the others', async () => {
  expect(await shown({}, 'crypto')).toContain(
    'Crypto isn’t available here. Choose another way to pay. Payment method Card Acme account',
  );
});

it.each([
  [
    'leads to the stream of a running event',
    { creator, streamSlug: 'night' },
    undefined,
    /^Watch now View event$/,
  ],
  ['leads back to the event before its stream runs', {}, `/events/${event.id}`, /^Back to the event$/],
  [
    'leads back to the page that it was bought from',
    {},
    '/streamer/coral',
    /^Back to the channel View event$/,
  ],
  ['leads to the event without such a page', {}, undefined, /^View event$/],
] as const)('a ticket %s', async (_case, more, from, text) => {
  expect(await textOf(<AfterTicket event={{ ...event, ...more }} from={from} />)).toMatch(text);
});
