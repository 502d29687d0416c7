import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createMoneyFixture } from '../../../../test/support/money-fixture.ts';
import { createSubscriptions } from './subscriptions.service.ts';

const { db, account, offer, subscribe } = await createMoneyFixture();
const NOW = new Date('2026-11-21T12:00:00Z');
const subscriptions = createSubscriptions(db, () => NOW);
const { id: creator } = await account('streamer');
const free = { price_monthly: null, price_yearly: null };
const code = (code: string) => expect.objectContaining({ code });

it('subscribes a person to a free tier once, however often they ask', async () => {
  const tier = await offer(creator, free);
  const { id: fan } = await account();
  expect(await subscriptions.to(fan, tier)).toBeNull();
  const started = await Promise.all([1, 2, 3].map(() => subscriptions.startFree(fan, tier)));
  expect(new Set(started.map(({ id }) => id)).size).toBe(1);
  expect(await subscriptions.to(fan, tier)).toEqual(started[0]);
  const { rows } = await db.pool.query('select * from tier_subscriptions where tier_id = $1', [tier]);
  expect(rows).toMatchObject([
    { status: 'active', price_cents: 0, current_period_end: new Date('2026-12-21T12:00:00Z') },
  ]);
});

it('cancels a free subscription at once, and lets the person subscribe again', async () => {
  const tier = await offer(creator, free);
  const { id: fan } = await account();
  const first = await subscriptions.startFree(fan, tier);
  await expect(subscriptions.cancel((await account()).id, first.id)).rejects.toEqual(
    code('subscription_not_found'),
  );
  await subscriptions.cancel(fan, first.id);
  await subscriptions.cancel(fan, first.id);
  expect(await subscriptions.to(fan, tier)).toBeNull();
  expect((await subscriptions.startFree(fan, tier)).id).not.toBe(first.id);
});

it('refuses tiers that have a price, are archived, are one’s own or whose creator is banned', async () => {
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

it('does not cancel a subscription that is paid for like a free one', async () => {
  const { id: fan } = await account();
  const paid = await subscribe(await offer(creator), fan);
  await expect(subscriptions.cancel(fan, paid)).rejects.toEqual(code('subscription_has_price'));
});
