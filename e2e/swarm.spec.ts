/** Viewers pass a live stream on to each other. */
import { networkInterfaces } from 'node:os';
import { type Browser, expect, type Page, test, type WebSocketRoute } from '@playwright/test';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { type Mirror, startMirror } from './lib/mirror.ts';
import { freePort } from './lib/ports.ts';
import { type Publisher, startPublisher } from './lib/publisher.ts';

let instance: Instance;
let reef: Streamer;
let publisher: Publisher;
let mirrorPort: number;
let mirror: Mirror | undefined;

const hasNetwork = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ internal, family }) => !internal && family === 'IPv4'),
);
test.skip(!hasNetwork, 'Chromium uses no loopback address for WebRTC, and this machine has no other one.');

test.beforeAll(async () => {
  mirrorPort = await freePort();
  instance = await startInstance({ P2P: 'ask', MIRRORS: `http://127.0.0.1:${mirrorPort}` });
  reef = await instance.createStreamer('reef');
  publisher = await startPublisher({
    url: reef.rtmpUrl,
    key: reef.streamKey,
    fps: 15,
    gopSeconds: 1,
    bitrateKbps: 500,
  });
});
test.afterAll(async () => {
  await mirror?.stop();
  await publisher.stop();
  await instance[Symbol.asyncDispose]();
});

const player = (page: Page) => page.locator('[data-player]');
const expectPlaying = (page: Page) => expect(player(page)).toHaveAttribute('data-state', 'playing');
const figures = (page: Page) => page.getByRole('region', { name: 'Share with other viewers' });
const bytes = async (page: Page, name: string) => Number(await figures(page).getAttribute(`data-${name}`));

/** Opens the stream for another viewer, who allows the exchange by the keyboard. */
async function join(browser: Browser, prepare: (page: Page) => Promise<void> = async () => {}) {
  const page = await (await browser.newContext()).newPage();
  await prepare(page);
  await page.goto(reef.watchUrl);
  await expectPlaying(page);
  await page.getByRole('button', { name: 'Allow' }).focus();
  await page.keyboard.press('Enter');
  await expect(player(page)).toHaveAttribute('data-swarm', 'on');
  await openSettings(page);
  return page;
}

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  await expect(figures(page)).toBeVisible();
}

/** Opens the map of connections from the settings, which may be open, by the keyboard. */
async function showConnections(page: Page): Promise<void> {
  if (!(await figures(page).isVisible())) await openSettings(page);
  await page.getByRole('menuitem', { name: /^Connections/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Connections' })).toBeVisible();
}

/** Lets a page be cut off from the instance. Its connections with other viewers stay. */
async function cuttable(page: Page) {
  let isCut = false;
  const sockets = new Set<WebSocketRoute>();
  await page.route(`${instance.url}/**`, (route) =>
    isCut ? route.abort('connectionrefused') : route.fallback(),
  );
  await page.routeWebSocket(/\/api\/realtime$/, (socket) => {
    if (isCut) return void socket.close();
    sockets.add(socket);
    socket.connectToServer();
  });
  return {
    async cut() {
      isCut = true;
      for (const socket of sockets) await socket.close();
      sockets.clear();
    },
    mend() {
      isCut = false;
    },
  };
}

/** Cuts the page off for longer than what it has buffered lasts, and expects it to play on and to return. */
async function expectPlaysWithoutInstance(page: Page, link: Awaited<ReturnType<typeof cuttable>>) {
  const video = page.locator('[data-player] video');
  const position = () => video.evaluate((element: HTMLVideoElement) => element.currentTime);
  const buffered = await video.evaluate(({ buffered }: HTMLVideoElement) =>
    buffered.end(buffered.length - 1),
  );
  await link.cut();
  await expect.poll(position, { timeout: 60_000 }).toBeGreaterThan(buffered + 6);
  const returned = page.waitForResponse(
    (response) => response.ok() && response.url().startsWith(`${instance.url}/live/`),
    { timeout: 60_000 },
  );
  link.mend();
  await returned;
  await expectPlaying(page);
}

/** Changes the last byte of every part that the page gives. */
async function lie(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const send = RTCDataChannel.prototype.send as (this: RTCDataChannel, data: Uint8Array) => void;
    Reflect.set(RTCDataChannel.prototype, 'send', function wrong(this: RTCDataChannel, data: Uint8Array) {
      const changed = data.slice();
      const last = changed.length - 1;
      if (this.label === 'media') changed[last] = (changed[last] ?? 0) ^ 1;
      send.call(this, changed);
    });
  });
}

