/** Gated streams in the composed app: who gets their media, for how long, and what everybody sees of them. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gate, IngestAccess } from '@tributary/contracts/channels';
import { signOutEverywhere } from '@tributary/contracts/identity';
import { type FeaturedStream, openPlayback, playback, type StreamDetail } from '@tributary/contracts/live';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { type AppOptions, createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { accessRevoked, setRegularGate, setStreamGate } from '../../src/features/live/index.ts';
import type { Writer } from '../../src/platform/db/database.ts';
import { MINUTE_MS } from '../../src/platform/durations.ts';
import { publish } from '../../src/platform/events/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { problem } from '../support/account-fixture.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/instance-process.ts';
import { mediaPaths } from '../support/media-paths.ts';
import { connectTab } from '../support/realtime-harness.ts';
import { publishWithFfmpeg } from '../support/rtmp/ffmpeg-publisher.ts';

const SOON = { timeout: 20_000 };
const password = 'correct horse battery';
const gate: Gate = { kind: 'event', id: uuidv7() };

let nowMs = 1_800_000_000_000;
/** Who has a ticket for the event. */
const holders = new Set<UserId>();

const db = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-gated-'));
const rtmpPort = Number(await freePort());
const env = {
  DEMO: 'false',
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  STREAM_KEY_SECRET: randomBytes(32).toString('base64url'),
  DATABASE_URL: db.url,
  TRUST_PROXY: '127.0.0.1',
  GRACE_SECONDS: '300',
  HOST: '127.0.0.1',
  WEBRTC_PORT: await freePort(),
};
const config = parseConfig(env, dataDir);
/** The host that addresses with grants name; requests of this test go to the instance itself. */
const MEDIA_URL = 'http://media.localhost:8080';
const appOptions: AppOptions = {
  log: createLog('silent'),
  webRoot: dataDir,
  nowMs: () => nowMs,
  features: [
    ({ live }) => {
      live.playback.addAccessPolicy('event', async (userId, { id }) => id === gate.id && holders.has(userId));
      return { name: 'tickets' };
    },
  ],
};
const app = await createApp(
  { ...config, mediaUrl: MEDIA_URL, host: '127.0.0.1', port: 0, rtmpPort },
  appOptions,
);
const url = `http://127.0.0.1:${app.port}`;
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});

const users = createUsers(db);
const write = (work: (tx: Writer) => Promise<void>) => db.transact(work);

let networks = 0;
/** In a network of its own, since each may sign in a few times a minute. */
async function signIn(username: string): Promise<Browser> {
  const browser = new Browser(url, { 'x-forwarded-for': `203.0.113.${++networks}` });
  const answer = await browser.post('/api/auth/sign-in/email', {
    email: `${username}@example.org`,
    password,
  });
  expect(answer.status).toBe(200);
  return browser;
}

async function createUser(username: string): Promise<UserId> {
  const { id } = await users.create({ username, email: `${username}@example.org`, password });
  return id;
}

const visitor = new Browser(url);
const adaId = await createUser('ada');
const ada = await signIn('ada');
await ada.post('/api/me/streamer');

/** A viewer with a ticket, signed in once. */
async function ticketHolder(username: string): Promise<{ id: UserId; browser: Browser }> {
  const id = await createUser(username);
  holders.add(id);
  return { id, browser: await signIn(username) };
}

const detail = async (): Promise<StreamDetail> => json(await visitor.get('/api/streamers/ada/streams/live'));

let stream: NonNullable<StreamDetail['stream']>;
let multivariant: string;
let paths: Awaited<ReturnType<typeof mediaPaths>>;
const open = (browser: Browser, body: object = {}) =>
  browser.post(openPlayback.path.replace(':id', stream.id), body);

async function opened(browser: Browser): Promise<void> {
  const answer = await open(browser);
  expect(playback.parse(json(answer))).toMatchObject({ playbackUrl: multivariant, expiresInSeconds: 60 });
}

