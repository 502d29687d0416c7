/** Rows of donation pages and goals, and sums and recent donations for them. */
import {
  DONATION_PRESETS,
  type DonationGoalEdit,
  type DonationPageEdit,
} from '@tributary/contracts/donations';
import type { UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface StoredGoal {
  readonly title: string;
  readonly targetCents: number;
  readonly startedAt: Date;
  readonly endsAt: Date | null;
}

export interface StoredPage {
  readonly isOpen: boolean;
  readonly showsRecent: boolean;
  readonly presets: readonly number[];
  readonly goal: StoredGoal | null;
}

const DEFAULTS: StoredPage = { isOpen: true, showsRecent: true, presets: DONATION_PRESETS, goal: null };

export const findPage = async (db: Reader, creatorId: UserId): Promise<StoredPage> =>
  (await findStoredPage(db, creatorId)) ?? DEFAULTS;

/** Null if the creator keeps the defaults. */
export async function findStoredPage(db: Reader, creatorId: UserId): Promise<StoredPage | null> {
  const row = await db
    .selectFrom('donation_pages')
    .selectAll()
    .where('creator_id', '=', creatorId)
    .executeTakeFirst();
  if (!row) return null;
  const { goal_title: title, goal_cents: targetCents, goal_started_at: startedAt } = row;
  return {
    isOpen: row.is_open,
    showsRecent: row.shows_recent,
    presets: row.presets_cents,
    goal:
      title === null || targetCents === null || startedAt === null
        ? null
        : { title, targetCents, startedAt, endsAt: row.goal_ends_at },
  };
}

/** Starts an update of the row, which it creates if it is missing. */
async function updating(tx: Writer, creatorId: UserId) {
  const { isOpen, showsRecent, presets } = DEFAULTS;
  await tx
    .insertInto('donation_pages')
    .values({
      creator_id: creatorId,
      is_open: isOpen,
      shows_recent: showsRecent,
      presets_cents: [...presets],
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { update: tx.updateTable('donation_pages').where('creator_id', '=', creatorId) };
}

export async function savePage(
  tx: Writer,
  creatorId: UserId,
  { isOpen, showsRecent, presets }: DonationPageEdit,
): Promise<void> {
  const { update } = await updating(tx, creatorId);
  await update.set({ is_open: isOpen, shows_recent: showsRecent, presets_cents: presets }).execute();
}

/** @param startedAt the start of a new goal; an existing goal keeps its start */
export async function saveGoal(
  tx: Writer,
  creatorId: UserId,
  goal: DonationGoalEdit,
  startedAt: Date,
): Promise<void> {
  const { update } = await updating(tx, creatorId);
  await update
    .set({
      goal_title: goal.title,
      goal_cents: goal.targetAmount,
      goal_started_at: sql`coalesce(goal_started_at, ${startedAt})`,
      goal_ends_at: goal.endsAt,
    })
    .execute();
}

export async function removeGoal(tx: Writer, creatorId: UserId): Promise<void> {
  const { update } = await updating(tx, creatorId);
  await update
    .set({ goal_title: null, goal_cents: null, goal_started_at: null, goal_ends_at: null })
    .execute();
}

/** The donations since the goal was set, less what was taken back, in minor units. */
export async function sumForGoal(
  db: Reader,
  creatorId: UserId,
  { startedAt, endsAt }: StoredGoal,
): Promise<number> {
  const { raised } = await db
    .selectFrom('donations')
    .select(sql<number>`coalesce(sum(amount - refunded_amount), 0)::bigint`.as('raised'))
    .where('recipient_id', '=', creatorId)
    .where('status', '=', 'completed')
    .where('created_at', '>=', startedAt)
    .$if(endsAt !== null, (query) => query.where('created_at', '<', endsAt))
    .executeTakeFirstOrThrow();
  return raised;
}

export const findRecent = (db: Reader, creatorId: UserId, limit: number) =>
  db
    .selectFrom('donations')
    .select([
      'id',
      'amount',
      'donor_id as donorId',
      'created_at as createdAt',
      sql<string>`case when is_message_hidden then '' else message end`.as('message'),
      sql<string | null>`case when not is_message_hidden then guest_name end`.as('guestName'),
    ])
    .where('recipient_id', '=', creatorId)
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Finds a channel with a public creator. */
export const findChannel = (db: Reader, username: string) =>
  db
    .selectFrom('streamer_data as s')
    .innerJoin('profiles as p', 'p.id', 's.user_id')
    .where('p.username', '=', username)
    .where(sql<boolean>`is_public(p)`)
    .select('p.id')
    .executeTakeFirst();
