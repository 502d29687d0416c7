/**
 * Finds who is entitled to a channel's benefits: subscribers whose period is paid and not refunded, free or on trial.
 */
import { RENEWAL_HOURS } from '@tributary/contracts/memberships';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';

/**
 * Whether the subscription `s` counts: its price was paid for the current period and not taken back, or it is on trial.
 * A period without a charge is covered by the previous charge, whose credit from a change of tier pays for later
 * periods. A renewing period also covers the hours after it in which its provider charges for the next one.
 */
const counts = (now: Date) => {
  const renewal = sql`make_interval(hours => ${RENEWAL_HOURS})`;
  return sql<boolean>`
    s.status in ('trialing', 'active')
    and ${now} < s.current_period_end
      + case when s.provider is null or s.cancel_at_period_end then interval '0' else ${renewal} end
    and (s.price_cents = 0 and not s.is_gift or coalesce(
      (select bool_or(taken_back_cents < gross_cents) from charges
        where subject_id = s.id and captured_at >= least(
          s.current_period_start,
          (select max(captured_at) from charges where subject_id = s.id))),
      ${now} < s.trial_end + ${renewal}))`;
};

const entitlements = (db: Reader, now: Date) =>
  db
    .selectFrom('tier_subscriptions as s')
    .innerJoin('subscription_tiers as t', 't.id', 's.tier_id')
    .where(counts(now));

/** Whether a person has a subscription to a tier of the channel that counts. */
export async function isSubscriber(
  db: Reader,
  userId: UserId,
  creatorId: UserId,
  now: Date,
): Promise<boolean> {
  const found = await entitlements(db, now)
    .select('s.id')
    .where('s.user_id', '=', userId)
    .where('t.creator_id', '=', creatorId)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** The people among these who show a subscriber badge in the channel. A hidden gift shows no badge. */
export async function subscribersAmong(
  db: Reader,
  creatorId: UserId,
  userIds: readonly UserId[],
  now: Date,
): Promise<ReadonlySet<UserId>> {
  if (userIds.length === 0) return new Set();
  const rows = await badgeHolders(db, { creatorId, userIds: [...userIds], now });
  return new Set(rows.flatMap(({ user_id }) => user_id ?? []));
}

const badgeHolders = prepared(
  (db: Reader, { creatorId, userIds, now }: { creatorId: UserId; userIds: UserId[]; now: Date }) =>
    entitlements(db, now)
      .select('s.user_id')
      .distinct()
      .where(({ eb, fn, val }) => eb('s.user_id', '=', fn.any(val(userIds))))
      .where('t.creator_id', '=', creatorId)
      .where('s.is_hidden', '=', false),
);

/** The tiers of a channel that cost no more than one that the person subscribes to. */
export async function findCoveredTiers(
  db: Reader,
  creatorId: UserId,
  userId: UserId,
  now: Date,
): Promise<ReadonlySet<string>> {
  // Free tiers may have no price.
  const monthly = (tier: 't' | 'covered') => sql<number>`coalesce(${sql.ref(`${tier}.price_monthly`)}, 0)`;
  const rows = await db
    .selectFrom('subscription_tiers as covered')
    .select('covered.id')
    .where('covered.creator_id', '=', creatorId)
    .where(({ eb }) =>
      eb(
        monthly('covered'),
        '<=',
        entitlements(db, now)
          .select(sql<number>`max(${monthly('t')})`.as('price'))
          .where('s.user_id', '=', userId)
          .where('t.creator_id', '=', creatorId),
      ),
    )
    .execute();
  return new Set(rows.map(({ id }) => id));
}