/** A tab of the browser that reports to watch the stream. */
async function watchingTab(browser: Browser) {
  const headers = { cookie: browser.cookieHeader(), origin: url };
  const tab = await connectTab(`${url.replace('http', 'ws')}${REALTIME_PATH}`, headers);
  onTestFinished(() => tab.socket.terminate());
  tab.act(`stream:${stream.id}`, 'watching', { watching: true }, 1);
  expect(await tab.next()).toEqual({ type: 'ack', id: 1 });
  return tab;
}

const fetchWith = (cookie: string, target: string) => fetch(url + target, { headers: { cookie } });
const status = async (browser: Browser): Promise<number> => (await browser.get(multivariant)).status;

/** A gated stream of Ada. It is interrupted, and its media stay available for the grace period. */
beforeAll(async () => {
  await write((tx) => setRegularGate(tx, adaId, gate));
  const { streamKey } = json<IngestAccess>(await ada.get('/api/me/stream-key'));
  const address = `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`;
  await publishWithFfmpeg({ address, video: 'h264', audio: null, frames: 300 });
  stream = await vi.waitFor(async () => (await detail()).stream ?? expect.fail('Ada is not live'), SOON);
  multivariant = `/live/${stream.id}/index.m3u8`;
  await opened(ada);
  paths = await mediaPaths(url, stream.id, ada.cookieHeader());
}, 60_000);

const all = (value: number) => Object.fromEntries(Object.keys(paths).map((name) => [name, value]));

async function statusesOf(cookie: string) {
  const answers = Object.entries(paths).map(async ([name, target]) => {
    const response = await fetchWith(cookie, target);
    await response.arrayBuffer();
    return [name, response.status];
  });
  return Object.fromEntries(await Promise.all(answers));
}

it('gives each kind of media of a gated stream to a ticket holder and 403 to everybody else', async () => {
  const { browser } = await ticketHolder('holder');
  await createUser('stranger');
  const stranger = await signIn('stranger');
  expect(Object.keys(paths).sort()).toEqual(['init', 'media', 'multivariant', 'part', 'segment']);
  expect(await statusesOf('')).toEqual(all(403));
  expect(await statusesOf(stranger.cookieHeader())).toEqual(all(403));
  expect((await open(visitor)).status).toBe(401);
  const refused = await open(stranger);
  expect([refused.status, problem(refused).code]).toEqual([403, 'ticket_required']);
  expect(refused.setCookies).toEqual([]);

  await opened(browser);
  expect(await statusesOf(browser.cookieHeader())).toEqual(all(200));
  const answer = await browser.get(paths.segment);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
});

it('answers offers for WebRTC of ticket holders alone', async () => {
  const offer = await readFile(new URL('../fuzz/corpus/whep/offer-chromium.sdp', import.meta.url));
  const post = (id: string, cookie: string) =>
    fetch(`${url}/whep/${id}`, {
      method: 'POST',
      body: offer,
      headers: { 'content-type': 'application/sdp', cookie },
    });
  const { browser } = await ticketHolder('quick');
  expect((await post(stream.id, browser.cookieHeader())).status).toBe(403);
  await opened(browser);
  expect(json(await open(browser))).toMatchObject({ whepUrl: `/whep/${stream.id}` });
  // The stream is interrupted.
  const answer = await post(stream.id, browser.cookieHeader());
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([409, null]);
  expect((await post(stream.id, '')).status).toBe(403);
  expect((await post(uuidv7(), browser.cookieHeader())).status).toBe(404);
});

it('lets the creator and admins watch without a ticket', async () => {
  const id = await createUser('warden');
  await db.transact((tx) => users.grantRole(tx, id, 'admin', null));
  const admin = await signIn('warden');
  for (const browser of [ada, admin]) {
    await opened(browser);
    expect(await status(browser)).toBe(200);
  }
});

