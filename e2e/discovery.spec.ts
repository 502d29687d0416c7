/** Finding live streams: by category, by search, in a long list, and while the list changes. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { signIn } from './lib/session.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

let instance: Instance;
let db: Awaited<ReturnType<typeof openDatabaseOf>>;

test.beforeAll(async () => {
  instance = await startInstance();
  db = await openDatabaseOf(instance);
});
test.afterAll(async () => {
  await db.close();
  await instance[Symbol.asyncDispose]();
});
test.beforeEach(() => run('delete from profiles'));

const run = async (statement: string, values: unknown[] = []) =>
  (await db.pool.query(statement, values)).rows;

/** Inserts a live channel, as far as lists are concerned. */
async function goLive(username: string, title: string, category = 'Gaming', viewers = 0): Promise<void> {
  await run(
    `with person as (
       insert into profiles (id, username, email, display_name)
       values (gen_random_uuid(), $1, $1 || '@example.org', initcap($1)) returning id
     ), channel as (
       insert into streamer_data (user_id, stream_key, stream_key_hash)
       select id, $1, sha256($1::bytea) from person
     )
     insert into streams (id, streamer_id, title, category, slug, status, current_viewers, started_at, seen_at)
     select gen_random_uuid(), id, $2, $3, 'show', 'live', $4, now(), now() from person`,
    [username, title, category, viewers],
  );
}

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const card = (page: Page, title: string) => cards(page).filter({ hasText: title });

async function expectUsable(page: Page): Promise<void> {
  await expectAccessible(page);
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(tooWide).toBeLessThanOrEqual(0);
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desk: DESK })) {
  test(`finds streams and channels by search, also by misspelled words, on a ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await goLive('anna', 'Hardcore Minecraft, day 3');
    await goLive('quietfox', 'Emberwood any%', 'Gaming', 12);
    await goLive('attic', 'Nocturnes by request', 'Music');
    // Unknown values in a typed URL are dropped before they reach the server.
    await page.goto(`${instance.url}/discover?category=nowhere&sort=worst`);
    await expect(cards(page)).toHaveCount(3);

    await page.keyboard.press('/');
    await page.keyboard.type('minecarft');
    await expect(cards(page)).toHaveCount(1);
    await expect(card(page, 'Hardcore Minecraft')).toBeVisible();
    await expect(page).toHaveURL(/q=minecarft/);

    const box = page.getByRole('searchbox');
    await box.fill('quietfo');
    const channels = page.getByRole('region', { name: 'Channels' });
    await expect(channels.getByRole('link', { name: 'Quietfox' })).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'Live streams' }).getByText('Emberwood any%'),
    ).toBeVisible();
    await expectUsable(page);

    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: /^Music/ })
      .click();
    await expect(page.getByText('No live streams found')).toBeVisible();
    await page.getByRole('link', { name: 'Browse all live streams' }).click();
    await expect(cards(page)).toHaveCount(3);
    await expect(box).toHaveValue('');
    await page.getByLabel('Sort by').click();
    await page.getByRole('option', { name: 'Newest' }).click();
    await expect(cards(page).first()).toContainText('Nocturnes by request');
  });

  test(`loads a long list while it is scrolled, and keeps its order while streams change, on a ${device}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.clock.install();
    for (let n = 10; n < 40; n++) await goLive(`crowd-${n}`, `Show ${n}`, 'Tech', 200 - n);
    await page.goto(`${instance.url}/discover?category=tech`);
    await expect(cards(page).first()).toContainText('Show 10');
    await cards(page).last().scrollIntoViewIfNeeded();
    await expect(cards(page)).toHaveCount(30);
    await expect(cards(page).last()).toContainText('Show 39');
    await page.keyboard.press('Home');

    await run("update streams set current_viewers = 3 where title = 'Show 12'");
    await run("update streams set status = 'ended', ended_at = now() where title = 'Show 11'");
    await goLive('late', 'A newcomer', 'Tech', 900);
    await page.clock.fastForward(16_000);
    const waiting = page.getByRole('button', { name: '1 new stream' });
    await expect(waiting).toBeVisible();
    await expect(cards(page)).toHaveCount(30);
    await expect(cards(page).nth(1)).toContainText('Ended');
    await expect(cards(page).nth(1)).toContainText('Show 11');
    await expect(cards(page).nth(2)).toContainText('3 viewers');
    await expectUsable(page);

    await waiting.click();
    await expect(cards(page).first()).toContainText('A newcomer');
    await expect(card(page, 'Show 11')).toHaveCount(0);
    await expect(waiting).toHaveCount(0);
  });
}

