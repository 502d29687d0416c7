/**
 * The pages of the sandbox in a browser, with their strict policy, at both widths and by the keyboard alone: a payment after
 * a challenge, and one during an outage.
 */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { press, type } from './lib/keyboard.ts';
import { send, signIn } from './lib/session.ts';
import { DESK, PHONE } from './lib/viewports.ts';

let instance: Instance;
/** Receives the payments, and is an admin. */
let ada: Streamer;
let streamerId: string;

test.beforeAll(async () => {
  instance = await startInstance({ ALLOW_SANDBOX_PAYMENTS: 'true' });
  ada = await instance.createStreamer('ada');
  await instance.admin('grant-role', '--username', 'ada', '--role', 'admin');
  const answer = await fetch(`${instance.url}/api/profiles/ada`);
  streamerId = ((await answer.json()) as { id: string }).id;
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

async function openCheckout(page: Page): Promise<{ id: string; redirectUrl: string }> {
  const answer = await send(page, instance, '/api/checkouts', {
    purpose: 'donation',
    method: 'stripe',
    streamerId,
    amount: 1500,
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
  test.describe(`at ${viewport.width} px in the ${colorScheme} theme`, () => {
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
      await page.waitForURL(`${instance.url}/billing/checkout?creator=ada&checkout=${id}`);
      await expect.poll(() => statusOf(page, id)).toBe('paid');
    });

    test('an outage is explained to a donor, whose next attempt after it pays once', async ({
      page,
      browser,
    }) => {
      const office = await browser.newPage();
      await signIn(office, instance, ada);
      const amounts = async () => {
        const answer = await office.request.get(`${instance.url}/api/admin/charges?status=captured`);
        return ((await answer.json()) as { items: { amount: number }[] }).items.map(({ amount }) => amount);
      };
      const earlier = (await amounts()).filter((amount) => amount === 700).length;
      await office.goto(`${instance.url}/sandbox/office`);
      await press(office.getByRole('button', { name: 'Start an outage' }));
      await expect(office.getByText('The API of the sandbox is down.')).toBeVisible();
      await expectAccessible(office);

      await page.goto(`${instance.url}/streamer/ada`);
      await press(page.getByRole('link', { name: 'Donate to ada' }));
      await type(page.getByLabel('Amount in USD'), '7');
      const pay = page.getByRole('button', { name: 'Continue to payment' });
      await press(pay);
      await expect(
        page.getByText('You are not charged twice if you try again in a minute.', { exact: false }),
      ).toBeVisible();
      await expectAccessible(page);
      await press(office.getByRole('button', { name: 'End the outage' }));
      await expect(office.getByRole('button', { name: 'Start an outage' })).toBeVisible();
      await press(pay);
      await press(page.getByRole('button', { name: 'Approve' }));
      await expect(page.getByText('Your donation of $7.00 has arrived.')).toBeVisible();
      expect((await amounts()).filter((amount) => amount === 700)).toHaveLength(earlier + 1);
      await office.close();
    });
  });
}