it('lets a moderator of the channel watch and chat without a ticket, until the creator dismisses them', async () => {
  const id = await createUser('mod');
  const mod = await signIn('mod');
  const moderator = `/api/chats/${adaId}/moderators/${id}`;
  const chat = `/api/streams/${stream.id}/chat`;
  expect([(await open(mod)).status, (await mod.get(chat)).status]).toEqual([403, 403]);
  expect((await ada.put(moderator, {})).status).toBe(204);
  await opened(mod);
  expect([await status(mod), (await mod.get(chat)).status]).toEqual([200, 200]);
  expect((await ada.request('DELETE', moderator)).status).toBe(204);
  await expect.poll(() => status(mod), SOON).toBe(403);
  expect([(await open(mod)).status, (await mod.get(chat)).status]).toEqual([403, 403]);
});

it('counts a ticket holder who watches as a viewer, and not the creator who watches the stream too', async () => {
  const { browser } = await ticketHolder('counted');
  for (const watcher of [ada, browser]) {
    await opened(watcher);
    await watchingTab(watcher);
  }
  expect((await detail()).stream?.currentViewers).toBe(1);
});

it('refuses a copied grant without the session that it was given to', async () => {
  const { browser } = await ticketHolder('giver');
  await opened(browser);
  const grant = `tributary_playback=${browser.cookie('tributary_playback')}`;
  const session = 'tributary.session_token=';
  await createUser('taker');
  const taker = await signIn('taker');
  expect(await statusesOf(grant)).toEqual(all(403));
  expect(await statusesOf(`${grant}; ${session}${taker.cookie('tributary.session_token')}`)).toEqual(
    all(403),
  );
  const both = `${grant}; ${session}${browser.cookie('tributary.session_token')}`;
  expect(await statusesOf(both)).toEqual(all(200));
  await browser.post('/api/auth/sign-out');
  expect(await status(browser)).toBe(403);
});

it('plays nothing a minute after a ticket was refunded, without a word from anybody', async () => {
  const { id, browser } = await ticketHolder('refunded');
  await opened(browser);
  holders.delete(id);
  nowMs += MINUTE_MS - 1;
  expect(await statusesOf(browser.cookieHeader())).toEqual(all(200));
  nowMs += 1;
  expect(await statusesOf(browser.cookieHeader())).toEqual(all(403));
  expect((await open(browser)).status).toBe(403);
});

it('plays nothing at once after the access was revoked, or the person signed out everywhere or was banned', async () => {
  const { id, browser } = await ticketHolder('revoked');
  await opened(browser);
  const cookies = browser.cookieHeader();
  await write((tx) => publish(tx, accessRevoked, { userId: id }));
  await expect.poll(() => statusesOf(cookies), SOON).toEqual(all(403));

  nowMs += 1;
  await opened(browser);
  const held = browser.cookieHeader();
  expect(await statusesOf(held)).toEqual(all(200));
  expect((await browser.post(signOutEverywhere.path)).status).toBe(204);
  await expect.poll(() => statusesOf(held), SOON).toEqual(all(403));

  nowMs += 1;
  const again = await signIn('revoked');
  await opened(again);
  const banned = again.cookieHeader();
  expect(await statusesOf(banned)).toEqual(all(200));
  await db.transact((tx) => users.ban(tx, id, { reason: 'x', until: null }));
  await expect.poll(() => statusesOf(banned), SOON).toEqual(all(403));
  expect((await open(again)).status).toBe(401);
});

/** The grant that addresses of media on another host carry for the browser. */
async function addressGrant(browser: Browser): Promise<string> {
  const { mediaGrant } = playback.parse(json(await open(browser)));
  return mediaGrant ?? expect.fail('The instance gives no grants for addresses.');
}

async function statusesAt(grant: string, at = url) {
  const answers = Object.entries(paths).map(async ([name, target]) => {
    const response = await fetch(`${at}/~${grant}${target}`);
    await response.arrayBuffer();
    return [name, response.status];
  });
  return Object.fromEntries(await Promise.all(answers));
}

