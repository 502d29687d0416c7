/** The activity of a channel, read from the rows of follows, payments and raids. */

import type { UserId } from '@tributary/contracts/shared';
import type { Activity, ActivityKind } from '@tributary/contracts/studio';
import { sql } from 'kysely';
import { isPublic } from '#features/identity/index.ts';
import type { Reader } from '#platform/db/database.ts';

export interface ActivityQuery {
  readonly creatorId: UserId;
  readonly limit: number;
  /** The only row to read: the follower, the donation, the subscription or the raid. Null: the newest rows. */
  readonly id: string | null;
}

type Find = (db: Reader, query: ActivityQuery) => Promise<Activity[]>;

type Person = Extract<Activity, { kind: 'follow' }>['person'];

interface MaybePerson {
  readonly username: string | null;
  readonly displayName: string | null;
  readonly avatarUrl: string | null;
}

const PERSON = ['p.username', 'p.display_name as displayName', 'p.avatar_url as avatarUrl'] as const;

const personOf = ({ username, displayName, avatarUrl }: Person): Person => ({
  username,
  displayName,
  avatarUrl,
});

const maybePerson = ({ username, displayName, avatarUrl }: MaybePerson): Person | null =>
  username === null ? null : { username, displayName: displayName ?? '', avatarUrl };

const findFollows: Find = async (db, { creatorId, limit, id }) => {
  const rows = await db
    .selectFrom('follows as f')
    .innerJoin('profiles as p', 'p.id', 'f.follower_id')
    .select(PERSON)
    .select(['f.follower_id as id', 'f.created_at as at'])
    .where('f.streamer_id', '=', creatorId)
    .where(isPublic)
    .$if(id !== null, (query) => query.where(sql<boolean>`f.follower_id = ${id}`))
    .orderBy('f.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ kind: 'follow', ...keyOf('follow', row), person: personOf(row) }));
};

const findDonations: Find = async (db, { creatorId, limit, id }) => {
  const rows = await db
    .selectFrom('donations as d')
    .leftJoin('profiles as p', (join) => join.onRef('p.id', '=', 'd.donor_id').on(isPublic))
    .select(PERSON)
    .select(['d.id', 'd.created_at as at', 'd.guest_name as guestName', 'd.is_anonymous as isAnonymous'])
    .select(['d.amount as amountCents', 'd.currency'])
    .select(sql<string>`CASE WHEN d.is_message_hidden THEN '' ELSE d.message END`.as('message'))
    .where('d.recipient_id', '=', creatorId)
    .where('d.status', '=', 'completed')
    .$if(id !== null, (query) => query.where(sql<boolean>`d.id = ${id}`))
    .orderBy('d.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: 'donation',
    ...keyOf('donation', row),
    person: maybePerson(row),
    guestName: row.guestName ?? '',
    isAnonymous: row.isAnonymous,
    message: row.message,
    amountCents: row.amountCents,
    currency: row.currency,
  }));
};

const findSubscriptions: Find = async (db, { creatorId, limit, id }) => {
  const rows = await db
    .selectFrom('subscription_tiers as t')
    .innerJoin('tier_subscriptions as s', 's.tier_id', 't.id')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .select(PERSON)
    .select(['s.id', 's.created_at as at', 't.name as tierName'])
    .where('t.creator_id', '=', creatorId)
    .where('s.is_gift', '=', false)
    .where(isPublic)
    .$if(id !== null, (query) => query.where(sql<boolean>`s.id = ${id}`))
    .orderBy('s.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: 'subscription',
    ...keyOf('subscription', row),
    person: personOf(row),
    tierName: row.tierName,
  }));
};

const findGifts: Find = async (db, { creatorId, limit, id }) => {
  const rows = await db
    .selectFrom('subscription_tiers as t')
    .innerJoin('tier_subscriptions as s', 's.tier_id', 't.id')
    .innerJoin('profiles as r', 'r.id', 's.user_id')
    .leftJoin('profiles as p', (join) => join.onRef('p.id', '=', 's.giver_id').on(isPublic))
    .select(PERSON)
    .select(['r.username as toUsername', 'r.display_name as toName', 'r.avatar_url as toAvatarUrl'])
    .select(['s.id', 's.created_at as at', 't.name as tierName'])
    .where('t.creator_id', '=', creatorId)
    .where('s.is_gift', '=', true)
    .where(sql<boolean>`is_public(r)`)
    .$if(id !== null, (query) => query.where(sql<boolean>`s.id = ${id}`))
    .orderBy('s.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: 'gift',
    ...keyOf('gift', row),
    person: maybePerson(row),
    recipient: { username: row.toUsername, displayName: row.toName, avatarUrl: row.toAvatarUrl },
    tierName: row.tierName,
  }));
};

/** The raids that have reached the channel. */
const findRaids: Find = async (db, { creatorId, limit, id }) => {
  const rows = await db
    .selectFrom('streams as target')
    .innerJoin('chat_raids as r', 'r.target_stream_id', 'target.id')
    .innerJoin('streams as s', 's.id', 'r.stream_id')
    .innerJoin('profiles as p', 'p.id', 's.streamer_id')
    .select(PERSON)
    .select(['r.id', 'r.departs_at as at', 'r.viewers'])
    .where('target.streamer_id', '=', creatorId)
    .where('r.state', '=', 'departed')
    .where(isPublic)
    .$if(id !== null, (query) => query.where(sql<boolean>`r.id = ${id}`))
    .orderBy('r.departs_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    kind: 'raid',
    ...keyOf('raid', row),
    person: personOf(row),
    viewers: row.viewers ?? 0,
  }));
};

const keyOf = (kind: ActivityKind, { id, at }: { readonly id: string; readonly at: Date }) => ({
  id: `${kind}:${id}`,
  at: at.toISOString(),
});

export const FINDERS: Readonly<Record<ActivityKind, Find>> = {
  follow: findFollows,
  donation: findDonations,
  subscription: findSubscriptions,
  gift: findGifts,
  raid: findRaids,
};
