/** What the log of an instance shows at its most verbose, where requests have secrets in their addresses. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { IngestAccess } from '@tributary/contracts/channels';
import { issueAccessToken } from '@tributary/contracts/identity';
import { REALTIME_PATH, REALTIME_SUBPROTOCOL, REALTIME_TOKEN_PREFIX } from '@tributary/contracts/realtime';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/instance-process.ts';
import { connectTab } from '../support/realtime-harness.ts';
import { publishWithFfmpeg } from '../support/rtmp/ffmpeg-publisher.ts';

const db = await createTestDatabase();
const password = 'correct horse battery';
/** In addresses that lead nowhere, or whose token is wrong: as secret as a real one with a typing error. */
const MADE_UP = 'madeupmadeupmadeupmadeupmadeupmadeupmadeup0';

async function start() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-log-'));
  const webRoot = join(dataDir, 'web');
  await mkdir(webRoot);
  await writeFile(join(webRoot, 'index.html'), '<!doctype html><title>App</title><div id="root"></div>');
  await writeFile(join(webRoot, 'preloads.json'), '{}');
  const lines: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const rtmpPort = Number(await freePort());
  const config = parseConfig({ DEMO: 'false', DATABASE_URL: db.url }, dataDir);
  const app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort },
    { log: createLog('trace', out), webRoot },
  );
  onTestFinished(async () => {
    await app[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });
  return { lines, url: `http://127.0.0.1:${app.port}`, rtmpPort };
}

it('shows no token, key or cookie of a request, whether it was valid, and names the pattern of its address', async () => {
  const { lines, url, rtmpPort } = await start();
  await createUsers(db).create({ username: 'ann', email: 'ann@example.org', password });
  const ann = new Browser(url);
  const signedIn = await ann.post('/api/auth/sign-in/email', { email: 'ann@example.org', password });
  expect(signedIn.status).toBe(200);
  await ann.post('/api/me/streamer');
  const { streamKey } = json<IngestAccess>(await ann.get('/api/me/stream-key'));
  const { token: overlay } = json<{ token: string }>(await ann.get('/api/me/donation-overlay'));
  const { accessToken } = issueAccessToken.response.parse(json(await ann.post('/api/auth/token')));

  for (const token of [overlay, MADE_UP]) {
    for (const path of [
      ...[`/overlay/alerts/${token}`, `/overlay/goal/${token}/`, `/Overlay/chat/${token}?theme=${token}`],
      ...[`/reset-password?token=${token}`, `/unsubscribe?token=${token}`, `/appeal?token=${token}`],
      ...[`/api/bans/own?token=${token}`, `/api/auth/verify-email?token=${token}`],
      ...[`/no/such/page/${token}`, `/api/no-such-endpoint/${token}`, `/live/${token}/index.m3u8`],
      ...[`/recordings/${token}/index.m3u8`, `/%zz${token}`, `/sandbox/checkouts/${token}`],
    ]) {
      await (await fetch(url + path, { redirect: 'manual' })).arrayBuffer();
    }
    for (const path of [`/api/mail/unsubscribe?token=${token}`, `/api/webhooks/${token}`]) {
      await fetch(url + path, { method: 'POST' });
    }
    const socket = `${url.replace('http', 'ws')}${REALTIME_PATH}`;
    const protocols = [REALTIME_SUBPROTOCOL, `${REALTIME_TOKEN_PREFIX}${accessToken}`];
    const tab = await connectTab(`${socket}?token=${token}`, { origin: url }, true, protocols);
    for (const topic of ['chat-overlay', 'donation-overlay', 'no-such-topic']) {
      tab.subscribe(`${topic}:${token}`);
      await tab.next();
    }
    tab.socket.terminate();
  }
  await fetch(`${url}/api/me`, { headers: { authorization: `Bearer ${accessToken}` } });
  await publishWithFfmpeg({
    address: `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`,
    video: 'h264',
    audio: null,
    frames: 30,
  });
  const wrongKey = `${streamKey.slice(0, -4)}0000`;
  await publishWithFfmpeg({
    address: `rtmp://127.0.0.1:${rtmpPort}/live/${wrongKey}`,
    video: 'h264',
    audio: null,
    frames: 30,
  }).catch(() => undefined);

  await expect.poll(() => lines.join('')).toContain('GET /overlay/goal/$token');
  const log = lines.join('');
  expect(log).toContain('GET /overlay/chat/$token');
  expect(log).toContain('GET (unknown address)');
  const session = ann.cookie('tributary.session_token') ?? expect.fail();
  const secrets = { overlay, MADE_UP, accessToken, streamKey, wrongKey, session, password };
  for (const [name, secret] of Object.entries(secrets)) {
    expect(
      lines.filter((line) => line.includes(secret)),
      name,
    ).toEqual([]);
  }
});
