import { TIERS_KEPT_MAX, TIERS_MAX, type TierEdit } from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { createMoneyFixture } from '../../../../test/support/money-fixture.ts';
import { createOwnTiers } from './own-tiers.service.ts';
import { createTiers } from './tiers.service.ts';

const { db, options, account, offer, subscribe } = await createMoneyFixture();
const own = createOwnTiers(db);
const tiers = createTiers(options);

const edit: TierEdit = {
  name: 'Deckhand',
  description: 'For those who stay.',
  benefits: ['A name in the credits', 'A monthly letter'],
  priceMonthly: 500,
  priceYearly: 5000,
  trialDays: 7,
};
const code = (code: string) => expect.objectContaining({ code });
const namesOf = async (creatorId: UserId) => (await own.list(creatorId)).tiers.map(({ name }) => name);
const offeredBy = async (username: string) => (await tiers.of(username)).tiers.map(({ name }) => name);

it('offers a new tier at once as the last one, and a free one without prices', async () => {
  const { id, username } = await account('streamer');
  expect(await own.create(id, edit)).toMatchObject({
    ...edit,
    currency: 'USD',
    isActive: true,
    subscribers: { active: 0, trialing: 0, pastDue: 0, canceled: 0 },
  });
  const free = { ...edit, name: 'Quay', priceMonthly: 0, priceYearly: 0, trialDays: 0 };
  expect(await own.create(id, free)).toMatchObject({ priceMonthly: null, priceYearly: null });
  expect(await offeredBy(username)).toEqual(['Deckhand', 'Quay']);
});

it('refuses a second tier of the same name, naming the field', async () => {
  const { id } = await account('streamer');
  await own.create(id, edit);
  const other = await own.create(id, { ...edit, name: 'Captain' });
  const taken = { code: 'tier_refused', errors: [{ pointer: '/name' }] };
  await expect(own.create(id, edit)).rejects.toMatchObject(taken);
  await expect(own.edit(id, other.id, edit)).rejects.toMatchObject(taken);
});

it('shows tiers in the order that the creator sets, and refuses an order of other tiers', async () => {
  const { id, username } = await account('streamer');
  const ids: string[] = [];
  for (const name of ['A', 'B', 'C']) ids.push((await own.create(id, { ...edit, name })).id);
  const [a = '', b = '', c = ''] = ids;
  const ordered = await own.order(id, [c, a, b]);
  expect(ordered.tiers.map(({ name }) => name)).toEqual(['C', 'A', 'B']);
  expect(await offeredBy(username)).toEqual(['C', 'A', 'B']);
  const foreign = await offer((await account('streamer')).id);
  for (const wrong of [
    [a, b],
    [a, b, b],
    [a, b, foreign],
    [a, b, c, foreign],
  ])
    await expect(own.order(id, wrong)).rejects.toEqual(code('tier_order_stale'));
  expect(await namesOf(id)).toEqual(['C', 'A', 'B']);
});

it('keeps the subscriptions of an archived tier, and offers a restored one as the last', async () => {
  const { id, username } = await account('streamer');
  const first = await own.create(id, edit);
  await own.create(id, { ...edit, name: 'Captain' });
  await subscribe(first.id, (await account()).id);
  expect(await own.archive(id, first.id)).toMatchObject({ isActive: false, subscribers: { active: 1 } });
  expect(await own.archive(id, first.id)).toMatchObject({ isActive: false });
  expect(await offeredBy(username)).toEqual(['Captain']);
  expect(await namesOf(id)).toEqual(['Captain', 'Deckhand']);
  expect(await own.list(id)).toMatchObject({ netPerMonth: 450 });
  expect(await own.restore(id, first.id)).toMatchObject({ isActive: true });
  expect(await own.restore(id, first.id)).toMatchObject({ isActive: true });
  expect(await offeredBy(username)).toEqual(['Captain', 'Deckhand']);
});

it('counts revenue at the price that each subscriber agreed to, not at the present price', async () => {
  const { id } = await account('streamer');
  const tier = await own.create(id, edit);
  const [early, yearly, late, due] = await Promise.all([1, 2, 3, 4].map(() => account()));
  await subscribe(tier.id, early?.id as UserId);
  await subscribe(tier.id, yearly?.id as UserId, 'active', 'yearly');
  await own.edit(id, tier.id, { ...edit, priceMonthly: 900, priceYearly: 9000 });
  await subscribe(tier.id, late?.id as UserId, 'active', 'monthly', { price_cents: 900 });
  await subscribe(tier.id, due?.id as UserId, 'past_due');
  // 5.00 a month, 50.00 a year and 9.00 a month, each less 10 percent.
  expect((await own.list(id)).netPerMonth).toBe(450 + 375 + 810);
  // A subscription that does not renew brings no more revenue.
  const leaver = await account();
  await subscribe(tier.id, leaver.id, 'active', 'monthly', { cancel_at_period_end: true });
  expect((await own.list(id)).netPerMonth).toBe(450 + 375 + 810);
});

it('limits the offered tiers and all tiers of a channel, also under concurrent requests', async () => {
  const { id } = await account('streamer');
  for (let made = 1; made < TIERS_MAX; made++) await offer(id);
  const attempts = ['A', 'B', 'C'].map((name) => own.create(id, { ...edit, name }));
  const results = await Promise.allSettled(attempts);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const archived = await offer(id, { is_active: false });
  await expect(own.restore(id, archived)).rejects.toEqual(code('too_many_tiers'));
  await db.pool.query('update subscription_tiers set is_active = false where creator_id = $1', [id]);
  for (let made = TIERS_MAX + 1; made < TIERS_KEPT_MAX; made++) await offer(id, { is_active: false });
  await expect(own.create(id, { ...edit, name: 'One more' })).rejects.toEqual(
    code('too_many_archived_tiers'),
  );
});

it('treats the tiers of other creators as missing', async () => {
  const creator = (await account('streamer')).id;
  const { id: stranger } = await account('streamer');
  const { id } = await own.create(creator, edit);
  for (const attempt of [
    () => own.edit(stranger, id, edit),
    () => own.archive(stranger, id),
    () => own.restore(stranger, id),
  ])
    await expect(attempt()).rejects.toEqual(code('tier_not_found'));
});
