/** Every screen with a form, operated with the Tab key alone. */
import { type BrowserContext, expect, test } from '@playwright/test';
import { expectTabbable } from './lib/accessibility.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { watchRequests } from './lib/settled.ts';

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
  '/dashboard/creator/events/new',
  '/dashboard/creator/tiers/new',
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

test('reaches every control of the forms for visitors with Tab, in reading order', async ({ page }) => {
  const settled = watchRequests(page);
  for (const path of SIGNED_OUT) {
    await page.goto(instance.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled();
    await expectTabbable(page);
  }
});

test('reaches every control of the forms for members, streamers and admins with Tab, in reading order', async () => {
  const page = await context.newPage();
  const settled = watchRequests(page);
  for (const path of SIGNED_IN) {
    await page.goto(instance.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await settled();
    await expectTabbable(page);
  }
});
