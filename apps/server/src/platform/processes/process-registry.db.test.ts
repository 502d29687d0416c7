/** A process that watches over the leases of others. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { freePort } from '../../../test/support/instance-process.ts';
import { createLog } from '../log/log.ts';
import { joinProcesses } from './process-registry.ts';
import { renewLease } from './processes.repo.ts';
import { processId } from './processes.tables.ts';

const db = await createTestDatabase();

async function joinInstance() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-registry-'));
  const options = { db, log: createLog('silent'), dataDir, url: 'http://127.0.0.1', isShared: true };
  const processes = await joinProcesses(options);
  onTestFinished(async () => {
    await processes.close();
    await rm(dataDir, { recursive: true, force: true });
  });
  return processes;
}

/** A process that holds a lease, and renewed it last some seconds ago. */
async function addProcess(url: string, secondsAgo: number) {
  const id = processId.parse(uuidv7());
  await db.transact((tx) => renewLease(tx, id, url));
  await db.pool.query(
    'update processes set lease_expires_at = lease_expires_at - make_interval(secs => $2) where id = $1',
    [id, secondsAgo],
  );
  return id;
}

async function startListener(): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(503).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
}

it('ends the lease of a silent process that does not answer, and of no process that answers or renews its lease', async () => {
  const processes = await joinInstance();
  const nowhere = `http://127.0.0.1:${await freePort()}`;
  const gone = await addProcess(nowhere, 3);
  const answering = await addProcess(await startListener(), 3);
  const renewing = await addProcess(nowhere, 0);
  expect(await processes.endIfDead(gone)).toBe(true);
  expect(await processes.endIfDead(answering)).toBe(false);
  expect(await processes.endIfDead(renewing)).toBe(false);
  expect((await processes.alive()).sort()).toEqual([processes.id, answering, renewing].sort());
});
