import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { checkLedger } from '../../src/admin/ledger-check.repo.ts';
import type { Checkout } from '../../src/features/payments/checkouts/checkout.ts';
import {
  findCheckout,
  insertCheckout,
  setStatus,
} from '../../src/features/payments/checkouts/checkouts.repo.ts';
import type { PurposeHandler } from '../../src/features/payments/checkouts/purpose.ts';
import type { ProviderFact } from '../../src/features/payments/providers/provider.ts';
import { createRefundRequests } from '../../src/features/payments/settlement/refund-requests.service.ts';
import { createSettlement } from '../../src/features/payments/settlement/settlement.service.ts';
import { createTestDatabase } from '../support/database.ts';
import { createPeopleFixture } from '../support/people-fixture.ts';

const db = await createTestDatabase();
const people = createPeopleFixture(db);
const NOW = new Date('2026-03-01T12:00:00Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

const told: string[] = [];
const sent: unknown[] = [];
/** Keeps only payments of open checkouts. */
const handler: PurposeHandler = {
  purpose: 'subscription',
  offer: () => expect.fail('Nothing is offered'),
  async paid(_tx, checkout, { fact, record }) {
    told.push(`paid ${fact.amountCents}`);
    if (checkout.status !== 'open') return { refundReason: 'It came too late.' };
    await record({ subjectId: null, availableAt: null });
    return undefined;
  },
  closed: async () => void told.push('closed'),
  charged: async (_tx, _checkout, { status }) => void told.push(`charge ${status}`),
  subscribed: async (_tx, _checkout, { status }) => {
    told.push(status);
    return true;
  },
};
const handlers = new Map([[handler.purpose, handler]]);
const jobs = { send: async (_tx: unknown, { name }: { name: string }) => void sent.push(name) };
const refunds = createRefundRequests({ jobs, handlers, now: () => NOW });
const settlement = createSettlement({
  handlers,
  refunds,
  accounts: () => expect.fail('There are no accounts'),
});

const apply = (facts: readonly ProviderFact[], asOf = NOW, provider: Checkout['provider'] = 'sandbox') =>
  db.transact((tx) => settlement.apply(tx, provider, facts, asOf));

async function opened(): Promise<string> {
  const id = uuidv7();
  const creatorId = await people.streamer();
  await db.transact((tx) =>
    insertCheckout(tx, {
      id,
      idempotencyKey: uuidv7(),
      requestHash: '',
      receiptEmail: null,
      purpose: 'subscription',
      subjectId: null,
      streamId: null,
      creatorId,
      payerId: null,
      amountCents: 500,
      feeBasisPoints: 1000,
      currency: 'USD',
      provider: 'sandbox',
      isTest: true,
      method: 'stripe',
      description: 'Gold',
      details: {},
      statusPath: '/',
      subscription: { cycle: 'monthly', trialDays: 0 },
      expiresAt: later(1000),
      createdAt: NOW,
    }),
  );
  told.length = 0;
  sent.length = 0;
  return id;
}

const statusOf = async (id: string) => (await db.read((reader) => findCheckout(reader, id)))?.status;

const captured = (checkoutId: string, more = {}): ProviderFact => ({
  kind: 'captured',
  checkoutId,
  paymentId: `pay_${checkoutId}`,
  amountCents: 500,
  currency: 'USD',
  heldBy: 'platform',
  capturedAt: NOW,
  subscription: null,
  ...more,
});

const subscription = (checkoutId: string, status: 'active' | 'past_due' | 'canceled'): ProviderFact => ({
  kind: 'subscription',
  checkoutId,
  subscriptionId: 'sub_1',
  status,
  cycle: 'monthly',
  amountCents: 500,
  periodStart: NOW,
  periodEnd: later(1000),
  trialEnd: null,
  cancelAtPeriodEnd: false,
  creditCents: 0,
});

it('ignores a state of a subscription that was read before the known one', async () => {
  const id = await opened();
  await apply([subscription(id, 'active')], later(1));
  await apply([subscription(id, 'canceled')], later(3));
  await apply([subscription(id, 'past_due')], later(2));
  expect(told).toEqual(['active', 'canceled']);
  expect(await statusOf(id)).toBe('paid');
});

it('books and refunds money that arrives after its checkout was closed and can no longer be used', async () => {
  const id = await opened();
  await db.transact((tx) => setStatus(tx, id, 'expired'));
  await apply([captured(id)]);
  expect(told).toEqual(['paid 500', 'charge refunded']);
  expect(sent).toEqual(['money.send-refund']);
  expect((await checkLedger(db)).disagreements).toEqual([]);
});

it('closes a checkout once, and never a paid one', async () => {
  const id = await opened();
  const closed = { kind: 'checkout_closed', checkoutId: id, outcome: 'canceled', reason: null } as const;
  await apply([closed]);
  await apply([{ ...closed, outcome: 'expired' }]);
  expect([told, await statusOf(id)]).toEqual([['closed'], 'canceled']);
  const paid = await opened();
  await apply([captured(paid), { ...closed, checkoutId: paid }]);
  expect(await statusOf(paid)).toBe('paid');
});

it('refuses a payment in another currency than that of its checkout', async () => {
  const id = await opened();
  await expect(apply([captured(id, { currency: 'EUR' })])).rejects.toThrow(
    /is in EUR, but the checkout .* in USD/,
  );
  expect(await statusOf(id)).toBe('open');
});

it('ignores facts of a provider about another provider’s checkout, and payments that it does not know', async () => {
  const id = await opened();
  const unknown = { kind: 'payment_reversed', paymentId: 'pay_unknown', occurredAt: NOW } as const;
  await apply([captured(id), subscription(id, 'active'), unknown], NOW, 'stripe');
  await apply([captured(uuidv7())]);
  expect([told, await statusOf(id)]).toEqual([[], 'open']);
});

it('takes back a payment that a chain reorganization removed, and books it again under another id', async () => {
  const id = await opened();
  const reversed = { kind: 'payment_reversed', paymentId: `pay_${id}`, occurredAt: NOW } as const;
  await apply([captured(id), reversed, reversed]);
  expect(told).toEqual(['paid 500', 'charge reversed']);
  await apply([captured(id, { paymentId: `pay_${id}_again` })]);
  const { rows } = await db.pool.query('select status from charges where checkout_id = $1 order by id', [id]);
  expect(rows.map(({ status }) => status)).toEqual(['reversed', 'refunded']);
  expect((await checkLedger(db)).disagreements).toEqual([]);
});
