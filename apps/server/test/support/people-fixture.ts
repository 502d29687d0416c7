/** People, channels and streams as rows, for tests of features that only read them. */
import { type StreamId, streamId, type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect } from 'vitest';
import type { TestDatabase } from './database.ts';

export function createPeopleFixture(db: TestDatabase) {
  /** Creates `count` accounts. */
  async function people(count: number): Promise<UserId[]> {
    const ids = Array.from({ length: count }, () => userId.parse(uuidv7()));
    await db.pool.query(
      `insert into profiles (id, username, email, display_name)
       select id, 'p' || right(replace(id::text, '-', ''), 20), id || '@example.org', 'Somebody' from unnest($1::uuid[]) as id`,
      [ids],
    );
    return ids;
  }

  /** Creates `count` accounts with channels. */
  async function streamers(count: number): Promise<UserId[]> {
    const ids = await people(count);
    await db.pool.query(
      'insert into streamer_data (user_id, stream_key, stream_key_hash) select id, id, sha256(id::text::bytea) from unnest($1::uuid[]) as id',
      [ids],
    );
    return ids;
  }

  async function stream(by: UserId, status: 'live' | 'ended' = 'live'): Promise<StreamId> {
    const id = streamId.parse(uuidv7());
    await db.pool.query(
      `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
       values ($1, $2, 'A show', 'Music', $3, $4, now(), now(), $5)`,
      [id, by, `show-${id}`, status, status === 'ended' ? new Date() : null],
    );
    return id;
  }

  return {
    people,
    streamers,
    stream,
    person: async (): Promise<UserId> => (await people(1))[0] ?? expect.fail(),
    streamer: async (): Promise<UserId> => (await streamers(1))[0] ?? expect.fail(),
  };
}
