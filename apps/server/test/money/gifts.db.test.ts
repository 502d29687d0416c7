import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, it } from 'vitest';
import { checkLedger } from '../../src/admin/ledger-check.repo.ts';
import {
  findCoveredTiers,
  subscribersAmong,
} from '../../src/features/memberships/subscriptions/entitlements/entitlements.repo.ts';
import { type Support, supported } from '../../src/features/payments/payments.events.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { createSubscriptionsFixture } from '../support/payments/subscriptions-fixture.ts';

const fixture = await createSubscriptionsFixture();
const { db, payments, subscriptions, creator, fan, offer, give, subscribe, row, chargesOf, pass } = fixture;
const { now, isEntitled, notified, hooks, expectBalanced, endAll } = fixture;

const supports: Support[] = [];
hooks.on(supported, async (_tx, support) => void supports.push(support));

afterEach(expectBalanced);
afterEach(endAll);

const nameOf = async (id: UserId) =>
  String((await db.pool.query('select username from profiles where id = $1', [id])).rows[0]?.username);
async function pay(id: string): Promise<void> {
  await payments.approve(id);
  await payments.settle();
}
const badges = async (...people: UserId[]) => [
  ...(await db.read((reader) => subscribersAmong(reader, creator, people, now()))),
];

it('gives months of a tier for one payment, notifies the recipient, and ends by itself', async () => {
  const [tier, giver, recipient] = [await offer(), await fan(), await fan()];
  notified.length = 0;
  supports.length = 0;
  const id = await give(tier, giver, await nameOf(recipient), 3);
  await pay(id);
  expect(await row(id)).toMatchObject({
    user_id: recipient,
    giver_id: giver,
    is_gift: true,
    status: 'active',
    price_cents: 0,
  });
  expect(await chargesOf(id)).toMatchObject([{ purpose: 'gift', gross_cents: 1500, payer_id: giver }]);
  expect(notified).toMatchObject([
    { userId: recipient, actorId: giver, title: 'Somebody gave you a subscription' },
  ]);
  expect(supports).toEqual([
    { kind: 'gift', id, creatorId: creator, giverId: giver, recipientId: recipient },
  ]);
  expect(await isEntitled(recipient)).toBe(true);
  expect(await subscriptions.get(giver, id)).toMatchObject({ isGift: true, provider: null });
  await pass(new Date(String((await row(id)).current_period_end)).getTime() - now().getTime());
  expect(await row(id)).toMatchObject({ status: 'canceled' });
  expect(await isEntitled(recipient)).toBe(false);
  expect(await chargesOf(id)).toHaveLength(1);
});

it('charges the yearly price for a gift of 12 months', async () => {
  const id = await give(await offer(), await fan(), await nameOf(await fan()), 12);
  await pay(id);
  expect(await chargesOf(id)).toMatchObject([{ gross_cents: 5000 }]);
});

it('refuses gifts that cannot be used, naming the field', async () => {
  const [tier, giver, subscriber] = [await offer(), await fan(), await fan()];
  await subscribe(tier, subscriber);
  const free = await offer({ price_monthly: null, price_yearly: null });
  const someone = await nameOf(await fan());
  const refusals: [string, string, () => Promise<unknown>][] = [
    ['tier_is_free', '/tierId', () => give(free, giver, someone)],
    ['tier_not_found', '/tierId', () => give(crypto.randomUUID(), giver, someone)],
    ['own_tier', '/tierId', () => give(tier, creator, someone)],
    ['recipient_not_found', '/username', () => give(tier, giver, 'nobody-of-this-name')],
    ['own_account', '/username', async () => give(tier, giver, await nameOf(giver))],
    ['recipient_is_creator', '/username', async () => give(tier, giver, await nameOf(creator))],
    ['already_subscribed', '/username', async () => give(tier, giver, await nameOf(subscriber))],
  ];
  for (const [code, pointer, attempt] of refusals)
    await expect(attempt(), code).rejects.toMatchObject({ code, errors: [{ pointer }] });
});

it('refunds the payment if the recipient subscribed before it', async () => {
  const [tier, giver, recipient] = [await offer(), await fan(), await fan()];
  const id = await give(tier, giver, await nameOf(recipient));
  await subscribe(tier, recipient);
  await pay(id);
  expect(await chargesOf(id)).toMatchObject([{ status: 'refunded' }]);
  await expect(subscriptions.get(giver, id)).rejects.toMatchObject({ code: 'subscription_not_found' });
});

