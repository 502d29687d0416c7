import { CHAT_EMOTES_PAGE_SIZE, type EmoteStatus } from '@tributary/contracts/chat';
import type { UserId } from '@tributary/contracts/shared';
import { type InferResult, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type CursorKey, isAfterKey } from '#platform/db/keyset.ts';

const emotes = (db: Reader) =>
  db
    .selectFrom('chat_emotes as e')
    .select([
      'e.id',
      'e.channel_id as channelId',
      'e.name',
      'e.image_url as url',
      'e.tier_id as tierId',
      'e.status',
      'e.reason',
      'e.added_at as addedAt',
      'e.decided_at as decidedAt',
      'e.decided_by as decidedBy',
    ]);

export type StoredEmote = InferResult<ReturnType<typeof emotes>>[number];

export const findAllOf = (db: Reader, channelId: UserId): Promise<StoredEmote[]> =>
  emotes(db).where('e.channel_id', '=', channelId).orderBy('e.name').execute();

/** Reads an emote and locks its row. */
export const lockEmote = (tx: Writer, id: string): Promise<StoredEmote | undefined> =>
  emotes(tx).where('e.id', '=', id).forUpdate().executeTakeFirst();

export interface UsableEmote {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly tier: { readonly id: string; readonly name: string } | null;
}

/** The emotes that people can use in the chats of a channel, by name. */
export async function findUsable(db: Reader, channelId: UserId): Promise<UsableEmote[]> {
  const rows = await db
    .selectFrom('chat_emotes as e')
    .leftJoin('subscription_tiers as t', 't.id', 'e.tier_id')
    .select(['e.id', 'e.name', 'e.image_url as url', 't.id as tierId', 't.name as tierName'])
    .where('e.channel_id', '=', channelId)
    .where('e.status', '=', 'approved')
    .orderBy('e.name')
    .execute();
  return rows.flatMap(({ id, name, url, tierId, tierName }) =>
    url === null ? [] : { id, name, url, tier: tierId && tierName ? { id: tierId, name: tierName } : null },
  );
}

/** Locks the channel until the transaction ends, so that no two uploads take the last slot. */
export async function lockChannel(tx: Writer, channelId: UserId): Promise<void> {
  await tx.selectFrom('profiles').select('id').where('id', '=', channelId).forNoKeyUpdate().execute();
}

export async function insert(
  tx: Writer,
  emote: { channelId: UserId; name: string; url: string; status: EmoteStatus },
): Promise<void> {
  const { channelId, name, url, status } = emote;
  await tx
    .insertInto('chat_emotes')
    .values({ id: uuidv7(), channel_id: channelId, name, image_url: url, status })
    .execute();
}

export async function setTier(tx: Writer, id: string, tierId: string | null): Promise<void> {
  await tx.updateTable('chat_emotes').set({ tier_id: tierId }).where('id', '=', id).execute();
}

export async function decide(
  tx: Writer,
  id: string,
  { status, reason, by }: { status: 'approved' | 'rejected'; reason: string | null; by: UserId },
): Promise<void> {
  await tx
    .updateTable('chat_emotes')
    .set({ status, reason, decided_by: by, decided_at: sql`now()` })
    .$if(status === 'rejected', (query) => query.set({ image_url: null }))
    .where('id', '=', id)
    .execute();
}

export async function remove(tx: Writer, id: string): Promise<void> {
  await tx.deleteFrom('chat_emotes').where('id', '=', id).execute();
}

/** Returns one row more than a page. Pending emotes come in the order in which they were added, others newest first. */
export function findPage(db: Reader, status: EmoteStatus, after: CursorKey | null): Promise<StoredEmote[]> {
  const descending = status !== 'pending';
  let query = emotes(db)
    .where('e.status', '=', status)
    .orderBy('e.id', descending ? 'desc' : 'asc')
    .limit(CHAT_EMOTES_PAGE_SIZE + 1);
  if (after !== null) query = query.where(isAfterKey({ column: null, id: 'e.id', descending }, after));
  return query.execute();
}

export async function countPending(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('chat_emotes')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return count;
}