for (const [device, viewport] of Object.entries({ phone: PHONE, desk: DESK })) {
  test(`narrows streams down by filters that the address keeps, and follows a category onto Home, on a ${device}`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await signIn(page, instance, await instance.createStreamer('vera'));
    await goLive('attic', 'Nocturnes by request', 'Music', 9);
    await goLive('keller', 'Klavier im Keller', 'Music', 2);
    await goLive('match', 'Harbour v Summit', 'Sports', 5);
    await run("update streams set language = 'de', tags = '{piano,cozy}' where title = 'Klavier im Keller'");
    await page.goto(`${instance.url}/discover`);
    await expect(cards(page)).toHaveCount(3);

    // The title is read in its language, which is named since it is not the viewer's.
    const german = card(page, 'Klavier im Keller');
    await expect(german.getByRole('link', { name: 'Klavier im Keller' })).toHaveAttribute('lang', 'de');
    await expect(german).toContainText('German');
    await german.getByRole('link', { name: 'piano' }).click();
    await page.waitForURL('**/discover?tag=piano');
    await expect(cards(page)).toHaveCount(1);

    await page.getByRole('button', { name: '1 filter' }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    await sheet.getByLabel('Language').fill('fren');
    await page.keyboard.press('Enter');
    await expectUsable(page);
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/language=fr/);
    await expect(page.getByText('No live streams found')).toBeVisible();
    await page.goBack();
    await expect(cards(page)).toHaveCount(1);
    await page.goForward();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(cards(page)).toHaveCount(3);

    await page
      .getByRole('navigation', { name: 'Categories' })
      .getByRole('link', { name: /^Sports/ })
      .click();
    await expect(cards(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Follow Sports' }).click();
    await expect(page.getByRole('button', { name: 'Following Sports' })).toBeVisible();
    await expectUsable(page);
    await page.goto(instance.url);
    const followed = page.getByRole('region', { name: 'In categories you follow' });
    await expect(followed.getByRole('article')).toHaveCount(1);
    await expect(followed.getByText('Harbour v Summit')).toBeVisible();
    const beside = page.locator('#sidebar').getByRole('region', { name: 'Categories you follow' });
    if (viewport === DESK) await beside.getByRole('link', { name: /^Sports/ }).click();
    else return expect(beside).toBeHidden();
    await page.waitForURL('**/discover?category=sports');
  });
}

test('finds people and streams from any page in the command palette, opened by the slash key', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await goLive('quietfox', 'Emberwood any%');
  await page.goto(`${instance.url}/faq`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('/');
  const palette = page.getByRole('dialog');
  await expect(palette).toBeVisible();
  await page.keyboard.type('qiuetfox');
  await expect(palette.getByRole('option', { name: /@quietfox/ })).toBeVisible();
  await expect(palette.getByRole('option', { name: /Emberwood/ })).toBeVisible();
  // Results stay while the query changes.
  await page.keyboard.press('Backspace');
  await expect(palette.getByRole('option', { name: /for “qiuetfo”/ })).toBeVisible();
  await palette.getByRole('option', { name: /@quietfox/ }).click();
  await page.waitForURL('**/streamer/quietfox');
});

test('opens the first entry of the command palette by Enter after the server has answered', async ({
  page,
}) => {
  await goLive('aboutface', 'About face');
  await goLive('quietfox', 'Emberwood any%');
  await page.goto(`${instance.url}/faq`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const choose = async (words: string, found: RegExp) => {
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.type(words);
    await expect(page.getByRole('dialog').getByRole('option', { name: found })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  // The page with this very name comes before channels that begin with it.
  await choose('about', /@aboutface/);
  await page.waitForURL('**/about');
  await choose('aboutf', /@aboutface/);
  await page.waitForURL('**/s/aboutface/show');
  await choose('emberwood', /Emberwood/);
  await page.waitForURL('**/s/quietfox/show');
  // The arrow keys still move away from it.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.type('quietfox');
  await expect(page.getByRole('dialog').getByRole('option', { name: /@quietfox/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/streamer/quietfox');
});

test('shows the featured stream on Home only once, and links to the categories', async ({ page }) => {
  await page.setViewportSize(DESK);
  await goLive('first', 'On the stage', 'Music', 9);
  await goLive('second', 'In the grid', 'Food', 5);
  const response = await page.goto(instance.url);
  // The page says the same before the app has started as after, and to those without scripts.
  const html = (await response?.text()) ?? '';
  const hero = page.locator('section', { has: page.getByRole('heading', { level: 1 }) });
  const pitch = 'The rules are public, every moderation action is logged, and anyone can appeal.';
  await expect(hero).toContainText(pitch);
  expect(html).toContain(pitch);
  expect(html).toContain(await page.getByRole('heading', { level: 1 }).innerText());
  expect(html).not.toMatch(/peer-to-peer|censor/i);
  await expect(page.getByText(/peer-to-peer|came from each other/i)).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Watch On the stage by First' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'First', exact: true })).toHaveAttribute(
    'href',
    '/streamer/first',
  );
  await expect(cards(page)).toHaveCount(1);
  await expect(card(page, 'In the grid')).toBeVisible();
  const food = page.getByRole('navigation', { name: 'Categories' }).getByRole('link', { name: /^Food/ });
  await expect(food).toHaveAccessibleName('Food 1 live');
  await food.click();
  await page.waitForURL('**/discover?category=food');
  await expect(cards(page)).toHaveCount(1);
  const figures = { policy: 'ask', hasRelay: false, peers: 0, fromPeers: 3e9, fromOrigin: 1e9, given: 3e9 };
  await page.route('**/api/swarm', (route) => route.fulfill({ json: figures }));
  await page.goto(instance.url);
  await expect(page.getByText(/75% of the video .* This server did not have to send 3\.0 GB/)).toBeVisible();
});
