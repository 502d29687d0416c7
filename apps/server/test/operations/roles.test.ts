/** A process for viewers and one for jobs, on one database. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { streamId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished } from 'vitest';
import {
  deleteRecordingFiles,
  makeRecordingStoryboard,
} from '../../src/features/recordings/recordings.jobs.ts';
import { openEvents } from '../../src/platform/events/index.ts';
import { createJobs } from '../../src/platform/jobs/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort, startInstance } from '../support/instance-process.ts';

const db = await createTestDatabase();
const secrets = {
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
};

async function startProcess(role: string) {
  const settings = {
    ...secrets,
    ROLE: role,
    DATA_DIR: await mkdtemp(join(tmpdir(), `tributary-${role}-`)),
    PORT: await freePort(),
    RTMP_PORT: await freePort(),
    DATABASE_URL: db.url,
  };
  const instance = await startInstance(settings);
  onTestFinished(async () => {
    instance.process.kill('SIGTERM');
    await instance.ended;
    await rm(settings.DATA_DIR, { recursive: true, force: true });
  });
  return { ...instance, settings };
}

const stateOf = async (job: string) =>
  (await db.pool.query<{ state: string }>('select state from jobs.job where name = $1', [job])).rows[0]
    ?.state;

async function acceptsEncoders(port: string): Promise<boolean> {
  const socket = net.connect(Number(port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

it('leaves jobs that keep cores busy to a worker, which takes no encoder', async () => {
  const web = await startProcess('web');
  const log = createLog('silent');
  const events = await openEvents(db.pool, log);
  const jobs = createJobs({ db, events, log, takesHeavy: false });
  jobs.work(makeRecordingStoryboard, () => expect.fail('a heavy job'), { isHeavy: true });
  await jobs.start();
  onTestFinished(async () => {
    await jobs.close();
    await events.close();
  });
  await db.transact(async (tx) => {
    await jobs.send(tx, makeRecordingStoryboard, { streamId: streamId.parse(uuidv7()) });
    await jobs.send(tx, deleteRecordingFiles, { streamId: streamId.parse(uuidv7()) });
  });
  await expect.poll(() => stateOf(deleteRecordingFiles.name), { timeout: 20_000 }).toBe('completed');
  expect(await stateOf(makeRecordingStoryboard.name)).toBe('created');

  const worker = await startProcess('worker');
  await expect.poll(() => stateOf(makeRecordingStoryboard.name), { timeout: 20_000 }).toBe('completed');
  expect(await acceptsEncoders(web.settings.RTMP_PORT)).toBe(true);
  expect(await acceptsEncoders(worker.settings.RTMP_PORT)).toBe(false);
  expect((await fetch(`${worker.url}/healthz`)).status).toBe(200);
});
