/** The health of an instance of two processes on one database, as admins see it. */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getInstanceHealth } from '@tributary/contracts/admin';
import { afterAll, expect, it } from 'vitest';
import { startPublisher } from '../../../../e2e/lib/publisher.ts';
import { adminCommand, createStreamer } from '../support/admin-command.ts';
import { Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort, startInstance } from '../support/instance-process.ts';
import { hashPasswordsAtRealCost } from '../support/password-cost.ts';

hashPasswordsAtRealCost();

/** Three reports, after which a process counts as silent. Requests are limited, so that it is not asked all the time. */
const SILENT = { timeout: 25_000, interval: 500 };

const db = await createTestDatabase();
const secrets = {
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
};

async function startProcess(transcoding: string) {
  const settings = {
    ...secrets,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'tributary-health-')),
    PORT: await freePort(),
    RTMP_PORT: await freePort(),
    DATABASE_URL: db.url,
    TRANSCODING: transcoding,
    MAX_VIEWERS: '50',
  };
  return { ...(await startInstance(settings)), settings };
}

const [first, second] = await Promise.all([startProcess('1.5'), startProcess('off')]);
afterAll(async () => {
  for (const { process, ended, settings } of [first, second]) {
    process.kill('SIGTERM');
    await ended;
    await rm(settings.DATA_DIR, { recursive: true, force: true });
  }
});

const ada = await createStreamer(first.settings, 'ada');
await adminCommand(first.settings, 'grant-role', '--username', 'ada', '--role', 'admin');

async function adminOn({ url }: typeof first): Promise<Browser> {
  const browser = new Browser(url);
  const { email, password } = ada;
  expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
  return browser;
}

async function healthOf(admin: Browser) {
  const { text } = await admin.get(getInstanceHealth.path);
  return getInstanceHealth.response.parse(JSON.parse(text));
}

it('shows both processes in each, with their limits, and streams without renditions with the reason', async () => {
  const publisher = await startPublisher({
    url: `rtmp://127.0.0.1:${first.settings.RTMP_PORT}/live`,
    key: ada.streamKey,
    fps: 10,
    bitrateKbps: 200,
  });
  for (const asked of [first, second]) {
    const admin = await adminOn(asked);
    // Processes report every five seconds, the one that serves the stream before or after it began.
    const reported = async () => {
      const { streams, processes } = await healthOf(admin);
      const publishers = processes.map(({ report }) => report?.publishers.used).toSorted();
      return { publishers, reasons: streams.map(({ reason }) => reason?.kind) };
    };
    await expect.poll(reported, SILENT).toEqual({ publishers: [0, 1], reasons: ['no_viewer'] });
    const health = await healthOf(admin);
    expect(health.processes.map(({ isThis, isReporting }) => [isThis, isReporting])).toEqual([
      [true, true],
      [false, true],
    ]);
    const settings = health.processes.map(({ report }) => report?.transcoding.setting);
    expect(settings).toEqual(asked === first ? [1.5, 'off'] : ['off', 1.5]);
    const serving = health.processes.find(({ report }) => report?.publishers.used === 1);
    expect(serving?.report).toMatchObject({
      ingestConnections: { used: 1, limit: 1000 },
      viewers: { used: 0, limit: 50 },
      transcoding: { cores: { used: 0, limit: 1.5 } },
    });
    expect(serving?.report?.network.inBitsPerSecond).toBeGreaterThan(0);
    expect(health.streams).toMatchObject([
      { streamer: 'ada', made: [], reason: { kind: 'no_viewer' }, process: serving?.id },
    ]);
    expect(health.database).toMatchObject({ isEmbedded: false, waitingMigrations: 0 });
    expect(health.processes[0]?.report?.migration).toBe(health.database.migration);
  }
  publisher.kill();
});

it('says which process has stopped reporting, with its last figures', {
  timeout: SILENT.timeout,
}, async () => {
  const admin = await adminOn(first);
  second.process.kill('SIGKILL');
  await second.ended;
  const other = async () => (await healthOf(admin)).processes[1];
  await expect
    .poll(other, SILENT)
    .toMatchObject({ isReporting: false, report: { migration: expect.any(Number) } });
  expect((await other())?.silentSeconds).toBeGreaterThan(15);
});

it('refuses everybody but admins', async () => {
  expect((await new Browser(first.url).get(getInstanceHealth.path)).status).toBe(401);
});
