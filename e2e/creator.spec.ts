import { type Browser, expect, type Page, test } from '@playwright/test';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { type Publisher, SMALL_VIDEO, startPublisher } from './lib/publisher.ts';
import { send } from './lib/session.ts';

let instance: Instance;
const publishers = new Set<Publisher>();

test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterEach(async () => {
  await Promise.all([...publishers].map((publisher) => publisher.stop()));
  publishers.clear();
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

async function goLive({ rtmpUrl: url, streamKey: key }: Streamer): Promise<void> {
  publishers.add(await startPublisher({ url, key, ...SMALL_VIDEO }));
}

async function signIn(page: Page, { email, password }: Streamer): Promise<void> {
  await page.goto(`${instance.url}/login`);
  await page.getByLabel(/email/i).fill(email);
  await page.getByLabel(/^password/i).fill(password);
  await page.getByRole('button', { name: /^sign in$/i }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

async function viewer(browser: Browser, streamer: Streamer): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(streamer.watchUrl);
  await page.evaluate(() => void Reflect.set(globalThis, 'neverReloaded', true));
  return page;
}

const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"]`);

test.describe('desktop', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('a creator monitors a stream, renames it, stops it, and finds its figures afterwards', async ({
    page,
    browser,
  }) => {
    const streamer = await instance.createStreamer('coral');
    await signIn(page, streamer);
    await page.goto(`${instance.url}/pro-studio`);
    await expect(page.getByText('Waiting for your signal')).toBeVisible();
    await goLive(streamer);
    await expect(page.getByText('Signal received')).toBeVisible();
    await expect(page.locator('[data-preview][data-state="playing"]')).toBeVisible();
    await expect(figure(page, 'frameRate')).toHaveText(/fps/);
    const bitrate = await figure(page, 'bitrateKbps').textContent();
    await expect(figure(page, 'bitrateKbps'), 'the figures change').not.toHaveText(bitrate ?? '');

    const watching = await viewer(browser, streamer);
    await expect(watching.locator('[data-player][data-state="playing"]')).toBeVisible();
    await expect(page.getByText('1 viewer', { exact: true }).first()).toBeAttached();

    const badge = (state: string) => page.getByRole('main').getByText(state, { exact: true });
    await expect(badge('Live')).toBeVisible();
    for (const publisher of publishers) publisher.kill();
    publishers.clear();
    await expect(badge('Reconnecting')).toBeVisible();
    await expect(badge('Live')).toBeHidden();
    await goLive(streamer);
    await expect(badge('Live')).toBeVisible();

    await page.getByRole('button', { name: 'Edit title, category and tags' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit title, category and tags' });
    await edit.getByLabel('Title').fill('Night tide');
    await edit.getByLabel('Tags').fill('harbour');
    await edit.getByLabel('Tags').press('Enter');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.keyboard.press('Escape');
    await expect(watching.getByRole('heading', { level: 1 })).toHaveText('Night tide');
    expect(await watching.evaluate(() => Reflect.get(globalThis, 'neverReloaded'))).toBe(true);

    // Viewer counts are saved every five seconds.
    const latest = async () => {
      const answer = await page.request.get(`${instance.url}/api/me/streams/latest`);
      return ((await answer.json()) as { stream: { id: string; peakViewers: number } }).stream;
    };
    await expect.poll(async () => (await latest()).peakViewers).toBe(1);
    // A viewer counts after ten seconds.
    const { id } = await latest();
    await expect
      .poll(
        async () => {
          const answer = await page.request.get(`${instance.url}/api/me/streams/${id}/audience`);
          return ((await answer.json()) as { sources: readonly unknown[] }).sources;
        },
        { timeout: 30_000 },
      )
      .toEqual([{ kind: 'direct', host: '', viewers: 1 }]);
    const sources = await page.request.get(`${instance.url}/api/me/analytics/sources.csv`);
    expect(await sources.text()).toContain('direct,,1');
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Stop stream' }).click();
    await expect(page.getByText(/your encoder can’t reconnect until/)).toBeVisible();
    // The channel's permanent address shows its present state.
    await expect(watching.getByText(/This stream has ended|coral is offline/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Allow now' }).click();
    await expect(page.getByText(/your encoder can’t reconnect until/)).toBeHidden();

    await page.goto(`${instance.url}/dashboard/streamer`);
    const row = page.getByRole('row', { name: /Night tide/ });
    await expect(row).toBeVisible();
    await expect(row.getByRole('cell').nth(2)).toContainText('1');
    await expect(page.getByText('Offline')).toBeVisible();
    await page.goto(`${instance.url}/dashboard/creator/analytics`);
    await expect(
      page
        .getByRole('row', { name: /^Directly/ })
        .getByRole('cell')
        .last(),
    ).toContainText('100%');
    await watching.close();
  });

  test('a creator drags a tier to another position', async ({ page }) => {
    await signIn(page, await instance.createStreamer('reef'));
    for (const name of ['Quay', 'Captain', 'Deckhand']) {
      const prices = { priceMonthly: 0, priceYearly: 0, trialDays: 0 };
      await send(page, instance, '/api/me/tiers', { name, description: '', benefits: [], ...prices });
    }
    await page.goto(`${instance.url}/dashboard/creator/tiers`);
    const tiers = page.getByRole('list', { name: 'Offered tiers' }).getByRole('heading');
    await expect(tiers).toHaveText(['Quay', 'Captain', 'Deckhand']);
    // All tiers are on the screen, so that the page does not scroll.
    await page.setViewportSize({ width: 1440, height: 1600 });
    await page.getByTitle('Drag to reorder').nth(2).hover();
    await page.mouse.down();
    const top = await tiers.first().boundingBox();
    await page.mouse.move(top?.x ?? 0, top?.y ?? 0, { steps: 4 });
    await page.mouse.up();
    await expect(tiers).toHaveText(['Deckhand', 'Quay', 'Captain']);
    await page.reload();
    await expect(tiers).toHaveText(['Deckhand', 'Quay', 'Captain']);
  });
});

test.describe('phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a viewer confirms their age before a mature stream, and is told when its streamer stops', async ({
    page,
    browser,
  }) => {
    const streamer = await instance.createStreamer('tern');
    await signIn(page, streamer);
    await page.goto(`${instance.url}/dashboard/streamer/settings`);
    await page.getByLabel('Mature content').click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await goLive(streamer);

    const watching = await viewer(browser, streamer);
    await watching.getByRole('button', { name: "I'm 18 or older" }).click();
    await expect(watching.locator('[data-player][data-state="playing"]')).toBeVisible();
    await page.goto(`${instance.url}/dashboard/streamer`);
    await expect(page.getByText('1 viewer', { exact: true }).first()).toBeAttached();
    // This first stream is live: nothing offers to start one.
    const main = page.getByRole('main');
    await expect(main.getByRole('link', { name: 'Open Pro Studio' }).first()).toBeVisible();
    await expect(main.getByRole('link', { name: 'Start Streaming' })).toHaveCount(0);
    await page.goto(`${instance.url}/dashboard/streamer/vods`);
    await expect(main.getByText('Recording', { exact: true })).toBeVisible();
    for (const publisher of publishers) await publisher.stop();
    await expect(watching.getByText('The streamer stopped')).toBeVisible();
    await watching.close();
  });
});
