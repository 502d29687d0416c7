/** The app's shell: route guards, menus, the command palette, and the security policy. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { DIST, initialScripts, measureCompressed, readBudget } from './lib/budget.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { ADMINS, SIGNED_IN, STREAMERS } from './lib/screens.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

let instance: Instance;
/** A streamer and admin. */
let coral: Streamer;
/** Cookies of a browser in which coral is signed in. */
let coralState: Awaited<ReturnType<BrowserContext['storageState']>> | undefined;

test.beforeAll(async ({ browser }) => {
  instance = await startInstance();
  coral = await instance.createStreamer('coral');
  await instance.admin('grant-role', '--username', 'coral', '--role', 'admin');
  await instance.admin(
    ...[
      'create-user',
      '--username',
      'vera',
      '--email',
      'vera@example.org',
      '--password',
      'a password of vera',
    ],
  );
  const page = await browser.newPage();
  await asCoral(page);
  coralState = await page.context().storageState();
  await page.close();
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto(`${instance.url}/about`);
  const status = await page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/auth/sign-in/email', { method: 'POST', headers, body: JSON.stringify(body) }))
        .status;
    },
    { email, password },
  );
  expect(status).toBe(200);
}

const asCoral = (page: Page) => signIn(page, coral.email, coral.password);
const asVera = (page: Page) => signIn(page, 'vera@example.org', 'a password of vera');

/** Opens a page within the loaded app. The answers of the server to these paths are in screens.spec.ts. */
const visit = (page: Page, path: string) => page.evaluate((to) => history.pushState(null, '', to), path);

test('redirects a signed-out visitor to sign-in, which remembers the requested page', async ({ page }) => {
  await page.goto(`${instance.url}/dashboard`);
  const from = () => new URL(page.url()).searchParams.get('from');
  await expect.poll(from).toBe('/dashboard');
  for (const { path } of [...SIGNED_IN, ...STREAMERS, ...ADMINS]) {
    await visit(page, path);
    await expect.poll(from, { intervals: [20] }).toBe(path);
  }
});

test('redirects an account without the required role to the page that says so', async ({ page }) => {
  await asVera(page);
  await page.goto(instance.url);
  for (const { path } of [...STREAMERS, ...ADMINS]) {
    await visit(page, path);
    await page.waitForURL('**/unauthorized');
  }
  await page.goto(`${instance.url}/dashboard`);
  await page.waitForURL('**/dashboard/viewer');
});

test('opens the page that is navigated to while the app replaces the first screen of Home', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    // React listens to its container right before it renders.
    EventTarget.prototype.addEventListener = function (...args) {
      if (this instanceof Element && this.id === 'root') {
        EventTarget.prototype.addEventListener = listen;
        history.pushState(null, '', '/about');
      }
      listen.apply(this, args);
    };
  });
  await page.goto(instance.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('About');
});

test('runs no script that is not a file of the instance', async ({ page }) => {
  const answer = await page.goto(instance.url);
  expect(answer?.headers()['content-security-policy']).toMatch(/script-src 'self'(?:;|$)/);
  const broken: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) broken.push(message.text());
  });
  // Chromium does not log violations that a script caught, so they are collected here.
  await page.addInitScript(() => {
    const refused: string[] = [];
    Reflect.set(globalThis, 'refused', refused);
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.violatedDirective));
  });
  await page.goto(`${instance.url}/faq`);
  await expect(page.getByRole('heading', { name: 'Watching' })).toBeVisible();
  await page.goto(`${instance.url}/register`);
  await expect(page.getByLabel(/username/i)).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'refused'))).toEqual([]);
  expect(broken).toEqual([]);
});

test('keeps the initial scripts of Home within their size budget', async () => {
  const { brotli, gzip } = await measureCompressed(DIST, await initialScripts(DIST));
  const budget = (await readBudget()).home.initialScriptBytes;
  expect(brotli).toBeLessThan(budget.brotli);
  expect(gzip).toBeLessThan(budget.gzip);
});

test.describe('with the keyboard alone', () => {
  test.use({ viewport: DESK });

  test('opens pages and categories and runs actions from the command palette', async ({ page }) => {
    // The first press comes in the moment at which the page becomes visible.
    await page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (!document.querySelector('header button[aria-keyshortcuts]')) return;
        observer.disconnect();
        document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }));
      });
      observer.observe(document, { childList: true, subtree: true });
    });
    await page.goto(instance.url);
    await expect(page.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const go = async (words: string) => {
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('combobox')).toBeFocused();
      await page.keyboard.type(words);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    };
    await go('privacy');
    await page.waitForURL('**/privacy');
    await go('comedy');
    await page.waitForURL('**/discover?category=comedy');
    await go('light theme');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('moves through the header with Tab in reading order, with a visible focus', async ({ page }) => {
    await page.goto(instance.url);
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible();
    const names: string[] = [];
    for (let i = 0; i < 12; i++) {
      await page.keyboard.press('Tab');
      const stop = page.locator(':focus');
      names.push((await stop.getAttribute('aria-label')) ?? (await stop.textContent()) ?? '');
      const seen = await stop.evaluate((element) => {
        const style = getComputedStyle(element);
        const box = element.getBoundingClientRect();
        return box.width > 0 && box.bottom > 0 && style.outlineStyle !== 'none';
      });
      expect(seen, `focus on ${names.at(-1)}`).toBe(true);
    }
    expect(names.slice(0, 8)).toEqual([
      'Skip to content',
      'Sidebar',
      expect.stringContaining('home'),
      'Home',
      'Discover',
      'Categories',
      'Pro Studio',
      'Go to anything',
    ]);
  });

  test('lists all 16 categories in the menu, which opens Discover', async ({ page }) => {
    await page.goto(instance.url);
    await page.getByRole('button', { name: 'Categories' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem')).toHaveCount(16);
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem').last()).toBeFocused();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/discover?category=movies');
    await expect(page.getByText('No one is live in Movies right now')).toBeVisible();
  });
});

