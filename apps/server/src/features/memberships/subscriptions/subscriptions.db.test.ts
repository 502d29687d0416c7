import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createMoneyFixture } from '../../../../test/support/money-fixture.ts';
import { createSubscriptions, type SubscriptionsOptions } from './subscriptions.service.ts';

const { db, options, channels, account, offer, subscribe } = await createMoneyFixture();
const NOW = new Date('2026-11-21T12:00:00Z');
// Fails the test if a provider is called.
const asks = () => expect.fail('A provider was asked');
const atProvider: SubscriptionsOptions['atProvider'] = {
  ask: asks,
  change: asks,
  move: asks,
  refresh: asks,
};
const subscriptions = createSubscriptions({ ...options, channels, atProvider, now: () => NOW });
const { id: creator } = await account('streamer');
const free = { price_monthly: null, price_yearly: null };
const code = (code: string) => expect.objectContaining({ code });

it('subscribes a person to a free tier once, even if they request it several times', async () => {
  const tier = await offer(creator, free);
  const { id: fan } = await account();
  expect(await subscriptions.toTier(fan, tier)).toEqual({
    subscription: null,
    isSubscriber: false,
    trialDays: 0,
    checkoutId: null,
    nextPayment: { monthly: '2026-12-21T12:00:00.000Z', yearly: '2027-11-21T12:00:00.000Z' },
  });
  const started = await Promise.all([1, 2, 3].map(() => subscriptions.startFree(fan, tier)));
  expect(new Set(started.map(({ subscription }) => subscription?.id)).size).toBe(1);
  expect(await subscriptions.toTier(fan, tier)).toEqual(started[0]);
  const { rows } = await db.pool.query('select * from tier_subscriptions where tier_id = $1', [tier]);
  expect(rows).toMatchObject([
    { status: 'active', price_cents: 0, current_period_end: new Date('2026-12-21T12:00:00Z') },
  ]);
});

it('cancels a free subscription at once, and opens the same one again when the person returns', async () => {
  const tier = await offer(creator, free);
  const { id: fan } = await account();
  const id = (await subscriptions.startFree(fan, tier)).subscription?.id ?? '';
  await expect(subscriptions.cancel((await account()).id, id)).rejects.toEqual(
    code('subscription_not_found'),
  );
  for (const _ of [1, 2])
    expect(await subscriptions.cancel(fan, id)).toMatchObject({ status: 'canceled', provider: null });
  expect((await subscriptions.toTier(fan, tier)).subscription).toBeNull();
  expect((await subscriptions.startFree(fan, tier)).subscription).toMatchObject({ id, status: 'active' });
  expect((await subscriptions.list(fan)).items).toHaveLength(1);
});

it('refuses tiers that have a price, are archived, belong to the viewer or have a banned creator', async () => {
  const { id: fan } = await account();
  const start = async (tier: string | Promise<string>, as = fan) => subscriptions.startFree(as, await tier);
  await expect(start(offer(creator))).rejects.toEqual(code('tier_has_price'));
  await expect(start(offer(creator, { ...free, is_active: false }))).rejects.toEqual(code('tier_not_found'));
  await expect(start(uuidv7())).rejects.toEqual(code('tier_not_found'));
  await expect(start(offer(creator, free), creator)).rejects.toEqual(code('own_tier'));
  const banned = await account('streamer');
  await db.pool.query('update profiles set banned_at = now() where id = $1', [banned.id]);
  await expect(start(offer(banned.id, free))).rejects.toEqual(code('tier_not_found'));
});

it('cancels a priced subscription without a provider at the end of its period, and an unpaid one at once', async () => {
  const [{ id: fan }, { id: debtor }] = [await account(), await account()];
  const tier = await offer(creator);
  const paid = await subscribe(tier, fan);
  expect(await subscriptions.cancel(fan, paid)).toMatchObject({ status: 'active', cancelAtPeriodEnd: true });
  const unpaid = await subscribe(tier, debtor, 'past_due');
  expect(await subscriptions.cancel(debtor, unpaid)).toMatchObject({ status: 'canceled' });
});
