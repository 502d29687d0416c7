/** Viewers, follows, and the profiles of streamers. */
import type { UserId } from '@tributary/contracts/shared';
import { userId } from '@tributary/contracts/shared';
import { channelOf } from '@tributary/demo-content/people';
import { VIEWERS } from '@tributary/demo-content/viewers';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';
import { DAY_MS, HOUR_MS } from '#platform/durations.ts';
import { markDemoAccounts } from '../demo-accounts.ts';
import { addressOf, findSeededAccounts, type SeededAccounts } from './seeded-accounts.ts';
import { createRandom, type SeededRandom } from './seeded-random.ts';
import { ago, idAt } from './times.ts';

const DEMO_STREAMER_BIO =
  'I mend things that were going to be thrown away, slowly and in public. This is the demo channel: sign in as its streamer to try it out.';

/** @returns the number of created accounts; 0 if all exist */
export async function seedUsers(tx: Writer, now: Date): Promise<number> {
  const random = createRandom(61);
  const rows = VIEWERS.map(({ username, displayName, bio }) => {
    const at = ago(now, random.between(40, 400) * DAY_MS + random.between(0, 23) * HOUR_MS);
    return {
      id: userId.parse(idAt(at)),
      username,
      email: addressOf(username),
      email_verified: true,
      display_name: displayName,
      bio,
      avatar_url: `/demo/portraits/${username}.svg`,
      created_at: at,
    };
  });
  // They have no password, so nobody can sign in as them.
  const made = await tx
    .insertInto('profiles')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (made.length === 0) return 0;
  await markDemoAccounts(
    tx,
    made.map(({ id }) => id),
  );
  const accounts = await findSeededAccounts(tx);
  await age(tx, accounts, now);
  await showStreamers(tx, accounts);
  await follow(tx, accounts, now, random);
  return made.length;
}

/** Backdates accounts, so that channels are older than their streams. */
async function age(tx: Writer, { streamers, viewer, admin }: SeededAccounts, now: Date): Promise<void> {
  const random = createRandom(67);
  for (const id of [...streamers.map((streamer) => streamer.id), viewer, admin]) {
    if (!id) continue;
    const at = ago(now, random.between(120, 420) * DAY_MS + random.between(0, 23) * HOUR_MS);
    await tx.updateTable('profiles').set({ created_at: at }).where('id', '=', id).execute();
  }
}

async function showStreamers(
  tx: Writer,
  { streamers, viewer, streamer, admin }: SeededAccounts,
): Promise<void> {
  const pages = streamers.map(({ id, story: { links } }) => ({
    user_id: id,
    links: JSON.stringify(links),
  }));
  // Keep profiles that somebody has edited.
  if (pages.length > 0)
    await tx
      .insertInto('profile_pages')
      .values(pages)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const { id, story } of streamers) {
    await tx
      .updateTable('profiles')
      .set({ banner_url: `/demo/pictures/${channelOf(story.username).scene}-banner.webp` })
      .where('id', '=', id)
      .where('banner_url', 'is', null)
      .execute();
    await tx
      .updateTable('streamer_data')
      .set({ stream_tags: [...story.tags] })
      .where('user_id', '=', id)
      .where(sql<boolean>`stream_tags = '{}'`)
      .execute();
  }
  for (const [username, id] of Object.entries({ viewer, streamer, admin })) {
    if (!id) continue;
    await tx
      .updateTable('profiles')
      .set({ avatar_url: `/demo/portraits/${username}.svg` })
      .where('id', '=', id)
      .where('avatar_url', 'is', null)
      .execute();
  }
  if (streamer)
    await tx
      .updateTable('profiles')
      .set({ bio: DEMO_STREAMER_BIO })
      .where('id', '=', streamer)
      .where('bio', '=', '')
      .execute();
}

async function follow(tx: Writer, accounts: SeededAccounts, now: Date, random: SeededRandom): Promise<void> {
  // Weighted by audience.
  const weighted = accounts.streamers.flatMap(({ id, story }) =>
    Array.from({ length: Math.ceil(story.audience / 40) }, () => id),
  );
  const rows = [...accounts.viewers, ...(accounts.viewer ? [accounts.viewer] : [])].flatMap((follower) => {
    const count = follower === accounts.viewer ? 9 : random.between(3, 10);
    const followed = new Set<UserId>(random.some(weighted, count));
    if (accounts.streamer && random.chance(0.7)) followed.add(accounts.streamer);
    return [...followed].map((streamer) => ({
      follower_id: follower,
      streamer_id: streamer,
      created_at: ago(now, Math.floor(random.next() ** 2 * 180 * DAY_MS) + HOUR_MS),
    }));
  });
  if (rows.length > 0)
    await tx
      .insertInto('follows')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