it('gives each kind of media of a gated stream to addresses with a grant, to pages of the instance alone and to no cache', async () => {
  const { browser } = await ticketHolder('addressed');
  const grant = await addressGrant(browser);
  expect(await statusesAt(grant)).toEqual(all(200));
  const answer = await fetch(`${url}/~${grant}${paths.segment}`);
  await answer.arrayBuffer();
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'access-control-allow-origin': new URL(config.publicUrl).origin,
    'referrer-policy': 'no-referrer',
  });
  expect((await fetch(`${url}/~${grant}/recordings/${stream.id}/index.m3u8`)).status).not.toBe(403);
  // The account and its session stay out of the logs of a CDN.
  const content = Buffer.from(grant, 'base64url').toString('latin1');
  expect(content).not.toContain('userId');
});

it('refuses grants in addresses that are altered, shortened or expired', async () => {
  const { browser } = await ticketHolder('altered');
  const grant = await addressGrant(browser);
  const bytes = Buffer.from(grant, 'base64url');
  for (const index of [0, 20, bytes.length - 1]) {
    const altered = Buffer.from(bytes);
    altered[index] = (altered[index] ?? 0) ^ 1;
    expect(await statusesAt(altered.toString('base64url'))).toEqual(all(403));
  }
  expect(await statusesAt(grant.slice(0, -2))).toEqual(all(403));
  nowMs += MINUTE_MS - 1;
  expect(await statusesAt(grant)).toEqual(all(200));
  nowMs += 1;
  expect(await statusesAt(grant)).toEqual(all(403));
});

it('refuses grants in addresses at once after the access was revoked, the session signed out, or another browser took over', async () => {
  const { id, browser } = await ticketHolder('ending');
  const revoked = await addressGrant(browser);
  await write((tx) => publish(tx, accessRevoked, { userId: id }));
  await expect.poll(() => statusesAt(revoked), SOON).toEqual(all(403));

  nowMs += 1;
  const [second, third] = [await signIn('ending'), await signIn('ending')];
  const [first, kept] = [await addressGrant(browser), await addressGrant(second)];
  nowMs += 1;
  expect((await open(third, { takeOver: true })).status).toBe(200);
  expect(await statusesAt(first)).toEqual(all(403));

  expect(await statusesAt(kept)).toEqual(all(200));
  const remaining = await addressGrant(third);
  expect((await second.post('/api/auth/sign-out')).status).toBe(204);
  await expect.poll(() => statusesAt(kept), SOON).toEqual(all(403));
  expect(await statusesAt(remaining)).toEqual(all(200));
});

