/** People: those who watch, whom they follow, and what streamers show of themselves. */
import type { UserId } from '@tributary/contracts';
import { userId } from '@tributary/contracts';
import { sql } from 'kysely';
import type { Writer } from '#platform/db/database.ts';
import { addressOf, type Cast, findCast } from './cast.ts';
import { type Dice, throwDice } from './dice.ts';
import { ago, DAY, HOUR, idAt } from './times.ts';
import { VIEWERS } from './viewers.ts';

const BIO_OF_THE_SIGN_IN =
  'I mend things that were going to be thrown away, slowly and in public. This is the demo’s own channel: sign in as its streamer and it is yours to try.';

/** @returns how many were made; 0: all of them were there */
export async function seedUsers(tx: Writer, now: Date): Promise<number> {
  const dice = throwDice(61);
  const rows = VIEWERS.map(({ username, displayName, bio }) => {
    const at = ago(now, dice.between(40, 400) * DAY + dice.between(0, 23) * HOUR);
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
  // Without a way to sign in: nobody knows a password that they do not have.
  const made = await tx
    .insertInto('profiles')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (made.length === 0) return 0;
  const cast = await findCast(tx);
  await age(tx, cast, now);
  await showStreamers(tx, cast);
  await follow(tx, cast, now, dice);
  return made.length;
}

/** Channels are older than what they have shown; accounts to try are as old as the instance would be. */
async function age(tx: Writer, { streamers, viewer, admin }: Cast, now: Date): Promise<void> {
  const dice = throwDice(67);
  for (const id of [...streamers.map((streamer) => streamer.id), viewer, admin]) {
    if (!id) continue;
    const at = ago(now, dice.between(120, 420) * DAY + dice.between(0, 23) * HOUR);
    await tx.updateTable('profiles').set({ created_at: at }).where('id', '=', id).execute();
  }
}

async function showStreamers(tx: Writer, { streamers, viewer, streamer, admin }: Cast): Promise<void> {
  const pages = streamers.map(({ id, story: { links, scene } }) => ({
    user_id: id,
    links: JSON.stringify(links),
    banner_url: `/demo/pictures/${scene}-banner.webp`,
  }));
  // What somebody has edited stays as it is.
  if (pages.length > 0)
    await tx
      .insertInto('profile_pages')
      .values(pages)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  for (const { id, story } of streamers) {
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
      .set({ bio: BIO_OF_THE_SIGN_IN })
      .where('id', '=', streamer)
      .where('bio', '=', '')
      .execute();
}

async function follow(tx: Writer, cast: Cast, now: Date, dice: Dice): Promise<void> {
  // A channel with twice the audience is in the urn twice as often.
  const urn = cast.streamers.flatMap(({ id, story }) =>
    Array.from({ length: Math.ceil(story.audience / 40) }, () => id),
  );
  const rows = [...cast.viewers, ...(cast.viewer ? [cast.viewer] : [])].flatMap((follower) => {
    const count = follower === cast.viewer ? 9 : dice.between(3, 10);
    const followed = new Set<UserId>(dice.some(urn, count));
    if (cast.streamer && dice.chance(0.7)) followed.add(cast.streamer);
    return [...followed].map((streamer) => ({
      follower_id: follower,
      streamer_id: streamer,
      created_at: ago(now, Math.floor(dice.next() ** 2 * 180 * DAY) + HOUR),
    }));
  });
  if (rows.length > 0)
    await tx
      .insertInto('follows')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
