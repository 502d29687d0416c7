/** A server process that is killed while it records: everything but the unfinished segments is in the recording. */
import { randomBytes, randomInt } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getFeatured, type StreamDetail } from '@tributary/contracts/live';
import { afterAll, expect, it, onTestFailed, vi } from 'vitest';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { createStreamer } from '../support/admin-command.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort, type RunningInstance, startInstance } from '../support/instance-process.ts';
import { hashPasswordsAtRealCost } from '../support/password-cost.ts';
import { readRecording } from '../support/recording-reader.ts';
import { type FfmpegReport, publishWithFfmpeg } from '../support/rtmp/ffmpeg-publisher.ts';

hashPasswordsAtRealCost();

const SOON = { timeout: 120_000 };

/** How often the process is killed; 20 in nightly runs. */
const KILLS = Number(process.env.RECORDING_KILLS ?? 2);

vi.setConfig({ testTimeout: 300_000 + KILLS * 60_000 });

const FRAMES_PER_SEGMENT = 2 * 25;

const db = await createTestDatabase();
const folder = await mkdtemp(join(tmpdir(), 'tributary-crashes-'));
const storage = join(folder, 'storage');
const shared = {
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
  DATABASE_URL: db.url,
  GRACE_SECONDS: '120',
  LOG_LEVEL: 'info',
};

/** Processes that share the database and the files. */
async function prepareProcess(name: string) {
  const dataDir = join(folder, name);
  await mkdir(storage, { recursive: true });
  await mkdir(dataDir);
  await symlink(storage, join(dataDir, 'storage'));
  return { ...shared, DATA_DIR: dataDir, PORT: await freePort(), RTMP_PORT: await freePort() };
}
const settings = [await prepareProcess('first'), await prepareProcess('second')] as const;
const instances: RunningInstance[] = await Promise.all(settings.map((one) => startInstance(one)));
/** Printed where the test fails. */
const logs: (() => string)[] = instances.map(({ output }) => output);
afterAll(async () => {
  for (const { process, ended } of instances) {
    process.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

/** Starts those again that were killed. */
async function restart(): Promise<void> {
  for (const [index, one] of settings.entries())
    if (instances[index]?.process.signalCode) {
      const instance = await startInstance(one);
      instances[index] = instance;
      logs.push(instance.output);
    }
}

/** The lease of a killed process runs out. */
const endLease = (port: string) =>
  db.pool.query("update processes set lease_expires_at = now() where url like '%:' || $1", [port]);

const stored = createDiskStorage(storage);

/** How many segments of video there are. */
async function segmentCount(): Promise<number> {
  let [count, cursor]: [number, string | null] = [0, null];
  do {
    const page = await stored.list('recordings/', cursor);
    count += page.objects.filter(({ key }) => /\/video-[^/]*\.m4s$/.test(key)).length;
    ({ cursor } = page);
  } while (cursor !== null);
  return count;
}

it(`keeps every finished segment of processes that are killed ${KILLS} times in one recording, which they continue after a restart or take over`, async () => {
  onTestFailed(() => void process.stderr.write(logs.map((log) => log()).join('\n\n')));
  const { email, password, streamKey } = await createStreamer(settings[0], 'ada');
  /** The process that the encoder publishes to. */
  let current: 0 | 1 = 0;
  const publish = async () => {
    const port = settings[current].RTMP_PORT;
    const address = `rtmp://127.0.0.1:${port}/live/${streamKey}`;
    const report = await publishWithFfmpeg({ address, video: 'h264', audio: 'aac', frames: 500 });
    logs.push(() => `Sent ${report.packets.length} packets to port ${port}. ${report.error}`);
    return report;
  };

  const reports: FfmpegReport[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await segmentCount();
    const publishing = publish();
    const enough = before + randomInt(1, 8);
    await vi.waitFor(async () => expect(await segmentCount()).toBeGreaterThanOrEqual(enough), {
      ...SOON,
      interval: 20,
    });
    const { process, ended } = instances[current] ?? expect.fail();
    process.kill('SIGKILL');
    await ended;
    reports.push(await publishing);
    if (kill % 2 === 0) await restart();
    else {
      await endLease(settings[current].PORT);
      current = current === 0 ? 1 : 0;
    }
  }
  reports.push(await publish());
  expect(reports.at(-1)?.error).toBe('');
  const origin = `http://127.0.0.1:${settings[current].PORT}`;

  const browser = new Browser(origin);
  await browser.post('/api/auth/sign-in/email', { email, password });
  const { streams } = getFeatured.response.parse(json(await browser.get(getFeatured.path)));
  const id = streams[0]?.id ?? expect.fail('no stream');
  await browser.post('/api/me/stream/stop');
  await vi.waitFor(async () => {
    const detail = json<StreamDetail>(await browser.get(`/api/streams/${id}`));
    expect(detail.stream?.recording?.durationMs).toBeGreaterThan(0);
  }, SOON);

  const { frames, discontinuities } = await readRecording(origin, id, 'video');
  expect(discontinuities).toBe(KILLS);
  let at = 0;
  for (const [index, { packets }] of reports.entries()) {
    const sent = packets.filter(({ kind }) => kind === 'video').map(({ digest }) => digest);
    // What was recorded of it: a beginning of what was sent, in whole segments.
    let kept = 0;
    while (kept < sent.length && sent[kept] === frames[at + kept]) kept += 1;
    at += kept;
    if (index === KILLS) expect(kept).toBe(sent.length);
    else expect(kept).toBeGreaterThanOrEqual(FRAMES_PER_SEGMENT);
  }
  expect(at).toBe(frames.length);
});
