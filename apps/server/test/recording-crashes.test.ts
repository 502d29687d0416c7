/** A server process that is killed while it records: everything but the unfinished segments is in the recording. */
import { execFile } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getFeatured, type StreamDetail } from '@tributary/contracts';
import { afterAll, expect, it, vi } from 'vitest';
import { createStreamer } from './support/admin-command.ts';
import { Browser, json } from './support/browser.ts';
import { createTestDatabase } from './support/database.ts';
import { freePort, type RunningInstance, startInstance } from './support/instance-process.ts';
import { readRecording } from './support/recording-reader.ts';
import { type FfmpegReport, publishWithFfmpeg } from './support/rtmp/ffmpeg-publisher.ts';

const SOON = { timeout: 120_000 };

/** How often the process is killed; 20 in nightly runs. */
const KILLS = Number(process.env.RECORDING_KILLS ?? 2);

const FRAMES_PER_SEGMENT = 2 * 25;

const db = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-crashes-'));
const settings = {
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
  DATA_DIR: dataDir,
  PORT: await freePort(),
  RTMP_PORT: await freePort(),
  DATABASE_URL: db.url,
  GRACE_SECONDS: '120',
};
const origin = `http://127.0.0.1:${settings.PORT}`;
let instance: RunningInstance = await startInstance(settings);
afterAll(async () => {
  instance.process.kill('SIGTERM');
  await instance.ended;
  await rm(dataDir, { recursive: true, force: true });
});

/** How many segment files of video there are. */
async function segmentCount(): Promise<number> {
  const found = await promisify(execFile)('find', [dataDir, '-path', '*/video/*', '-name', '*.m4s']);
  return found.stdout.split('\n').length - 1;
}

it(`keeps every finished segment of a process that is killed ${KILLS} times, in one recording`, async () => {
  const { email, password, streamKey } = await createStreamer(settings, 'ada');
  const address = `rtmp://127.0.0.1:${settings.RTMP_PORT}/live/${streamKey}`;
  const publish = () => publishWithFfmpeg({ address, video: 'h264', audio: 'aac', frames: 500 });

  const reports: FfmpegReport[] = [];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await segmentCount();
    const publishing = publish();
    const enough = before + randomInt(1, 8);
    await vi.waitFor(async () => expect(await segmentCount()).toBeGreaterThanOrEqual(enough), {
      ...SOON,
      interval: 20,
    });
    instance.process.kill('SIGKILL');
    await instance.ended;
    reports.push(await publishing);
    instance = await startInstance(settings);
  }
  reports.push(await publish());

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
}, 600_000);