test.describe('the sidebar', () => {
  test.use({ viewport: DESK });

  test('collapses from 16rem to 3.5rem, and stays collapsed after a reload', async ({ page }) => {
    await page.goto(instance.url);
    const sidebar = page.locator('#sidebar');
    await expect(sidebar).toHaveCSS('width', '256px');
    await page.getByRole('button', { name: 'Sidebar' }).click();
    await expect(sidebar).toHaveCSS('width', '56px');
    await page.reload();
    await expect(sidebar).toHaveCSS('width', '56px');
    await page.setViewportSize({ width: 1023, height: 800 });
    await expect(sidebar).toBeHidden();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('lists the information pages in the side menu, and scrolls the opened page to its top', async ({
    page,
  }) => {
    await page.goto(instance.url);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const scrolled = () => page.evaluate(() => scrollY);
    await page.evaluate(() => scrollTo(0, 300));
    expect(await scrolled()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    for (const name of ['FAQ', 'About', 'Contact', 'Donations', 'Privacy', 'Terms']) {
      await expect(menu.getByRole('link', { name })).toBeVisible();
    }
    await menu.getByRole('link', { name: 'Terms' }).click();
    await page.waitForURL('**/terms');
    await expect(menu).toHaveCount(0);
    await expect.poll(scrolled).toBe(0);
  });
});

test('an admin marks a message as handled and edits a page, whose unsafe HTML is removed', async ({
  browser,
}) => {
  const reader = await browser.newPage({ viewport: DESK });
  await reader.goto(`${instance.url}/contact`);
  await reader.getByLabel('Your name').fill('Ann');
  await reader.getByLabel('Your email address').fill('ann@example.org');
  await reader.getByLabel('Subject').fill('A broken picture');
  await reader.getByLabel('Your message').fill('The picture of my stream stays black.');
  // The form refuses messages that are sent too fast, and keeps their text.
  await expect(async () => {
    await reader.getByRole('button', { name: 'Send message' }).click();
    await expect(reader.getByText('Message sent')).toBeVisible({ timeout: 2000 });
  }).toPass();

  const page = await browser.newPage({
    viewport: DESK,
    storageState: coralState ?? { cookies: [], origins: [] },
  });
  await page.goto(`${instance.url}/dashboard/admin`);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.getByRole('link', { name: '1 message to read' }).click();
  await expect(page.getByText('A broken picture')).toBeVisible();
  await page.getByText('A broken picture').click();
  await expect(page.getByText('The picture of my stream stays black.')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for A broken picture' }).click();
  await page.getByRole('menuitem', { name: 'Mark as handled' }).click();
  await expect(page.getByText('No open messages')).toBeVisible();

  await page.goto(`${instance.url}/dashboard/admin/pages/donations`);
  await page
    .getByLabel('Text (Markdown)')
    .fill('## Thank you\n\n<img src=x onerror=alert(1)> [here](javascript:alert(1))');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await reader.goto(`${instance.url}/donations`);
  await expect(reader.getByRole('heading', { name: 'Thank you' })).toBeVisible();
  expect(await reader.locator('article img').count()).toBe(0);
  expect(await reader.locator('article a[href^="javascript"]').count()).toBe(0);
  await reader.close();
  await page.close();
});

test('saves a profile with its avatar and links, and shows it to others', async ({ page }) => {
  await asVera(page);
  await page.goto(`${instance.url}/profile`);
  await page.getByLabel('Name', { exact: true }).fill('Vera of the Valley');
  await page.getByLabel('Bio').fill('I paint rivers.');
  await page.getByRole('button', { name: 'Add link' }).click();
  await page.getByLabel('Link 1', { exact: true }).fill('http://example.org');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Enter a full URL that starts with https://')).toBeVisible();
  await page.getByLabel('Link 1', { exact: true }).fill('https://example.org/vera');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile saved')).toBeVisible();

  const png = await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 200 } });
  await page
    .getByLabel('Choose avatar image')
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
  await expect(page.getByRole('button', { name: 'Replace avatar' })).toBeVisible();

  await page
    .getByLabel('Choose banner image')
    .setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('not an image') });
  await expect(page.getByText('Failed to update profile')).toBeVisible();

  await page.goto(`${instance.url}/streamer/vera`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vera of the Valley');
  await expect(page.getByText('I paint rivers.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'example.org/vera' })).toHaveAttribute(
    'href',
    'https://example.org/vera',
  );
  await expect(page.locator('main header img')).toHaveAttribute('src', /^\/pictures\/.+\.webp$/);
});
