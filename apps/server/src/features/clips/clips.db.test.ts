import { type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { findFollowed } from './clips.repo.ts';

const db = await createTestDatabase();
const run = (statement: string, ...values: unknown[]) => db.pool.query(statement, values);

async function channel(username: string): Promise<UserId> {
  const id = userId.parse(uuidv7());
  await run(
    'insert into profiles (id, username, email, display_name) values ($1, $2, $3, $2)',
    ...[id, username, `${username}@example.org`],
  );
  await run(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) values ($1, $2::text, sha256($2::text::bytea))',
    ...[id, username],
  );
  return id;
}

async function clipOf(
  streamer: UserId,
  minutesAgo: number,
  visibility: string | null = null,
): Promise<string> {
  const [stream, clip] = [uuidv7(), uuidv7()];
  await run(
    `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
     values ($1, $2, 'A show', 'Music', $3, 'ended', now(), now(), now())`,
    ...[stream, streamer, `show-${stream}`],
  );
  if (visibility !== null) {
    await run(
      "insert into recordings (stream_id, streamer_id, state, visibility, duration_ms) values ($1, $2, 'ready', $3, 61000)",
      ...[stream, streamer, visibility],
    );
  }
  await run(
    `insert into clips (id, stream_id, streamer_id, creator_id, title, offset_ms, duration_ms, byte_length, shows,
       has_thumbnail, created_at)
     values ($1, $2, $3, $3, 'A clip', 0, 5000, 1, '[]', false, now() - $4 * interval '1 minute')`,
    ...[clip, stream, streamer, minutesAgo],
  );
  return clip;
}

it('lists the clips of followed channels newest first, without those of private recordings', async () => {
  const viewer = await channel('vera');
  const followed = await channel('reef');
  const other = await channel('ada');
  await run('insert into follows (follower_id, streamer_id) values ($1, $2)', viewer, followed);
  const older = await clipOf(followed, 9);
  const newer = await clipOf(followed, 2);
  await clipOf(followed, 1, 'private');
  await clipOf(other, 1);
  const found = await db.read((reader) => findFollowed(reader, viewer));
  expect(found.map(({ id }) => id)).toEqual([newer, older]);
  expect(await db.read((reader) => findFollowed(reader, followed))).toEqual([]);
});
