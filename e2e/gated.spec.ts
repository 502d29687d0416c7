/**
 * A stream for subscribers, at both widths and by the keyboard alone: what strangers see instead of it, and how it plays
 * for those who may watch.
 */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { press } from './lib/keyboard.ts';
import { type Publisher, startPublisher } from './lib/publisher.ts';
import { send, signIn, typeSignIn } from './lib/session.ts';
import { showStream } from './lib/studio.ts';
import { VIEWPORTS } from './lib/viewports.ts';

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance({ TRUST_PROXY: 'loopback' });
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

const player = (page: Page) => page.locator('[data-player]');
const expectState = (page: Page, state: string) =>
  expect(player(page)).toHaveAttribute('data-state', state, { timeout: 30_000 });
const notice = (page: Page) => player(page).getByRole('status');

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    let coral: Streamer;
    let publisher: Publisher;
    const vera = { email: `vera${viewport.width}@example.org`, password: 'a password of vera' };

    test.beforeAll(async () => {
      coral = await instance.createStreamer(`coral${viewport.width}`);
      const account = ['--username', `vera${viewport.width}`, '--email', vera.email];
      await instance.admin('create-user', ...account, '--password', vera.password);
      const db = await openDatabaseOf(instance);
      await db.pool.query(
        `update streamer_data set stream_gate_kind = 'subscribers', stream_gate_id = user_id,
           regular_gate_kind = 'subscribers', regular_gate_id = user_id`,
      );
      await db.close();
      // Small, since three browsers play it at a time.
      const size = { width: 320, height: 180, fps: 10, bitrateKbps: 200 };
      publisher = await startPublisher({ url: coral.rtmpUrl, key: coral.streamKey, ...size });
    });
    test.afterAll(async ({ browser }) => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      await publisher.stop();
    });

    /** The stream's page in a browser of its own. */
    async function openSignedIn(
      browser: Browser,
      account: Pick<Streamer, 'email' | 'password'>,
    ): Promise<Page> {
      const page = await (await browser.newContext()).newPage();
      await signIn(page, instance, account);
      await page.goto(coral.watchUrl);
      return page;
    }

    test('a stranger sees whom a gated stream is for, and loads nothing of it, before and after signing in', async ({
      page,
    }) => {
      const media: string[] = [];
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/live/')) media.push(request.url());
      });
      await page.goto(coral.watchUrl);
      await expectState(page, 'refused');
      await expect(notice(page)).toContainText('For subscribers');
      await expect(player(page).getByRole('link', { name: 'View channel' })).toBeVisible();
      await expectAccessible(page);
      await press(player(page).getByRole('link', { name: 'Sign In' }));
      await typeSignIn(page, vera);
      await page.waitForURL(/\/s\/coral\d+\//);
      await expectState(page, 'refused');
      await expect(notice(page)).toContainText('This stream is for subscribers of the channel.');
      await expect(player(page).getByRole('link', { name: 'Sign In' })).toBeHidden();
      expect(media).toEqual([]);
    });

    test('the creator watches a gated stream in two browsers, and in a third one instead of the first, the control room included', async ({
      browser,
    }) => {
      const pages = [await openSignedIn(browser, coral), await openSignedIn(browser, coral)];
      for (const page of pages) await expectState(page, 'playing');
      const third = await openSignedIn(browser, coral);
      await expectState(third, 'refused');
      await expect(notice(third)).toContainText(
        'Your account already watches with this ticket or subscription in 2 browsers.',
      );
      await expectAccessible(third);
      await press(third.getByRole('button', { name: 'Watch here instead' }));
      await expectState(third, 'playing');
      // The one that began first is told at once, and can have its place back.
      const [ousted] = pages;
      if (ousted === undefined) throw new Error('No page.');
      await expectState(ousted, 'refused');
      await expect(notice(ousted)).toContainText('Another browser took over, so playback stopped here.');
      await expect(ousted.getByRole('button', { name: 'Watch here instead' })).toBeVisible();
      await expectAccessible(ousted);
      // The control room plays the same stream in the same browser.
      await third.goto(`${instance.url}/pro-studio`);
      await showStream(third);
      await expect(third.locator('[data-preview]')).toHaveAttribute('data-state', 'playing');
      for (const page of [...pages, third]) await page.context().close();
    });

    test('the embedded player of a gated stream leads to the stream’s page', async ({ page }) => {
      await page.goto(`${instance.url}/embed/${coral.username}`);
      await expectState(page, 'refused');
      await expect(player(page).getByRole('link', { name: 'Open stream page' })).toBeVisible();
    });

    test('a viewer who subscribes from the notice in place of the player can watch until the subscription ends', async ({
      browser,
    }) => {
      const creator = await openSignedIn(browser, coral);
      const tier = { name: 'Deckhand', description: '', benefits: [] };
      await send(creator, instance, '/api/me/tiers', {
        ...tier,
        priceMonthly: 0,
        priceYearly: 0,
        trialDays: 0,
      });
      await creator.goto(`${instance.url}/dashboard/streamer/settings`);
      await expect(creator.getByRole('switch', { name: 'My streams are for subscribers' })).toBeChecked();
      await creator.context().close();

      const page = await openSignedIn(browser, vera);
      await expectState(page, 'refused');
      await press(player(page).getByRole('button', { name: /^Subscribe/ }));
      await expectAccessible(page);
      await press(page.getByRole('dialog').getByRole('button', { name: 'Subscribe to Deckhand' }));
      await expect(page.getByRole('dialog').getByText('You’re subscribed')).toBeVisible();
      await page.keyboard.press('Escape');
      await page.clock.install();
      await page.reload();
      await expectState(page, 'playing');
      const subscriptions = await page.context().newPage();
      await subscriptions.goto(`${instance.url}/subscription-management`);
      await press(subscriptions.getByRole('button', { name: 'Cancel subscription' }));
      await press(subscriptions.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }));
      await expect(subscriptions.getByText('Canceled.')).toBeVisible();
      await page.bringToFront();
      // The player renews its grant, which lasts a minute, before half of it is over.
      await page.clock.fastForward(30_000);
      await expectState(page, 'refused');
      await page.context().close();
    });
  });
}
