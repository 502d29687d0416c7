import type { UserId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import type { Notify } from '#platform/notifications/index.ts';
import { refundsOfUnusedPeriods } from '../../src/features/memberships/subscriptions/unused/unused-periods.jobs.ts';
import { DAY_MS } from '../../src/platform/durations.ts';
import { inEnglish } from '../support/in-english.ts';
import { createMoneyUserData } from '../support/payments/money-user-data.ts';
import { createSubscriptionsFixture } from '../support/payments/subscriptions-fixture.ts';

const fixture = await createSubscriptionsFixture();
const { db, people, queue, payments, notified, now, creator, fan, offer, subscribe, give } = fixture;
const notifications = {
  notify: async (_tx: unknown, notification: Notify) => void notified.push(inEnglish(notification)),
};
queue.register([refundsOfUnusedPeriods({ ...payments, db, notifications })]);
const images = { release: async () => {}, discard: async () => {} };
const userData = createMoneyUserData({ db, images, jobs: queue.jobs, now });

async function deleteAccount(id: UserId): Promise<void> {
  await db.transact(async (tx) => {
    await userData.onDelete(tx, id, () => {});
    await tx.deleteFrom('profiles').where('id', '=', id).execute();
  });
  await payments.settle();
}

const refundsOf = async (id: string) => {
  const charges = (await fixture.rows('charges')).filter(({ checkout_id }) => checkout_id === id);
  return charges.map(({ gross_cents, refunded_cents }) => [gross_cents, refunded_cents]);
};
const billedAtProvider = async () =>
  (
    await db.pool.query(
      "select state->>'status' as status from sandbox_objects where kind = 'subscription' order by id",
    )
  ).rows.map(({ status }) => status);

const usernameOf = async (id: UserId): Promise<string> =>
  (await db.pool.query('select username from profiles where id = $1', [id])).rows[0].username;

it('cancels the subscription of a deleted subscriber at the provider, without a refund', async () => {
  const [tier, payer] = [await offer(), await fan()];
  const id = await subscribe(tier, payer);
  await fixture.pass(10 * DAY_MS);
  await deleteAccount(payer);
  expect(await refundsOf(id)).toEqual([[500, 0]]);
  expect(await billedAtProvider()).toEqual(['canceled']);
  await fixture.pass(31 * DAY_MS);
  expect(await refundsOf(id)).toEqual([[500, 0]]);
  await fixture.expectBalanced();
});

it('refunds the unused time of subscriptions and gifts of a deleted creator once, and ends them', async () => {
  const [tier, other, payer, yearly, giver, trying] = [
    ...[await offer(), await offer({ trial_days: 60 })],
    ...[await fan(), await fan(), await fan(), await fan()],
  ] as [string, string, UserId, UserId, UserId, UserId];
  const monthlyId = await subscribe(tier, payer);
  const yearlyId = await subscribe(tier, yearly, 'yearly');
  const trialId = await subscribe(other, trying);
  const giftId = await give(tier, giver, await usernameOf(await people.person()), 3);
  await payments.approve(giftId);
  await payments.settle();
  await fixture.pass(10 * DAY_MS);
  notified.length = 0;

  await deleteAccount(creator);
  await payments.settle();
  for (const [id, cents] of [
    [monthlyId, 500],
    [yearlyId, 5000],
    [giftId, 1500],
  ] as const) {
    const { current_period_start: start, current_period_end: end } = await fixture.row(id);
    const days = (Number(end) - Number(start)) / DAY_MS;
    expect(await refundsOf(id)).toEqual([[cents, Math.ceil((cents * (days - 10)) / days)]]);
  }
  expect(await refundsOf(trialId)).toEqual([]);
  for (const id of [monthlyId, yearlyId, giftId, trialId])
    expect(await fixture.row(id)).toMatchObject({ status: 'canceled' });
  expect(new Set(await billedAtProvider())).toEqual(new Set(['canceled']));
  expect(notified.map(({ userId }) => userId).toSorted()).toEqual([payer, yearly, giver].toSorted());
  expect((await fixture.rows('refunds')).map(({ status }) => status)).toEqual(Array(3).fill('succeeded'));
  await fixture.expectBalanced();
});

it('refunds the credit of a change of tier, too', async () => {
  const [leaver] = (await people.streamers(1)) as [UserId];
  const [tier, payer] = [await offer({ creator_id: leaver }), await fan()];
  const id = await subscribe(tier, payer, 'yearly');
  await fixture.pass(73 * DAY_MS);
  await fixture.subscriptions.change(payer, id, { tierId: tier, cycle: 'monthly' });
  await payments.settle();
  // A fifth of the year is used, and the rest of it pays for the first month.
  expect(await fixture.row(id)).toMatchObject({ price_cents: 500, credit_cents: 3500 });
  await deleteAccount(leaver);
  await payments.settle();
  expect(await refundsOf(id)).toEqual([[5000, 4000]]);
  await fixture.expectBalanced();
});
