/** The dump of a small instance, which CI migrates to the schema of each later version. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PEOPLE } from '@tributary/demo-content/people';
import { recordPast } from '../../apps/server/src/demo/recordings/recorded-past.ts';
import { createSeeding } from '../../apps/server/src/demo/seed/seeding.ts';
import { seedSignIns } from '../../apps/server/src/demo/sign-ins.ts';
import { seedStreamer } from '../../apps/server/src/demo/streamers.ts';
import { createChannelsService } from '../../apps/server/src/features/channels/index.ts';
import { createUsers } from '../../apps/server/src/features/identity/index.ts';
import {
  migrate,
  openDatabase,
  readMigrations,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/db/index.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { loopingClip } from '../../apps/server/test/support/packager/looping-clip.ts';
import { createPastRecordingsFixture } from '../../apps/server/test/support/past-recordings-fixture.ts';
import { writeDump } from '../../apps/server/test/support/releases/release-dump.ts';

/** Secrets of this database only, which the test of upgrades needs as well. */
const SECRETS = {
  AUTH_SECRET: 'the sample database signs its sessions',
  STREAM_KEY_SECRET: 'the sample database keeps stream keys',
  PASSWORD: 'a password of the sample database',
};

/** The only streamer of the demo with recordings in the dump, so that it stays small. */
const STREAMER = 'stillwater';

/** @returns the dump of a database with the accounts, streams, payments and recordings of the demo */
export async function makeSampleDump(version: string): Promise<string> {
  await using undo = new AsyncDisposableStack();
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-release-'));
  undo.defer(() => rm(dataDir, { recursive: true, force: true }));
  const log = createLog('silent');
  const server = await startEmbeddedPostgres({ dataDir, password: 'only-for-this-dump', log });
  undo.defer(() => server.stop());
  await migrate(server.connection, await readMigrations());
  const db = openDatabase(server.connection, log);
  undo.defer(() => db.close());

  const users = createUsers(db);
  const channels = createChannelsService({
    db,
    users,
    rtmpUrl: 'rtmp://127.0.0.1/live',
    streamKeySecret: SECRETS.STREAM_KEY_SECRET,
  });
  const file = join(dataDir, 'sign-ins.json');
  const { PASSWORD: password } = SECRETS;
  await writeFile(file, JSON.stringify({ viewer: password, streamer: password, admin: password }));
  await seedSignIns({ file, db, users, channels });
  const failures: string[] = [];
  const quiet = { info() {}, warn: (_fields: object, message: string) => void failures.push(message) };
  const seeding = createSeeding({
    db,
    log: quiet,
    async ensurePeople() {
      for (const person of PEOPLE)
        if (person.username === STREAMER) await seedStreamer(person, { users, channels });
    },
  });
  await seeding.users();
  await seeding.streams();
  await seeding.adminData();
  const { add, edit } = await createPastRecordingsFixture({ ...db, url: '' });
  await recordPast(
    {
      db,
      log: quiet,
      storageDisk: null,
      recordings: { add, edit },
      clips: { create: async () => undefined },
      clipOf: (scene) => (scene === 'reef' ? loopingClip() : undefined),
    },
    new AbortController().signal,
  );
  if (failures.length > 0) throw new Error(`The database for the dump has failed: ${failures.join(', ')}`);
  const streamer = await users.findByUsername(STREAMER);
  if (streamer === null) throw new Error(`The demo has no streamer ${STREAMER}.`);
  await users.resetPassword(streamer.id, password);
  // An instance that is no demo disables the accounts in this table when it starts.
  await db.pool.query('delete from demo_accounts');
  await db.pool.query('drop table test_jobs');
  return await writeDump(db.pool, { version, secrets: SECRETS });
}
