/** Every screen at the width of a phone and of a desktop, in both themes: complete, accessible and still. */
import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { expectAccessible, expectTouchable } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { layoutShiftOf, MAX_LAYOUT_SHIFT, recordLayoutShifts } from './lib/layout-shift.ts';
import { ACCOUNT_HOME, ADMINS, PUBLIC, type Screen, SIGNED_IN, STREAMERS } from './lib/screens.ts';
import { watchRequests } from './lib/settled.ts';

/** Colors depend only on the theme, and structure hardly on the width: two combinations cover both. */
const LOOKS = [
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark', rules: undefined },
  {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    rules: [
      'color-contrast',
      'aria-hidden-focus',
      'button-name',
      'link-name',
      'label',
      'scrollable-region-focusable',
    ],
  },
] as const;

// The file runs in two halves, since no other file takes as long.
test.describe.configure({ mode: 'parallel' });

let instance: Instance;
/** A streamer and admin. */
let coral: Streamer;

test.beforeAll(async () => {
  instance = await startInstance();
  coral = await instance.createStreamer('coral');
  await instance.admin('grant-role', '--username', 'coral', '--role', 'admin');
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

interface Window {
  readonly page: Page;
  /** Resolves once the page has loaded everything. */
  readonly settled: () => Promise<void>;
}

/** One page for many screens, so that scripts are loaded once. */
async function open(browser: Browser, look: BrowserContextOptions): Promise<Window> {
  // Without transitions, whose intermediate colors would fail the contrast check.
  const context = await browser.newContext({ ...look, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await recordLayoutShifts(page);
  return { page, settled: watchRequests(page) };
}

async function inspect(
  { page, settled }: Window,
  { path, heading }: Screen,
  rules: readonly string[] | undefined,
): Promise<void> {
  await page.goto(instance.url + path);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(page).toHaveTitle(/\S/);
  await settled();
  const inline = page.locator('script:not([src]):not([type="application/json"])');
  expect(await inline.count(), 'inline scripts').toBe(0);
  const { scrollWidth, clientWidth } = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(scrollWidth, 'width').toBeLessThanOrEqual(clientWidth);
  if (rules === undefined) await expectTouchable(page);
  await expectAccessible(page, rules);
  // Content that loads after the heading must not move the rest.
  expect(await layoutShiftOf(page), 'layout shift').toBeLessThan(MAX_LAYOUT_SHIFT);
}

for (const { viewport, colorScheme, rules } of LOOKS) {
  test.describe(`at ${viewport.width} px, ${colorScheme}`, () => {
    let window: Window;
    test.afterAll(() => window.page.context().close());

    test.describe('signed out', () => {
      test.beforeAll(async ({ browser }) => {
        window = await open(browser, { viewport, colorScheme });
      });
      for (const screen of PUBLIC)
        test(`${screen.path} has its heading, fits the width, is accessible and does not shift`, () =>
          inspect(window, screen, rules));
      // Among the pages for members, those for admins have the most different layout.
      test('a page for admins leads to the sign-in page without a layout shift', async () => {
        const { page, settled } = window;
        await page.goto(`${instance.url}/dashboard/admin`);
        await page.waitForURL('**/login?from=*');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await settled();
        expect(await layoutShiftOf(page)).toBeLessThan(MAX_LAYOUT_SHIFT);
      });
    });

    test.describe('signed in with every role', () => {
      test.beforeAll(async ({ browser }) => {
        window ??= await open(browser, { viewport, colorScheme });
        const { email, password } = coral;
        const answer = await window.page.request.post(`${instance.url}/api/auth/sign-in/email`, {
          data: { email, password },
          headers: { origin: instance.url },
        });
        expect(answer.status()).toBe(200);
      });
      for (const screen of [ACCOUNT_HOME, ...SIGNED_IN, ...STREAMERS, ...ADMINS]) {
        test(`${screen.path} has its heading, fits the width, is accessible and does not shift`, () =>
          inspect(window, screen, rules));
      }
    });
  });
}
