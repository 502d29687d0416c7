/** The choice of a language. */
import { expect, test } from '@playwright/test';
import { type Instance, startInstance } from './lib/instance.ts';

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

test('a visitor chooses a language in the footer, and returns to that of the browser', async ({ page }) => {
  const html = page.locator('html');
  const footer = page.getByRole('contentinfo');
  await page.goto(`${instance.url}/rules`);
  await expect(html).toHaveAttribute('lang', 'en');

  await footer.getByLabel('Language').selectOption('Deutsch');
  await expect(html).toHaveAttribute('lang', 'de');
  await expect(footer.getByRole('link', { name: 'Regeln' })).toBeVisible();
  const request = page.waitForRequest((one) => one.url().includes('/api/'));
  await page.goto(`${instance.url}/discover`);
  expect((await request).headers()['accept-language']).toBe('de');
  await expect(page.getByRole('heading', { name: 'Entdecken', level: 1 })).toBeVisible();

  await footer.getByLabel('Sprache').selectOption('العربية');
  await expect(html).toHaveAttribute('lang', 'ar');
  await expect(html).toHaveAttribute('dir', 'rtl');

  await footer.getByLabel('اللغة').selectOption('');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(html).not.toHaveAttribute('dir', 'rtl');
});
