/** A complete instance with one live stream in its database, in a child process. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { createApp } from '../../apps/server/src/app.ts';
import { parseConfig } from '../../apps/server/src/config/config.ts';
import { loadSecrets } from '../../apps/server/src/config/secrets.ts';
import { runningConnection } from '../../apps/server/src/platform/db/index.ts';
import { createLog } from '../../apps/server/src/platform/log/log.ts';
import { serveParent } from '../lib/proc.ts';
import type { InstanceAddress, ServerOrder } from './messages.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'tributary-bench-'));
// Each socket claims its own address, because limits per address are not measured here.
const settings = { DEMO: 'false', TRUST_PROXY: 'loopback', DATA_DIR: dataDir };
const config = { ...parseConfig(settings, dataDir), host: '127.0.0.1', port: 0, rtmpPort: 0 };

serveParent<ServerOrder, InstanceAddress>(async () => {
  const app = await createApp(config, { log: createLog('warn') });
  process.once('SIGTERM', async () => {
    await app[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
    process.exit();
  });
  return { port: app.port, streamId: await addStream() };
});

async function addStream(): Promise<string> {
  const { database } = await loadSecrets(config);
  const connection = await runningConnection(dataDir, database);
  if (connection === null) throw new Error(`The database in ${dataDir} is not running`);
  const client = new pg.Client(connection);
  await client.connect();
  const [streamer, stream] = [uuidv7(), uuidv7()];
  await client.query(
    "insert into profiles (id, username, email, display_name) values ($1, 'coral', 'coral@example.org', 'Coral')",
    [streamer],
  );
  await client.query(
    "insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at) values ($1, $2, 'A show', 'Music', 'a-show', 'live', now(), now())",
    [stream, streamer],
  );
  await client.end();
  return stream;
}
