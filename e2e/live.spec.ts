import { once } from 'node:events';
import { type Browser, expect, type Page, test, type WebSocketRoute } from '@playwright/test';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import { WebSocket } from 'ws';
import { installClockReader, measureGlassToGlassMs } from './lib/glass-to-glass.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { medianGlassToGlassMs } from './lib/player.ts';
import { type Publisher, type PublisherOptions, startPublisher } from './lib/publisher.ts';

const GRACE_SECONDS = 8;

let instance: Instance;
const publishers = new Set<Publisher>();

test.beforeAll(async () => {
  instance = await startInstance({ GRACE_SECONDS: String(GRACE_SECONDS), INSTANCE_NAME: 'Delta' });
});
test.afterEach(async () => {
  await Promise.all([...publishers].map((publisher) => publisher.stop()));
  publishers.clear();
});
test.afterAll(async ({ browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await instance[Symbol.asyncDispose]();
});

async function goLive(streamer: Streamer, options: Partial<PublisherOptions> = {}): Promise<Publisher> {
  const { rtmpUrl: url, streamKey: key } = streamer;
  const publisher = await startPublisher({ url, key, clock: true, ...options });
  publishers.add(publisher);
  return publisher;
}

const player = (page: Page) => page.locator('[data-player]');

async function watch(page: Page, streamer: Streamer): Promise<void> {
  await installClockReader(page);
  await page.goto(streamer.watchUrl);
}

async function expectPlaying(page: Page): Promise<void> {
  await expect(player(page)).toHaveAttribute('data-state', 'playing');
}

/** Frames advance: the clock in the video is readable, and media time advances. */
async function expectAdvancingFrames(page: Page): Promise<void> {
  await expect
    .poll(() => measureGlassToGlassMs(page), { message: 'a readable clock in the video' })
    .not.toBeNull();
  const at = () =>
    page.evaluate(() => document.querySelector<HTMLVideoElement>('[data-player] video')?.currentTime ?? 0);
  const before = await at();
  await expect.poll(at, { message: 'media time advances' }).toBeGreaterThan(before + 0.5);
}

const wasNeverReloaded = (page: Page) =>
  page.evaluate(() => Reflect.get(globalThis, 'neverReloaded') === true);
const markAsLoaded = (page: Page) => page.evaluate(() => void Reflect.set(globalThis, 'neverReloaded', true));

test('plays a stream for a viewer who waited on its page, at most seconds behind the encoder', async ({
  page,
}) => {
  const streamer = await instance.createStreamer('first');
  await watch(page, streamer);
  await expect(page.getByText(/is offline/i).first()).toBeVisible();
  await goLive(streamer);
  // The page starts the stream without a reload.
  await expectPlaying(page);
  await expectAdvancingFrames(page);
  // WebKit sends a late pause event when it plays muted after refusing sound.
  await page.locator('[data-player] video').dispatchEvent('pause');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeAttached();
  await expectPlaying(page);
  await expect(
    page
      .getByText('1 viewer', { exact: false })
      .or(page.getByLabel(/1 viewer/))
      .first(),
  ).toBeVisible();
  const median = await medianGlassToGlassMs(page, 21);
  test.info().annotations.push({ type: 'glass to glass, median ms', description: String(median) });
  // Latency is measured by the bench; this only shows that the viewer sees this stream, live.
  expect(median).toBeGreaterThan(0);
  expect(median).toBeLessThan(15_000);
});

/** Routes the realtime socket of a page by way of the test, which passes on what the page sends. */
async function realtimeOf(page: Page, connected: (tab: WebSocketRoute, server: WebSocketRoute) => void) {
  await page.routeWebSocket(`**${REALTIME_PATH}*`, (tab) => connected(tab, tab.connectToServer()));
}

/** What can come late to a page that waits. Each is delayed until `started`, when the stream runs. */
const DELAYS: Readonly<Record<string, (page: Page, started: Promise<void>, url: string) => Promise<void>>> = {
  'the page itself': async (page, started, url) => {
    const response = await page.request.get(url, { headers: { accept: 'text/html' } });
    await page.route(url, async (route) => {
      await started;
      await route.fulfill({ response });
    });
  },
  'the snapshot of its channel': (page, started) =>
    realtimeOf(page, (tab, server) =>
      server.onMessage(async (message) => {
        await started;
        tab.send(message);
      }),
    ),
  'the event, for ever': (page) =>
    realtimeOf(page, (tab, server) => {
      let isLost = false;
      server.onMessage((message) => {
        // The snapshot says that the channel is offline; what follows it never arrives.
        if (!isLost) tab.send(message);
        isLost ||= String(message).includes('"channel:');
      });
    }),
  'the reconnect': (page, started) => {
    let hasStarted = false;
    void started.then(() => {
      hasStarted = true;
    });
    return realtimeOf(page, (tab) => {
      if (!hasStarted) void tab.close({ code: 1012 });
    });
  },
};

test('starts a stream for viewers who wait, whichever of page, snapshot, event and reconnect comes late to them', async ({
  browser,
}) => {
  const streamer = await instance.createStreamer('awaited');
  const { promise: started, resolve: start } = Promise.withResolvers<void>();
  const context = await browser.newContext();
  const pages: { late: string; page: Page }[] = [];
  for (const [late, delay] of Object.entries(DELAYS)) {
    const page = await context.newPage();
    await delay(page, started, streamer.watchUrl);
    pages.push({ late, page });
  }
  const [ofLatePage, ...others] = pages.map(({ page }) => page);
  for (const page of others) {
    await page.goto(streamer.watchUrl);
    await expect(page.getByText(/is offline/i).first()).toBeVisible();
  }
  const opened = ofLatePage?.goto(streamer.watchUrl);
  await goLive(streamer);
  start();
  await opened;
  await Promise.all(
    pages.map(({ late, page }) =>
      expect(player(page), `${late} was late`).toHaveAttribute('data-state', 'playing'),
    ),
  );
  await context.close();
});

test('plays a stream before the app has loaded, and continues in the same element once it has', async ({
  page,
}) => {
  const streamer = await instance.createStreamer('early');
  await goLive(streamer);
  const channel = `${instance.url}/api/streamers/${streamer.username}/streams/live`;
  const isLive = async () => ((await (await fetch(channel)).json()) as { state: string }).state === 'live';
  await expect.poll(isLive).toBe(true);
  const app = Promise.withResolvers<void>();
  await page.route('**/assets/app-*.js', async (route) => {
    await app.promise;
    await route.continue();
  });
  await watch(page, streamer);
  await expectAdvancingFrames(page);
  await expect(page.getByRole('banner')).toBeHidden();
  const video = await page.locator('[data-player] video').elementHandle();
  app.resolve();
  await expectPlaying(page);
  expect(await page.locator('[data-player] video').evaluate((now, early) => now === early, video)).toBe(true);
  await expectAdvancingFrames(page);
});

test('resumes the same stream without a reload when a killed publisher returns, and plays its recording to the end', async ({
  page,
}) => {
  const streamer = await instance.createStreamer('returner');
  const publisher = await goLive(streamer, { bFrames: 2 });
  await watch(page, streamer);
  await expectPlaying(page);
  await markAsLoaded(page);
  const id = await streamIdOf(streamer);
  publisher.kill();
  publishers.delete(publisher);
  await expect(player(page)).toHaveAttribute('data-state', 'interrupted');
  const returned = await goLive(streamer, { bFrames: 2 });
  await expectPlaying(page);
  await expectAdvancingFrames(page);
  expect(await streamIdOf(streamer)).toBe(id);
  expect(await wasNeverReloaded(page)).toBe(true);

  await returned.stop();
  publishers.delete(returned);
  await expect(player(page)).toHaveAttribute('data-state', 'ended', { timeout: (GRACE_SECONDS + 20) * 1000 });
  await page.goto(`${instance.url}/stream/${id}`);
  await expect(player(page)).toHaveAttribute('data-player', 'recording');
  await expectPlaying(page);
  // Faster, but through the interruption.
  await page.getByRole('button', { name: 'Speed: 1×' }).click();
  await page.getByRole('menuitemradio', { name: '2×', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Play again' })).toBeVisible({ timeout: 30_000 });
});

test('ends a stream after the grace period when its publisher stops', async ({ page }) => {
  const streamer = await instance.createStreamer('stopper');
  const publisher = await goLive(streamer);
  await expect.poll(() => streamIdOf(streamer)).not.toBeNull();
  const id = await streamIdOf(streamer);
  await page.goto(`${instance.url}/stream/${id}`);
  await expectPlaying(page);
  await publisher.stop();
  publishers.delete(publisher);
  await expect(player(page)).toHaveAttribute('data-state', 'interrupted');
  await expect(player(page)).toHaveAttribute('data-state', 'ended', { timeout: (GRACE_SECONDS + 20) * 1000 });
  const playlist = await fetch(`${instance.url}/live/${id}/index.m3u8`).then((r) => r.text());
  const media = playlist.split('\n').find((line) => line.endsWith('video.m3u8')) ?? '';
  expect(await fetch(`${instance.url}/live/${id}/${media}`).then((r) => r.text())).toContain(
    '#EXT-X-ENDLIST',
  );
  await page.reload();
  await expect(page.getByText(/ended/i).first()).toBeVisible();
  // The channel's permanent address says that it is offline.
  await page.goto(streamer.watchUrl);
  await expect(page.getByText(/is offline/i).first()).toBeVisible();
});

test('counts ten viewers as ten, and nine after one has left', async ({ browser }) => {
  const streamer = await instance.createStreamer('popular');
  await goLive(streamer, { width: 320, height: 180, fps: 15 });
  const pages = await Promise.all([openViewer(browser, streamer), openViewer(browser, streamer)]);
  for (const page of pages) {
    await expect(player(page)).toHaveAttribute('data-state', 'playing', { timeout: 60_000 });
  }
  // Ten players would decode in software: the others only say what a player says.
  const id = (await streamIdOf(streamer)) ?? '';
  const sockets = await Promise.all(Array.from({ length: 8 }, () => openSocket(id)));
  await expect.poll(() => viewersOf(streamer)).toBe(10);
  await pages[0]?.context().close();
  await expect.poll(() => viewersOf(streamer)).toBe(9);
  for (const socket of sockets) socket.close();
  await pages[1]?.context().close();
});

test('refuses a publish with an unknown key, a rotated key, or a key that is already publishing', async () => {
  const streamer = await instance.createStreamer('keyholder');
  await expect(startPublisher({ url: streamer.rtmpUrl, key: 'live_wrong' })).rejects.toThrow();
  await goLive(streamer);
  await expect(startPublisher({ url: streamer.rtmpUrl, key: streamer.streamKey })).rejects.toThrow();
  await instance.admin('rotate-key', '--username', 'keyholder');
  await expect(startPublisher({ url: streamer.rtmpUrl, key: streamer.streamKey })).rejects.toThrow();
});

test('resumes playback without a reload after the instance was killed and restarted', async ({ page }) => {
  const streamer = await instance.createStreamer('survivor');
  const first = await goLive(streamer);
  await watch(page, streamer);
  await expectPlaying(page);
  await markAsLoaded(page);
  const id = await streamIdOf(streamer);
  await instance.kill();
  await first.exited;
  publishers.delete(first);
  await instance.restart();
  await goLive(streamer);
  await expect.poll(() => streamIdOf(streamer)).toBe(id);
  await expect(player(page)).toHaveAttribute('data-state', 'playing', { timeout: 60_000 });
  await expectAdvancingFrames(page);
  expect(await wasNeverReloaded(page)).toBe(true);
});

async function openViewer(browser: Browser, streamer: Streamer): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 480, height: 320 } });
  const page = await context.newPage();
  await page.goto(streamer.watchUrl);
  return page;
}

/** A tab that watches, without its page. */
async function openSocket(id: string): Promise<WebSocket> {
  const { origin, host } = new URL(instance.url);
  const socket = new WebSocket(`ws://${host}${REALTIME_PATH}`, { headers: { origin } });
  await once(socket, 'open');
  const topic = `stream:${id}`;
  socket.send(JSON.stringify({ type: 'subscribe', topic }));
  const action = { type: 'action', topic, action: 'watching', data: { watching: true }, id: 1 };
  socket.send(JSON.stringify(action));
  return socket;
}

async function detailOf(
  streamer: Streamer,
): Promise<{ stream: { id: string; currentViewers: number } | null }> {
  const response = await fetch(`${instance.url}/api/streamers/${streamer.username}/streams/live`);
  return (await response.json()) as { stream: { id: string; currentViewers: number } | null };
}

const streamIdOf = async (streamer: Streamer) => (await detailOf(streamer)).stream?.id ?? null;
const viewersOf = async (streamer: Streamer) => (await detailOf(streamer)).stream?.currentViewers ?? 0;
