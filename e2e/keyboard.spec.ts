/** Every screen that has a form, walked by Tab alone. */
import { type BrowserContext, expect, test } from '@playwright/test';
import { type Instance, startInstance } from './lib/instance.ts';
import { walkByTab } from './lib/keyboard.ts';

const SIGNED_OUT = [
  '/login',
  '/login?step=code',
  '/login?step=recovery',
  '/login?step=second-factor',
  '/register',
  '/reset-password?token=any',
  '/start-streaming',
  '/contact',
  '/discover',
];
const SIGNED_IN = [
  '/profile',
  '/profile/account',
  '/profile/security',
  '/start-streaming',
  '/dashboard/viewer/preferences',
  '/dashboard/streamer',
  '/dashboard/streamer/settings',
  '/dashboard/streamer/profile',
  '/dashboard/admin/users',
  '/dashboard/admin/audit',
  '/dashboard/admin/settings',
  '/dashboard/admin/messages',
  '/dashboard/admin/pages/about',
];

let instance: Instance;
let context: BrowserContext;

test.beforeAll(async ({ browser }) => {
  instance = await startInstance();
  const { email, password } = await instance.createStreamer('coral');
  await instance.admin('grant-role', '--username', 'coral', '--role', 'admin');
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' });
  const data = { email, password };
  const answer = await context.request.post(`${instance.url}/api/auth/sign-in/email`, { data });
  expect(answer.status()).toBe(200);
});
test.afterAll(async () => {
  await context.close();
  await instance[Symbol.asyncDispose]();
});

test('nobody signed in needs a pointer', async ({ page }) => {
  for (const path of SIGNED_OUT) {
    await page.goto(instance.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await walkByTab(page);
  }
});

test('nobody signed in with every role needs a pointer', async () => {
  const page = await context.newPage();
  for (const path of SIGNED_IN) {
    await page.goto(instance.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await walkByTab(page);
  }
});
