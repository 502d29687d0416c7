/**
 * Media on another host than the pages, behind nginx with the configuration of this repository: a public stream, a gated
 * one with grants in its addresses, and their recordings.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import type { StreamDetail } from '@tributary/contracts/live';
import { type Edge, startEdge } from '../apps/server/test/support/edges.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { freePort } from './lib/ports.ts';
import { type Publisher, startPublisher } from './lib/publisher.ts';
import { signIn } from './lib/session.ts';

let edge: Edge;
let mediaUrl: string;
let instance: Instance;
let open: Streamer;
let gated: Streamer;
let publishers: Publisher[];

test.beforeAll(async () => {
  const port = await freePort();
  edge = await startEdge('nginx', port);
  // Chromium resolves names below localhost to this machine.
  mediaUrl = `http://media.localhost:${edge.port}`;
  instance = await startInstance({
    PORT: String(port),
    MEDIA_URL: mediaUrl,
    TRUST_PROXY: 'loopback',
    GRACE_SECONDS: '1',
    MAX_SCREENS: '1',
  });
  [open, gated] = [await instance.createStreamer('openly'), await instance.createStreamer('gatedly')];
  const db = await openDatabaseOf(instance);
  await db.pool.query(
    `update streamer_data set stream_gate_kind = 'subscribers', stream_gate_id = user_id,
       regular_gate_kind = 'subscribers', regular_gate_id = user_id
     where user_id = (select id from profiles where username = 'gatedly')`,
  );
  await db.close();
  const size = { width: 320, height: 180, fps: 10, bitrateKbps: 200 };
  publishers = await Promise.all(
    [open, gated].map(({ rtmpUrl, streamKey }) => startPublisher({ url: rtmpUrl, key: streamKey, ...size })),
  );
});
test.afterAll(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await instance[Symbol.asyncDispose]();
  await edge[Symbol.asyncDispose]();
});

const player = (page: Page) => page.locator('[data-player]');
const expectState = (page: Page, state: string) =>
  expect(player(page)).toHaveAttribute('data-state', state, { timeout: 30_000 });

/** A page that notes the addresses of the media that it requests, by origin. */
async function openPage(browser: Browser, account?: Streamer) {
  const page = await (await browser.newContext()).newPage();
  const requested: URL[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/\.(?:m3u8|m4s|mp4)$/.test(url.pathname)) requested.push(url);
  });
  if (account !== undefined) await signIn(page, instance, account);
  return { page, requested };
}

/** The address of the page that shows the recording of a live stream once it has ended. */
async function recordingOf({ username }: Streamer): Promise<string> {
  const response = await fetch(`${instance.url}/api/streamers/${username}/streams/live`);
  const { stream }: StreamDetail = await response.json();
  return `${instance.url}/s/${username}/${stream?.slug}`;
}

const originsOf = (urls: readonly URL[]) => [...new Set(urls.map(({ origin }) => origin))];

test('streams and recordings play from another host, gated ones with grants that end at once with the right', async ({
  browser,
}) => {
  const visitor = await openPage(browser);
  await visitor.page.goto(open.watchUrl);
  await expectState(visitor.page, 'playing');
  expect(originsOf(visitor.requested)).toEqual([mediaUrl]);
  expect(visitor.requested.filter(({ pathname }) => pathname.startsWith('/~'))).toEqual([]);

  const owner = await openPage(browser, gated);
  await owner.page.goto(gated.watchUrl);
  await expectState(owner.page, 'playing');
  expect(originsOf(owner.requested)).toEqual([mediaUrl]);
  expect(owner.requested.filter(({ pathname }) => !/^\/~[\w-]+\/live\//.test(pathname))).toEqual([]);
  const copied = owner.requested.findLast(({ pathname }) => pathname.endsWith('.m3u8'))?.href ?? '';
  const statusOf = async () => (await fetch(copied.replace('media.localhost', '127.0.0.1'))).status;
  expect(await statusOf()).toBe(200);

  // The account plays in one browser at a time, and another one takes over.
  const other = await openPage(browser, gated);
  await other.page.goto(gated.watchUrl);
  await other.page.getByRole('button', { name: 'Watch here instead' }).click();
  await expectState(other.page, 'playing');
  expect(await statusOf()).toBe(403);
  await expectState(owner.page, 'refused');

  const addresses = await Promise.all([recordingOf(open), recordingOf(gated)]);
  await Promise.all(publishers.map((publisher) => publisher.stop()));
  for (const [index, { page, requested }] of [visitor, other].entries()) {
    await expectState(page, 'ended');
    requested.length = 0;
    await page.goto(addresses[index] ?? '');
    await expectState(page, 'playing');
    expect(originsOf(requested)).toEqual([mediaUrl]);
    expect(requested.filter(({ pathname }) => pathname.includes('/recordings/'))).not.toEqual([]);
  }
});