it('ends a gift when its payment is lost, and continues it when the dispute is won', async () => {
  const [tier, giver, recipient] = [await offer(), await fan(), await fan()];
  const id = await give(tier, giver, await nameOf(recipient));
  await pay(id);
  const [charge] = await chargesOf(id);
  await payments.sandbox.backOffice.openDispute(String(charge?.payment_id));
  await payments.settle();
  expect(await row(id)).toMatchObject({ status: 'canceled' });
  expect(await isEntitled(recipient)).toBe(false);
  const setStatus = (status: string) =>
    db.pool.query('update tier_subscriptions set status = $2 where id = $1', [id, status]);
  await setStatus('active');
  expect((await checkLedger(db)).disagreements).toMatchObject([
    { rule: 'A gift that is active is paid for' },
  ]);
  await setStatus('canceled');
  const { rows } = await db.pool.query(
    'select provider_dispute_id as id from disputes where charge_id = $1',
    [charge?.id],
  );
  await payments.sandbox.backOffice.settleDispute(String(rows[0]?.id), 'won');
  await payments.settle();
  expect(await row(id)).toMatchObject({ status: 'active' });
  expect(await isEntitled(recipient)).toBe(true);
});

it('refunds the money of a won dispute if the recipient got the tier again meanwhile', async () => {
  const [tier, giver, recipient] = [await offer(), await fan(), await fan()];
  const buy = async () => {
    const id = await give(tier, giver, await nameOf(recipient));
    await pay(id);
    return { id, paymentId: String((await chargesOf(id))[0]?.payment_id) };
  };
  const first = await buy();
  await payments.sandbox.backOffice.openDispute(first.paymentId);
  await payments.settle();
  const second = await buy();
  const dispute = (await fixture.rows('disputes')).find(({ status }) => status === 'open');
  await payments.sandbox.backOffice.settleDispute(String(dispute?.provider_dispute_id), 'won');
  await payments.settle();
  expect(await chargesOf(first.id)).toMatchObject([{ status: 'refunded' }]);
  expect([await row(first.id), await row(second.id)]).toMatchObject([
    { status: 'canceled' },
    { status: 'active' },
  ]);
});

it('continues an earlier gift whose refund failed when the gift that replaced it ends', async () => {
  const [tier, giver, recipient] = [await offer(), await fan(), await fan()];
  const buy = async () => {
    const id = await give(tier, giver, await nameOf(recipient));
    await pay(id);
    return { id, chargeId: String((await chargesOf(id))[0]?.id) };
  };
  const request = (id: string, chargeId: string) =>
    db.transact((tx) =>
      payments.refunds.request(tx, { id, chargeId, amountCents: 1500, reason: '', requestedBy: null }),
    );
  const first = await buy();
  const refundId = uuidv7();
  await request(refundId, first.chargeId);
  for (const job of await fixture.queue.waiting('money.send-refund')) await fixture.queue.remove(job);
  const second = await buy();
  await db.transact((tx) =>
    payments.refunds.fail(tx, { id: refundId, chargeId: first.chargeId }, 'The provider refuses it.'),
  );
  expect([await row(first.id), await row(second.id)]).toMatchObject([
    { status: 'canceled' },
    { status: 'active' },
  ]);
  await request(uuidv7(), second.chargeId);
  expect([await row(first.id), await row(second.id)]).toMatchObject([
    { status: 'active' },
    { status: 'canceled' },
  ]);
  expect(await isEntitled(recipient)).toBe(true);
  await payments.settle();
});

it('shows a badge for subscribers and recipients of gifts, unless the gift is hidden', async () => {
  const [tier, giver, recipient, stranger] = [await offer(), await fan(), await fan(), await fan()];
  await subscribe(tier, giver);
  const id = await give(tier, giver, await nameOf(recipient));
  await pay(id);
  expect((await badges(giver, recipient, stranger)).sort()).toEqual([giver, recipient].sort());
  expect(await subscriptions.setHidden(recipient, id, true)).toMatchObject({ isHidden: true });
  expect(await badges(giver, recipient, stranger)).toEqual([giver]);
  expect(await isEntitled(recipient)).toBe(true);
  for (const [person, other] of [
    [giver, id],
    [stranger, id],
  ] as const)
    await expect(subscriptions.setHidden(person, other, true)).rejects.toMatchObject({
      code: 'subscription_not_found',
    });
  await expect(subscriptions.cancel(recipient, id)).rejects.toMatchObject({ code: 'gift_not_changeable' });
  await pass(100 * DAY_MS);
  expect(await badges(recipient)).toEqual([]);
});

it('covers the tiers of a channel that cost no more than the subscribed one', async () => {
  const free = await offer({ price_monthly: null, price_yearly: null });
  const [bronze, gold] = [await offer(), await offer({ price_monthly: 900, price_yearly: 9000 })];
  const [subscriber, stranger] = [await fan(), await fan()];
  await subscribe(bronze, subscriber);
  const covered = (id: UserId) => db.read((reader) => findCoveredTiers(reader, creator, id, now()));
  const tiers = await covered(subscriber);
  expect([free, bronze, gold].map((tier) => tiers.has(tier))).toEqual([true, true, false]);
  expect((await covered(stranger)).size).toBe(0);
});
