/** Subscription tiers, subscriptions and events. */
import {
  type EventStatus,
  PLATFORM_FEE_BASIS_POINTS,
  type SubscriptionStatus,
  timeZone,
  type UserId,
} from '@tributary/contracts';
import { splitTicketFees } from '#features/money/index.ts';
import type { Writer } from '#platform/db/database.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';
import type { EventStory, TierStory } from './story.ts';
import { ago, DAY, dayFrom, HOUR, idAt, MINUTE } from './times.ts';

interface Tier {
  readonly id: string;
  readonly creator: UserId;
  readonly story: TierStory;
}

export async function seedOffers(tx: Writer, accounts: SeededAccounts, now: Date): Promise<void> {
  const random = createRandom(110);
  const tiers = accounts.streamers.flatMap(({ id, story }) =>
    story.tiers.map((tier, index) => ({
      id: idAt(ago(now, 240 * DAY - index * HOUR)),
      creator: id,
      story: tier,
    })),
  );
  await tx
    .insertInto('subscription_tiers')
    .values(tiers.map((tier) => tierRow(tier, now)))
    .execute();

  const subscriptions = accounts.viewers.flatMap((user) =>
    random.some(tiers, random.between(0, 4)).map((tier) => subscriptionRow(user, tier, now, random)),
  );
  const own = (name: string, status: SubscriptionStatus) => {
    const tier = tiers.find(({ story }) => story.name === name);
    return accounts.viewer && tier ? [subscriptionRow(accounts.viewer, tier, now, random, status)] : [];
  };
  await tx
    .insertInto('tier_subscriptions')
    .values([
      ...subscriptions,
      ...own('Bench mate', 'active'),
      ...own('Green tests', 'trialing'),
      ...own('Cassette', 'active'),
      ...own('A chair', 'canceled'),
    ])
    .execute();

  const events = accounts.streamers.flatMap(({ id, story }) =>
    story.events.map((event) => eventRow(id, event, now)),
  );
  await tx.insertInto('ppv_events').values(events).execute();
}

function tierRow({ id, creator, story }: Tier, now: Date) {
  const { name, description, monthly, trialDays = 0, benefits } = story;
  return {
    id,
    creator_id: creator,
    name,
    description,
    price_monthly: monthly || null,
    price_yearly: monthly * 10 || null,
    trial_days: trialDays,
    benefits: JSON.stringify(benefits),
    created_at: ago(now, 240 * DAY),
  };
}

function subscriptionRow(
  user: UserId,
  { id, story }: Tier,
  now: Date,
  random: SeededRandom,
  wanted: SubscriptionStatus = rollStatus(random),
) {
  const trial = (story.trialDays ?? 0) * DAY;
  const status = wanted === 'trialing' && trial === 0 ? 'active' : wanted;
  const yearly = story.monthly > 0 && random.chance(0.2) && status !== 'past_due';
  const length = (yearly ? 365 : 30) * DAY;
  const since =
    status === 'trialing'
      ? ago(now, Math.floor(trial * random.next() * 0.9))
      : status === 'past_due'
        ? ago(now, random.between(1, 5) * length + random.between(1, 10) * DAY)
        : ago(now, random.between(3, 200) * DAY + random.between(0, 1439) * MINUTE);
  // The current period, or the last paid one.
  const periods = Math.floor((now.getTime() - since.getTime()) / length);
  const paid =
    status === 'canceled' ? random.between(0, periods) : status === 'past_due' ? periods - 1 : periods;
  const start = new Date(since.getTime() + paid * length);
  return {
    id: idAt(since),
    tier_id: id,
    user_id: user,
    status,
    billing_cycle: yearly ? ('yearly' as const) : ('monthly' as const),
    current_period_start: start,
    current_period_end: new Date(start.getTime() + (status === 'trialing' ? trial : length)),
    trial_end: trial > 0 ? new Date(since.getTime() + trial) : null,
    created_at: since,
  };
}

function rollStatus(random: SeededRandom): SubscriptionStatus {
  const roll = random.next();
  if (roll < 0.74) return 'active';
  if (roll < 0.84) return 'trialing';
  return roll < 0.94 ? 'canceled' : 'past_due';
}

function eventRow(creator: UserId, { title, description, at, tickets, ...story }: EventStory, now: Date) {
  const { inDays, hour, timezone, minutes } = at;
  const { price, capacity, sold } = tickets;
  const date = inDays === 0 ? ago(now, 45 * MINUTE) : new Date(dayFrom(now, inDays).getTime() + hour * HOUR);
  const status: EventStatus = story.status ?? (inDays === 0 ? 'live' : inDays < 0 ? 'ended' : 'published');
  const { fee, net } = splitTicketFees(price, status === 'canceled' ? 0 : sold, PLATFORM_FEE_BASIS_POINTS);
  const announced = ago(now, 50 * DAY);
  return {
    id: idAt(announced),
    creator_id: creator,
    title,
    description,
    event_date: date,
    timezone: timeZone.parse(timezone),
    duration_minutes: minutes,
    price_cents: price,
    capacity,
    total_tickets_sold: sold,
    total_revenue_cents: fee + net,
    platform_commission_cents: fee,
    commission_rate_percent: PLATFORM_FEE_BASIS_POINTS / 100,
    status,
    created_at: announced,
  };
}
