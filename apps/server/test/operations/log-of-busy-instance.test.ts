/** Everything that a busy instance prints, from its start to its end, searched for each secret that was used with it. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestAccess } from '@tributary/contracts/channels';
import { openPlayback, type StreamDetail } from '@tributary/contracts/live';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createUsers } from '../../src/features/identity/index.ts';
import { setRegularGate } from '../../src/features/live/index.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort, startInstance } from '../support/instance-process.ts';
import { hashPasswordsAtRealCost } from '../support/password-cost.ts';
import { publishWithFfmpeg } from '../support/rtmp/ffmpeg-publisher.ts';

hashPasswordsAtRealCost();

const SOON = { timeout: 20_000 };
const secretsFile = z.record(z.string(), z.string());
const mail = z.looseObject({ to: z.string(), text: z.string() });
const line = z.looseObject({
  level: z.number(),
  msg: z.string(),
  reqId: z.string().optional(),
  streamId: z.string().optional(),
});

async function start() {
  const db = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-busy-'));
  const given = {
    METRICS_TOKEN: 'metricsmetricsmetrics0',
    WEBRTC_TURN_SECRET: 'turnturnturnturn0',
    AUTH_SECRET: 'authauthauthauthauthauthauthauth0',
  };
  const rtmpPort = await freePort();
  const instance = await startInstance({
    ...given,
    DATA_DIR: dataDir,
    DATABASE_URL: db.url,
    PORT: await freePort(),
    RTMP_PORT: rtmpPort,
    WEBRTC_PORT: await freePort(),
    LOG_LEVEL: 'trace',
    LOG_FORMAT: 'json',
    ALLOW_SANDBOX_PAYMENTS: 'true',
    TRANSCODING: 'off',
    GRACE_SECONDS: '300',
  });
  onTestFinished(async () => {
    instance.process.kill('SIGKILL');
    await instance.ended;
    await rm(dataDir, { recursive: true, force: true });
  });

  async function mailTo(address: string): Promise<string> {
    const folder = join(dataDir, 'outbox');
    for (const file of await readdir(folder).catch(() => [])) {
      if (!file.endsWith('.json')) continue;
      const { to, text } = mail.parse(JSON.parse(await readFile(join(folder, file), 'utf8')));
      if (to === address) return text;
    }
    expect.fail(`No mail to ${address}`);
  }
  return { db, instance, given, dataDir, mailTo, rtmpPort };
}

it('prints no secret that was used with it, and names the request or the stream that a line is about', async () => {
  const { db, instance, given, dataDir, mailTo, rtmpPort } = await start();
  const { url } = instance;
  const secrets: Record<string, string> = {
    ...given,
    ...secretsFile.parse(JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8'))),
    password: 'correct horse battery',
    wrongPassword: 'wrong horse battery',
  };

  // A sign-up whose address is confirmed by the link in the mail, and sign-ins with right and wrong passwords.
  const ada = new Browser(url);
  const email = 'ada@example.org';
  const signUp = { username: 'ada', email, password: secrets.password, name: '' };
  expect((await ada.post('/api/auth/sign-up/email', signUp)).status).toBe(200);
  const text = await vi.waitFor(() => mailTo(email), SOON);
  const link = new URL(/http\S+/.exec(text)?.[0] ?? expect.fail(text));
  secrets.confirmation = link.searchParams.get('token') ?? expect.fail(link.href);
  await ada.get(link.pathname + link.search);
  const wrong = await ada.post('/api/auth/sign-in/email', { email, password: secrets.wrongPassword });
  expect(wrong.status).toBe(401);
  const right = await ada.post('/api/auth/sign-in/email', { email, password: secrets.password });
  expect(right.status).toBe(200);
  secrets.session = ada.cookie('tributary.session_token') ?? expect.fail(right.text);

  // A gated stream, its stream key, and the grant with which its creator watches it.
  await ada.post('/api/me/streamer');
  const profile = await createUsers(db).findByUsername('ada');
  const adaId: UserId = profile?.id ?? expect.fail('Ada has no account');
  await db.transact((tx) => setRegularGate(tx, adaId, { kind: 'event', id: uuidv7() }));
  const { streamKey } = json<IngestAccess>(await ada.get('/api/me/stream-key'));
  secrets.streamKey = streamKey;
  secrets.wrongStreamKey = `${streamKey.slice(0, -4)}0000`;
  for (const key of [secrets.wrongStreamKey, streamKey]) {
    const address = `rtmp://127.0.0.1:${rtmpPort}/live/${key}`;
    await publishWithFfmpeg({ address, video: 'h264', audio: null, frames: 150 }).catch(() => undefined);
  }
  const stream = await vi.waitFor(async () => {
    const detail = json<StreamDetail>(await ada.get('/api/streamers/ada/streams/live'));
    return detail.stream ?? expect.fail('Ada is not live');
  }, SOON);
  const opened = await ada.post(openPlayback.path.replace(':id', stream.id));
  expect(opened.status).toBe(200);
  secrets.grant = ada.cookie('tributary_playback') ?? expect.fail(opened.text);
  expect((await ada.get(`/live/${stream.id}/index.m3u8`)).status).toBe(200);
  expect((await new Browser(url).get(`/live/${stream.id}/index.m3u8`)).status).toBe(403);

  // A donation of a guest in the sandbox, and webhooks and scrapes with and without their secrets.
  const guest = new Browser(url);
  const body = { purpose: 'donation', method: 'stripe', streamerId: adaId, amount: 500 };
  secrets.idempotencyKey = crypto.randomUUID();
  const answer = await guest.post('/api/checkouts', { ...body, idempotencyKey: secrets.idempotencyKey });
  expect(answer.status, answer.text).toBe(200);
  const { id, redirectUrl } = json<{ id: string; redirectUrl: string }>(answer);
  secrets.checkoutAddress = redirectUrl;
  expect((await guest.form(redirectUrl, { action: 'approve' })).status).toBe(303);
  await expect
    .poll(async () => (await guest.get(`/api/checkouts/${id}`)).text, SOON)
    .toContain('"status":"paid"');
  for (const token of [secrets.METRICS_TOKEN, secrets.wrongPassword]) {
    await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${token}` } })).text();
  }

  instance.process.kill('SIGTERM');
  await instance.ended;
  const printed = instance.output();
  const found = Object.entries(secrets).filter(([, secret]) => printed.includes(secret));
  expect(found).toEqual([]);

  const lines = printed
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => line.parse(JSON.parse(text)));
  const refused = lines.filter(({ reqId }) => reqId === wrong.headers.get('x-request-id'));
  expect(refused.length).toBeGreaterThan(0);
  const ofStream = lines.filter(({ streamId }) => streamId === stream.id).map(({ msg }) => msg);
  expect(ofStream).toEqual(expect.arrayContaining(['A stream started', 'A stream was interrupted']));
  // Failures that this test caused on purpose are not reported as the instance's own.
  expect(lines.filter(({ level }) => level >= 50)).toEqual([]);
});