it('takes grants in addresses at any process, which passes them on to the process of the stream', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-gated-other-'));
  const settings = parseConfig({ ...env, WEBRTC_PORT: '0' }, folder);
  const other = await createApp(
    { ...settings, dataDir: folder, mediaUrl: MEDIA_URL, port: 0, rtmpPort: Number(await freePort()) },
    appOptions,
  );
  onTestFinished(async () => {
    await other[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  const otherUrl = `http://127.0.0.1:${other.port}`;
  const { id, browser } = await ticketHolder('forwarded');
  const there = new Browser(otherUrl, { 'x-forwarded-for': '198.51.100.20' });
  const account = { email: 'forwarded@example.org', password };
  expect((await there.post('/api/auth/sign-in/email', account)).status).toBe(200);

  const grant = await addressGrant(browser);
  expect(await statusesAt(grant, otherUrl)).toEqual(all(200));
  const direct = await fetch(`${url}/~${grant}${paths.segment}`);
  const forwarded = await fetch(`${otherUrl}/~${grant}${paths.segment}`);
  expect(Buffer.from(await forwarded.arrayBuffer())).toEqual(Buffer.from(await direct.arrayBuffer()));
  expect(Object.fromEntries(forwarded.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'access-control-allow-origin': new URL(config.publicUrl).origin,
    'referrer-policy': 'no-referrer',
  });
  expect(await statusesAt(grant.slice(0, -2), otherUrl)).toEqual(all(403));

  // The grant of the other process is valid at the process of the stream, and through the other one.
  const given = await addressGrant(there);
  expect(await statusesAt(given)).toEqual(all(200));
  expect(await statusesAt(given, otherUrl)).toEqual(all(200));
  await write((tx) => publish(tx, accessRevoked, { userId: id }));
  await expect.poll(() => statusesAt(grant, otherUrl), SOON).toEqual(all(403));
  await expect.poll(() => statusesAt(given, otherUrl), SOON).toEqual(all(403));
});

it('sends nothing but media to the host of media', async () => {
  const { host } = new URL(MEDIA_URL);
  const statusAt = (path: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      http
        .get(url + path, { headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
        .on('error', reject);
    });
  for (const path of ['/', '/api/instance', '/healthz', `/~x/api/instance`, '/sign-in'])
    expect([path, await statusAt(path)]).toEqual([path, 404]);
  const { browser } = await ticketHolder('hosted');
  expect(await statusAt(`/~${await addressGrant(browser)}${multivariant}`)).toBe(200);
});

it('lets an account watch in two browsers, and a third one take the place of the first', async () => {
  const { browser: first } = await ticketHolder('screens');
  const [second, third] = [await signIn('screens'), await signIn('screens')];
  for (const browser of [first, second]) {
    await opened(browser);
    nowMs += 1;
  }
  const refused = await open(third);
  expect([refused.status, problem(refused).code]).toEqual([409, 'too_many_screens']);
  const held = first.cookieHeader();
  const tab = await watchingTab(first);
  const viewers = async () => (await detail()).stream?.currentViewers;
  await expect.poll(viewers, SOON).toBe(1);
  expect(await statusesOf(held)).toEqual(all(200));

  expect((await open(third, { takeOver: true })).status).toBe(200);
  expect(await status(third)).toBe(200);
  // At once, and also for a client that keeps its cookies and its socket.
  expect(await statusesOf(held)).toEqual(all(403));
  expect((await fetchWith(held, `/recordings/${stream.id}/index.m3u8`)).status).toBe(403);
  expect((await fetchWith(third.cookieHeader(), `/recordings/${stream.id}/index.m3u8`)).status).not.toBe(403);
  await expect.poll(viewers, SOON).toBe(0);
  tab.act(`stream:${stream.id}`, 'watching', { watching: true }, 2);
  expect(await tab.next()).toMatchObject({ type: 'refused', code: 'no_screen' });
  expect(problem(await open(first)).code).toBe('too_many_screens');
  await opened(second);
});

it('answers a request that waits for media with 403 when another browser takes over', async () => {
  const { browser: first } = await ticketHolder('waiting');
  await opened(first);
  await opened(await signIn('waiting'));
  const { text: playlist } = await first.get(paths.media);
  const segments = playlist.split('#EXTINF').length - 1;
  const next = Number(/MEDIA-SEQUENCE:(\d+)/.exec(playlist)?.[1]) + segments;
  const waiting = fetchWith(first.cookieHeader(), `${paths.media}?_HLS_msn=${next}`);
  expect((await open(await signIn('waiting'), { takeOver: true })).status).toBe(200);
  expect((await waiting).status).toBe(403);
});

it('lets an account change its browsers six times an hour, so that many cannot watch in turns', async () => {
  const { browser: first } = await ticketHolder('turns');
  const browsers = [first, ...(await Promise.all(Array.from({ length: 7 }, () => signIn('turns'))))];
  const playing = async () =>
    (await Promise.all(browsers.map(status))).filter((answer) => answer === 200).length;
  for (const browser of browsers.slice(0, 2)) await opened(browser);
  // All at once, and each with the cookies that it holds.
  const answers = await Promise.all(browsers.slice(2).map((browser) => open(browser, { takeOver: true })));
  expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(200));
  expect(await playing()).toBe(2);
  const refused = await Promise.all(browsers.map((browser) => open(browser, { takeOver: true })));
  expect(refused.filter((answer) => answer.status === 200)).toHaveLength(2);
  expect(problem(refused.find((answer) => answer.status === 409) ?? expect.fail())).toMatchObject({
    code: 'screens_changed_too_often',
    title: expect.stringContaining('try again in 60 minutes'),
  });
  expect(await playing()).toBe(2);
});

it('shows everybody the title, but no URL and no frame of a gated stream', async () => {
  const { stream: shown } = await detail();
  expect(shown).toMatchObject({ title: stream.title, gate, thumbnailUrl: null });
  expect(shown).toMatchObject({ playbackUrl: null, whepUrl: null });
  const byId = json<StreamDetail>(await visitor.get(`/api/streams/${stream.id}`));
  expect(byId.stream).toMatchObject({ gate, playbackUrl: null });
  const { streams } = json<{ streams: FeaturedStream[] }>(await visitor.get('/api/streams/featured'));
  expect(streams).toMatchObject([{ id: stream.id, playbackUrl: null }]);
  for (const extension of ['webp', 'jpg']) {
    expect((await visitor.get(`/thumbnails/${stream.id}.${extension}`)).status).toBe(404);
  }
  const link = encodeURIComponent(`${config.publicUrl}/stream/${stream.id}`);
  expect((await visitor.get(`/api/oembed?url=${link}`)).status).toBe(404);

  await db.pool.query("update profiles set banner_url = '/pictures/banner.webp' where id = $1", [adaId]);
  expect((await detail()).stream?.thumbnailUrl).toBe('/pictures/banner.webp');
});

it('shows the chat of a gated stream to ticket holders, and counts as viewers only those who have opened its playback', async () => {
  const { browser } = await ticketHolder('watcher');
  const headers = { cookie: browser.cookieHeader(), origin: url };
  const tab = await connectTab(`${url.replace('http', 'ws')}${REALTIME_PATH}`, headers);
  const stranger = await connectTab(`${url.replace('http', 'ws')}${REALTIME_PATH}`, { origin: url });
  onTestFinished(() => {
    tab.socket.terminate();
    stranger.socket.terminate();
  });
  const chat = `chat:${stream.id}`;
  for (const [watcher, answer] of [
    [tab, { topic: chat, kind: 'snapshot' }],
    [stranger, { type: 'refused', topic: chat, code: 'forbidden' }],
  ] as const) {
    watcher.subscribe(chat);
    expect(await watcher.next()).toMatchObject(answer);
  }
  const topic = `stream:${stream.id}`;
  for (const watcher of [tab, stranger]) {
    watcher.act(topic, 'watching', { watching: true });
    expect(await watcher.next()).toMatchObject({ type: 'refused', code: 'no_screen' });
  }
  await opened(browser);
  tab.act(topic, 'watching', { watching: true }, 2);
  expect(await tab.next()).toEqual({ type: 'ack', id: 2 });
});

it('opens a stream to everybody and closes it again while it is served', async () => {
  const setGate = (to: Gate | null) => write((tx) => setStreamGate(tx, stream.id as StreamId, to));
  await setGate(null);
  await expect.poll(() => statusesOf(''), SOON).toEqual(all(200));
  const response = await fetchWith('', multivariant);
  expect(response.headers.get('cache-control')).toBe('public, max-age=1, must-revalidate');
  expect((await detail()).stream).toMatchObject({ gate: null, playbackUrl: multivariant });
  await setGate({ kind: 'subscribers', id: adaId });
  await expect.poll(() => statusesOf(''), SOON).toEqual(all(403));
  const { browser } = await ticketHolder('late');
  expect(problem(await open(browser)).code).toBe('subscription_required');
});