/** The reports about other peers that a page sends. */
function countReports(page: Page): () => number {
  let count = 0;
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => {
      if (String(payload).includes('"action":"report"')) count += 1;
    }),
  );
  return () => count;
}

test('viewers who allow it get parts from each other, and one who gives wrong bytes is dropped', async ({
  browser,
}) => {
  test.slow();
  let reports = () => 0;
  const liar = await join(browser, lie);
  const first = await join(browser, async (page) => {
    reports = countReports(page);
  });
  await expect.poll(() => reports(), { timeout: 90_000 }).toBeGreaterThan(0);
  await expect(figures(first).getByRole('menuitem', { name: 'Connections 0' })).toBeVisible();
  for (const page of [liar, first]) await expectPlaying(page);

  let link: Awaited<ReturnType<typeof cuttable>> | undefined;
  const second = await join(browser, async (page) => {
    link = await cuttable(page);
  });
  const fromPeers = async () => (await bytes(first, 'from-peers')) + (await bytes(second, 'from-peers'));
  await expect.poll(fromPeers, { timeout: 90_000 }).toBeGreaterThan(50_000);
  expect((await bytes(first, 'given')) + (await bytes(second, 'given'))).toBeGreaterThan(50_000);
  await showConnections(first);
  await expect(first.getByRole('rowheader', { name: /^Viewer 1/ })).toBeVisible();
  await expect(first.getByRole('img', { name: /^Map of your connections/ })).toBeVisible();
  await first.keyboard.press('Escape');
  if (link === undefined) throw new Error('The second page has no link.');
  await expectPlaysWithoutInstance(second, link);
  for (const page of [liar, first, second]) {
    await expectPlaying(page);
    await page.context().close();
  }
});

test('a page that can reach neither the server nor other viewers plays on from a mirror, and returns', async ({
  browser,
}) => {
  test.slow();
  let link: Awaited<ReturnType<typeof cuttable>> | undefined;
  const page = await join(browser, async (opened) => {
    link = await cuttable(opened);
    // This acts as a firewall that lets no UDP through.
    await opened.addInitScript(() => {
      RTCPeerConnection.prototype.setRemoteDescription = () => Promise.reject(new Error('No UDP'));
    });
  });
  if (link === undefined) throw new Error('The page has no link.');
  mirror = await startMirror(reef.watchUrl, mirrorPort);
  await showConnections(page);
  await expect(page.getByRole('rowheader', { name: 'Mirror 1 In reserve' })).toBeVisible({ timeout: 30_000 });
  await page.keyboard.press('Escape');
  await openSettings(page);
  expect(await bytes(page, 'from-mirrors')).toBe(0);
  await expectPlaysWithoutInstance(page, link);
  expect(await bytes(page, 'from-mirrors')).toBeGreaterThan(50_000);
  await page.context().close();
});

test('a viewer who does not want it gets the stream from the server alone, also on the next visit', async ({
  page,
}) => {
  await page.goto(reef.watchUrl);
  await page.getByRole('button', { name: 'No thanks' }).click();
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0);
  await page.reload();
  await expectPlaying(page);
  await page.getByRole('button', { name: 'Settings' }).focus();
  await page.keyboard.press('Enter');
  const choice = page.getByRole('menuitemcheckbox', { name: /^Share with other viewers/ });
  await expect(choice).toHaveAttribute('aria-checked', 'false');
  await expect(player(page)).toHaveAttribute('data-swarm', 'off');
  await choice.focus();
  await page.keyboard.press('Enter');
  await expect(player(page)).toHaveAttribute('data-swarm', 'on');
});
