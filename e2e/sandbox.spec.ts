/** The payment page of the sandbox in a browser, with its strict policy, at both widths and by the keyboard alone. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { press } from './lib/keyboard.ts';
import { send } from './lib/session.ts';
import { DESK, PHONE } from './lib/viewports.ts';

let instance: Instance;
let streamerId: string;

test.beforeAll(async () => {
  instance = await startInstance({ ALLOW_SANDBOX_PAYMENTS: 'true' });
  const { username } = await instance.createStreamer('ada');
  const answer = await fetch(`${instance.url}/api/profiles/${username}`);
  streamerId = ((await answer.json()) as { id: string }).id;
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

async function openCheckout(page: Page): Promise<{ id: string; redirectUrl: string }> {
  const answer = await send(page, instance, '/api/checkouts', {
    ...{ purpose: 'donation', method: 'stripe', streamerId, amount: 1500 },
    idempotencyKey: crypto.randomUUID(),
  });
  return (await answer.json()) as { id: string; redirectUrl: string };
}

const statusOf = async (page: Page, id: string) =>
  ((await (await page.request.get(`${instance.url}/api/checkouts/${id}`)).json()) as { status: string })
    .status;

const LOOKS = [
  { viewport: PHONE, colorScheme: 'light' },
  { viewport: DESK, colorScheme: 'dark' },
] as const;

for (const { viewport, colorScheme } of LOOKS) {
  test.describe(`${viewport.width} px wide and ${colorScheme}`, () => {
    test.use({ viewport, colorScheme });

    test('pays after a challenge', async ({ page }) => {
      const refused: string[] = [];
      page.on('console', (message) => void (message.type() === 'error' && refused.push(message.text())));
      const { id, redirectUrl } = await openCheckout(page);
      await page.goto(instance.url + redirectUrl);
      await expect(page.getByText('Test money.')).toBeVisible();
      // The style applies, so that the policy allows it.
      await expect(page.locator('body')).toHaveCSS('max-width', '480px');
      await expectAccessible(page);
      await press(page.getByRole('button', { name: 'Challenge' }));
      await expect(page.getByRole('heading', { name: 'Confirm your payment' })).toBeVisible();
      await expectAccessible(page);
      expect(refused).toEqual([]);
      await press(page.getByRole('button', { name: 'Confirm' }));
      await page.waitForURL(`${instance.url}/streamer/ada?checkout=${id}`);
      await expect.poll(() => statusOf(page, id)).toBe('paid');
    });
  });
}
