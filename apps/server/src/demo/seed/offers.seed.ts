/** Subscription tiers, subscriptions and events. */
import { type EventStatus, timeZone } from '@tributary/contracts/events';
import type { SubscriptionStatus } from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import { channelOf } from '@tributary/demo-content/people';
import type { EventStory, TierStory } from '@tributary/demo-content/stories/story';
import { projectRevenue } from '#features/events/index.ts';
import {
  createDemoSubscription,
  earnTickets,
  type NewCharge,
  recordCharges,
} from '#features/payments/index.ts';
import type { Writer } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/durations.ts';
import { readSettings } from '#platform/settings/index.ts';
import { chargeOf } from './charges.ts';
import type { SeededAccounts } from './seeded-accounts.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';
import { ago, dayFrom, idAt } from './times.ts';

interface Tier {
  readonly id: string;
  readonly creator: UserId;
  readonly story: TierStory;
  readonly position: number;
}

export async function seedOffers(tx: Writer, accounts: SeededAccounts, now: Date): Promise<void> {
  const random = createRandom(110);
  const tiers = accounts.streamers.flatMap(({ id, story }) =>
    story.tiers.map((tier, index) => ({
      id: idAt(ago(now, 240 * DAY_MS - index * HOUR_MS)),
      creator: id,
      story: tier,
      position: index + 1,
    })),
  );
  await tx
    .insertInto('subscription_tiers')
    .values(tiers.map((tier) => tierRow(tier, now)))
    .execute();

  const given = accounts.viewers.flatMap((user) =>
    random.some(tiers, random.between(0, 4)).map((tier) => subscriptionRow(user, tier, now, random)),
  );
  const own = (name: string, status: SubscriptionStatus) => {
    const tier = tiers.find(({ story }) => story.name === name);
    return accounts.viewer && tier ? [subscriptionRow(accounts.viewer, tier, now, random, status)] : [];
  };
  const subscriptions = [
    ...given,
    ...own('Bench mate', 'active'),
    ...own('Green tests', 'trialing'),
    ...own('Cassette', 'active'),
    ...own('A chair', 'canceled'),
  ];
  const { currency, platformFeeBasisPoints } = await readSettings(tx);
  for (const row of subscriptions) {
    const tier = tiers.find(({ id }) => id === row.tier_id);
    const { status, price_cents: amountCents } = row;
    const subscriptionId =
      tier && amountCents > 0 && status !== 'canceled'
        ? await createDemoSubscription(
            tx,
            {
              id: row.id,
              tierId: row.tier_id,
              payerId: row.user_id,
              creatorId: tier.creator,
              description: `Subscription: ${tier.story.name}`,
              cycle: row.billing_cycle,
              status,
              amountCents,
              currency,
              feeBasisPoints: platformFeeBasisPoints,
              periodStart: row.current_period_start,
              periodEnd: row.current_period_end,
              trialEnd: row.trial_end,
              createdAt: row.created_at,
            },
            now,
          )
        : null;
    await tx
      .insertInto('tier_subscriptions')
      .values({
        ...row,
        ...(subscriptionId && { provider: 'sandbox', provider_subscription_id: subscriptionId }),
        ...(status === 'past_due' && { past_due_since: row.current_period_end }),
      })
      .execute();
  }

  const events = accounts.streamers.flatMap(({ id, story }) =>
    story.events.map((event) => eventRow(id, story.username, event, now, platformFeeBasisPoints)),
  );
  await tx.insertInto('ppv_events').values(events).execute();

  const payments = [
    ...subscriptions.flatMap((subscription) => paymentsOf(subscription, tiers, now)),
    ...events.flatMap((event) => ticketsOf(event, now, random)),
  ];
  const charges = await recordCharges(
    tx,
    payments.map((payment) => chargeOf({ ...payment, currency }, platformFeeBasisPoints, random)),
  );
  for (const after of charges)
    if (after.purpose === 'ticket') await projectRevenue(tx, { before: null, after });
  for (const event of events) {
    const { id, status } = event;
    if (status === 'ended') await earnTickets(tx, { eventId: id, at: endOf(event) });
  }
}

