import type { StreamSettings, StreamSettingsEdit } from '@tributary/contracts/channels';
import { CATEGORIES, category, streamLanguage, type UserId } from '@tributary/contracts/shared';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';

export interface StoredKey {
  readonly sealed: string;
  readonly hash: Buffer;
}

export const findChannel = (db: Reader, userId: UserId) =>
  db
    .selectFrom('streamer_data')
    .select([
      'user_id as userId',
      'total_earnings as totalEarnings',
      'total_views as totalViews',
      'total_donations as totalDonations',
      // The channel's own ingest URL, if it has one.
      'rtmp_key as ingestUrl',
      'stream_key as sealedKey',
      'is_verified as isVerified',
      'verification_badge_url as badgeUrl',
    ])
    .where('user_id', '=', userId)
    .executeTakeFirst();

export type Channel = NonNullable<Awaited<ReturnType<typeof findChannel>>>;

/** Inserts a channel, unless there is one already. */
export async function insertChannel(tx: Writer, userId: UserId, key: StoredKey): Promise<void> {
  await tx
    .insertInto('streamer_data')
    .values({ user_id: userId, stream_key: key.sealed, stream_key_hash: key.hash })
    .onConflict((conflict) => conflict.column('user_id').doNothing())
    .execute();
}

/** @returns false if there is no such channel */
export async function replaceKey(tx: Writer, userId: UserId, key: StoredKey): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('streamer_data')
    .set((eb) => ({
      stream_key: key.sealed,
      stream_key_hash: key.hash,
      previous_stream_key_hash: eb.ref('stream_key_hash'),
      stream_key_created_at: sql`now()`,
      updated_at: sql`now()`,
    }))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const SETTINGS = [
  'stream_title',
  'stream_category',
  'stream_tags',
  'stream_is_mature',
  'stream_language',
  'stream_thumbnail_url',
] as const;

export async function findSettings(db: Reader, userId: UserId): Promise<StreamSettings | undefined> {
  const row = await db
    .selectFrom('streamer_data')
    .innerJoin('profiles', 'profiles.id', 'streamer_data.user_id')
    .select([...SETTINGS, 'display_name'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row && toSettings(row);
}

/** @returns false if there is no such channel */
export async function putSettings(
  tx: Writer,
  userId: UserId,
  { title, category, tags, isMature, language }: StreamSettingsEdit,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('streamer_data')
    .set({
      stream_title: title,
      stream_category: category,
      stream_tags: tags,
      stream_is_mature: isMature,
      // Kysely leaves out what is undefined.
      stream_language: language,
      updated_at: sql`now()`,
    })
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Locks the row until `tx` ends, so that concurrent replacements run one after the other.
 * @returns the previous URL
 */
export async function replaceThumbnail(
  tx: Writer,
  userId: UserId,
  url: string | null,
): Promise<string | null> {
  const row = await tx
    .selectFrom('streamer_data')
    .select('stream_thumbnail_url as url')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  await tx
    .updateTable('streamer_data')
    .set({ stream_thumbnail_url: url, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute();
  return row?.url ?? null;
}

export interface KeyOwner {
  readonly userId: UserId;
  readonly username: string;
  readonly displayName: string;
  readonly banned: boolean;
  readonly settings: StreamSettings;
}

/** The owner of the channel whose key had this hash until it was replaced. */
export async function findPreviousKeyOwner(db: Reader, hash: Buffer): Promise<UserId | null> {
  const row = await db
    .selectFrom('streamer_data')
    .select('user_id')
    .where('previous_stream_key_hash', '=', hash)
    .executeTakeFirst();
  return row?.user_id ?? null;
}

/** The streamer whose key has this hash, unless they have lost the role. */
export async function findKeyOwner(db: Reader, hash: Buffer): Promise<KeyOwner | undefined> {
  const row = await db
    .selectFrom('streamer_data')
    .innerJoin('profiles', 'profiles.id', 'streamer_data.user_id')
    .innerJoin('user_roles', (join) =>
      join.onRef('user_roles.user_id', '=', 'profiles.id').on('user_roles.role', '=', 'streamer'),
    )
    .select(['profiles.id', 'username', 'display_name', ...SETTINGS])
    .select(sql<boolean>`is_banned(profiles)`.as('banned'))
    .where('stream_key_hash', '=', hash)
    .executeTakeFirst();
  return (
    row && {
      userId: row.id,
      username: row.username,
      displayName: row.display_name,
      banned: row.banned,
      settings: toSettings(row),
    }
  );
}

/**
 * @param badgeUrl null: not verified
 * @returns false if nothing changed
 */
export async function setVerified(tx: Writer, userId: UserId, badgeUrl: string | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('streamer_data')
    .set({ is_verified: badgeUrl !== null, verification_badge_url: badgeUrl, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('is_verified', '=', badgeUrl === null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function findVerified(db: Reader, ids: readonly UserId[]): Promise<Set<UserId>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('streamer_data')
    .select('user_id')
    .where('user_id', 'in', ids)
    .where('is_verified', '=', true)
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

function toSettings(row: {
  stream_title: string | null;
  stream_category: string | null;
  stream_tags: string[];
  stream_is_mature: boolean;
  stream_language: string | null;
  stream_thumbnail_url: string | null;
  display_name: string;
}): StreamSettings {
  return {
    title: row.stream_title ?? `Live with ${row.display_name}`,
    // A stored category that was renamed since must not prevent going live.
    category: category.catch(CATEGORIES[0]).parse(row.stream_category),
    tags: row.stream_tags,
    isMature: row.stream_is_mature,
    language: streamLanguage.nullable().catch(null).parse(row.stream_language),
    thumbnailUrl: row.stream_thumbnail_url,
  };
}
