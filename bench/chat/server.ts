/** A complete instance with a live stream, people who write in its chat, and a past stream with a very long chat. */
import { v7 as uuidv7 } from 'uuid';
import { type BenchInstance, openInstance } from '../lib/instance.ts';
import { serveParent } from '../lib/proc.ts';
import type { Room, ServerOrder } from './messages.ts';

let instance: BenchInstance | null = null;
process.once('SIGTERM', async () => {
  await instance?.[Symbol.asyncDispose]();
  process.exit();
});

serveParent(async ({ dataDir, speakers, archived }: ServerOrder): Promise<Room> => {
  instance = await openInstance(dataDir);
  const { pool, port } = instance;
  const [streamer, streamId, archiveId] = [uuidv7(), uuidv7(), uuidv7()];
  await pool.query(
    `insert into profiles (id, username, email, email_verified, display_name)
     values ($1, 'coral', 'coral@example.org', true, 'Coral')`,
    [streamer],
  );
  await pool.query(
    `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
     values ($1, $3, 'A show', 'Music', 'a-show', 'live', now(), now(), null),
       ($2, $3, 'A past show', 'Music', 'a-past-show', 'ended', now(), now(), now())`,
    [streamId, archiveId, streamer],
  );
  await pool.query(
    `insert into profiles (id, username, email, email_verified, display_name)
     select gen_random_uuid(), 'fan-' || n, 'fan-' || n || '@example.org', true, 'Fan ' || n
     from generate_series(1, $1::int) n`,
    [speakers],
  );
  await pool.query('insert into chat_rooms (stream_id, last_number) values ($1, $2)', [archiveId, archived]);
  await pool.query(
    `insert into chat_messages (stream_id, number, author_id, client_id, text)
     select $1, n, (array(select id from profiles where username like 'fan-%'))[1 + n % $3::int],
       gen_random_uuid(), 'Message ' || n || repeat(' words', 8)
     from generate_series(1, $2::int) n`,
    [archiveId, archived, speakers],
  );
  await pool.query('vacuum analyze');
  // The checkpoint must not run while pages are read.
  await pool.query('checkpoint');
  const { rows } = await pool.query<{ id: string }>("select id from profiles where username like 'fan-%'");
  return { port, streamId, archiveId, cookies: await instance.signIn(rows.map(({ id }) => id)) };
});