type Payment = Pick<NewCharge, 'purpose' | 'subjectId' | 'payerId' | 'creatorId' | 'grossCents'> & {
  readonly at: Date;
  readonly eventEnd?: Date;
};

/** What was paid for a subscription: each period up to the current one, the first when its trial was over. */
function paymentsOf(
  subscription: ReturnType<typeof subscriptionRow>,
  tiers: readonly Tier[],
  now: Date,
): Payment[] {
  const { id, tier_id, user_id, created_at, status, billing_cycle, price_cents, trial_end } = subscription;
  const tier = tiers.find((candidate) => candidate.id === tier_id);
  if (!tier || price_cents === 0 || status === 'trialing') return [];
  const length = (billing_cycle === 'yearly' ? 365 : 30) * DAY_MS;
  const payments: Payment[] = [];
  for (
    let start = created_at.getTime();
    start <= subscription.current_period_start.getTime();
    start += length
  ) {
    const at = new Date(Math.max(start, trial_end?.getTime() ?? 0));
    const people = { payerId: user_id, creatorId: tier.creator };
    if (at <= now)
      payments.push({ purpose: 'subscription', subjectId: id, ...people, grossCents: price_cents, at });
  }
  return payments;
}

/** One payment per ticket, by buyers whose accounts are deleted since; canceled events were refunded long ago. */
function ticketsOf(event: ReturnType<typeof eventRow>, now: Date, random: SeededRandom): Payment[] {
  if (event.price_cents === 0 || event.status === 'canceled') return [];
  const onSale = event.created_at.getTime();
  const span = Math.min(event.event_date.getTime(), now.getTime()) - onSale;
  return Array.from({ length: event.total_tickets_sold }, () => ({
    purpose: 'ticket' as const,
    subjectId: event.id,
    payerId: null,
    creatorId: event.creator_id,
    grossCents: event.price_cents,
    at: new Date(onSale + Math.floor(span * random.next())),
    eventEnd: endOf(event),
  }));
}

const endOf = ({ event_date, duration_minutes }: ReturnType<typeof eventRow>): Date =>
  new Date(event_date.getTime() + duration_minutes * MINUTE_MS);

function tierRow({ id, creator, story, position }: Tier, now: Date) {
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
    position,
    created_at: ago(now, 240 * DAY_MS),
  };
}

function subscriptionRow(
  user: UserId,
  { id, story }: Tier,
  now: Date,
  random: SeededRandom,
  wanted: SubscriptionStatus = rollStatus(random),
) {
  const trial = (story.trialDays ?? 0) * DAY_MS;
  const status = wanted === 'trialing' && trial === 0 ? 'active' : wanted;
  const yearly = story.monthly > 0 && random.chance(0.2) && status !== 'past_due';
  const length = (yearly ? 365 : 30) * DAY_MS;
  const since =
    status === 'trialing'
      ? ago(now, Math.floor(trial * random.next() * 0.9))
      : status === 'past_due'
        ? ago(now, random.between(1, 5) * length + random.between(1, 10) * DAY_MS)
        : ago(now, random.between(3, 200) * DAY_MS + random.between(0, 1439) * MINUTE_MS);
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
    price_cents: yearly ? story.monthly * 10 : story.monthly,
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

export function eventRow(
  creator: UserId,
  username: string,
  { title, description, at, tickets, ...story }: EventStory,
  now: Date,
  feeBasisPoints: number,
) {
  const { inDays, hour, timezone, minutes } = at;
  const { price, capacity, sold } = tickets;
  const date =
    inDays === 0 ? ago(now, 45 * MINUTE_MS) : new Date(dayFrom(now, inDays).getTime() + hour * HOUR_MS);
  const status: EventStatus = story.status ?? (inDays === 0 ? 'live' : inDays < 0 ? 'ended' : 'published');
  const announced = ago(now, 50 * DAY_MS);
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
    commission_rate_percent: feeBasisPoints / 100,
    status,
    poster_url: status === 'draft' ? null : `/demo/pictures/${channelOf(username).scene}-poster.webp`,
    created_at: announced,
    published_at: status === 'draft' ? null : announced,
  };
}
