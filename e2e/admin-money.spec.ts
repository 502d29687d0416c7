/**
 * What admins do with money, on the sandbox, at both widths and by the keyboard alone: refund a part, see a lost dispute,
 * replay a webhook, compare, set the fee and keys. They confirm payouts in money.spec.ts.
 */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { press, type } from './lib/keyboard.ts';
import { send, signIn } from './lib/session.ts';
import { VIEWPORTS } from './lib/viewports.ts';

let instance: Instance;
let admin: { email: string; password: string };

test.beforeAll(async () => {
  instance = await startInstance({ ALLOW_SANDBOX_PAYMENTS: 'true', TRUST_PROXY: 'loopback' });
  admin = await instance.createStreamer('root');
  await instance.admin('grant-role', '--username', 'root', '--role', 'admin');
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Presses a button of the sandbox's pages. */
async function submit(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const headers = { origin: instance.url };
  const answer = await page.request.post(instance.url + path, { headers, form, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

const charges = (page: Page) => page.getByRole('table', { name: 'Charges' });

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    const name = `ada${viewport.width}`;
    let streamerId: string;

    test.beforeAll(async () => {
      await instance.createStreamer(name);
      const answer = await fetch(`${instance.url}/api/profiles/${name}`);
      streamerId = ((await answer.json()) as { id: string }).id;
    });

    /** Donates 20.00, and signs in as an admin. */
    async function donated(page: Page): Promise<void> {
      const opened = await send(page, instance, '/api/checkouts', {
        ...{ purpose: 'donation', method: 'stripe', amount: 2000, streamerId },
        idempotencyKey: crypto.randomUUID(),
      });
      const { redirectUrl } = (await opened.json()) as { redirectUrl: string };
      await submit(page, redirectUrl, { action: 'approve' });
      await signIn(page, instance, admin);
    }

    /** After its webhook, which a job delivers. */
    async function disputeStates(page: Page): Promise<string[]> {
      const answer = await page.request.get(`${instance.url}/api/admin/disputes`);
      const { items } = (await answer.json()) as {
        items: { status: string; creator: { username: string } }[];
      };
      return items.filter(({ creator }) => creator.username === name).map(({ status }) => status);
    }

    test('an admin finds a charge, refunds a part of it, and sees a dispute of the rest lost', async ({
      page,
    }) => {
      await donated(page);
      await page.goto(`${instance.url}/dashboard/admin/money/charges`);
      await type(page.getByRole('searchbox', { name: 'Person, email, amount or ID' }), name);
      await page.keyboard.press('Enter');
      await expect(charges(page).getByRole('link', { name: 'Donation' })).toHaveCount(1);
      const paymentId = await charges(page).getByText(/^pay_/).innerText();
      await expectAccessible(page);
      await press(charges(page).getByRole('link', { name: 'Donation' }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charge');

      await press(page.getByRole('button', { name: 'Refund' }));
      const dialog = page.getByRole('dialog');
      await type(dialog.getByLabel('Amount in USD'), '5');
      await expect(dialog).toContainText(`${name} loses $4.50`);
      await expect(dialog).toContainText('The platform returns $0.50 of its fee.');
      await type(dialog.getByLabel('Reason'), 'Paid twice.');
      await expectAccessible(page);
      await press(dialog.getByRole('button', { name: 'Refund $5.00' }));
      // Being signed in is not enough to move money.
      const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await type(confirmation.getByLabel('Your password'), 'not the password');
      await page.keyboard.press('Enter');
      await expect(confirmation.getByText('Incorrect password.')).toBeVisible();
      await expectAccessible(page);
      await type(confirmation.getByLabel('Your password'), admin.password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByText('Partly refunded')).toBeVisible();
      await expect(page.getByText('Refund confirmed by the provider')).toBeVisible();
      await expectAccessible(page);
      await press(page.getByRole('link', { name: 'Refunds' }));
      await expect(page.getByRole('table', { name: 'Refunds' })).toContainText('$5.00');
      await expectAccessible(page);

      await submit(page, '/sandbox/office', { action: 'dispute', id: paymentId });
      await expect.poll(() => disputeStates(page)).toEqual(['open']);
      await press(page.getByRole('link', { name: 'Disputes' }));
      const dispute = page
        .getByRole('table', { name: 'Disputes' })
        .getByRole('row')
        .filter({ hasText: name });
      await expect(dispute).toContainText('$15.00');
      await expect(dispute).toContainText('Due');
      await expectAccessible(page);
      const disputeId = await dispute.getByText(/^dp_/).innerText();
      await press(dispute.getByRole('link').first());
      await type(page.getByLabel('Evidence'), 'They watched the stream to its end.');
      await press(page.getByRole('button', { name: 'Send evidence' }));
      await expect(page.getByText('Evidence sent', { exact: false }).first()).toBeVisible();
      await expectAccessible(page);
      await submit(page, '/sandbox/office', { action: 'lose', id: disputeId });
      await expect.poll(() => disputeStates(page)).toEqual(['lost']);
      await page.reload();
      await expect(page.getByText('The payer got $15.00 back')).toBeVisible();
    });

    test('an admin processes a webhook again, compares the provider with the ledger, and sets keys and the fee', async ({
      page,
    }) => {
      await donated(page);
      await send(page, instance, '/api/auth/confirm', { password: admin.password });
      await page.goto(`${instance.url}/dashboard/admin/money/webhooks`);
      const webhooks = page.getByRole('table', { name: 'Webhooks' });
      await expect(webhooks.getByText('Processed').first()).toBeVisible();
      await expectAccessible(page);
      await press(webhooks.getByRole('button', { name: /^Actions for/ }).first());
      await press(page.getByRole('menuitem', { name: 'Show details' }));
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('region', { name: 'Body' })).toContainText('"');
      await expectAccessible(page);
      await press(dialog.getByRole('button', { name: 'Process again' }));
      await expect(dialog).toBeHidden();
      await expect(page.getByText('The webhook is being processed again')).toBeVisible();

      await press(page.getByRole('link', { name: 'Reconciliation' }));
      await press(page.getByRole('button', { name: 'Start report' }));
      await expect(page.getByRole('heading', { name: 'No differences' })).toBeVisible();
      await expectAccessible(page);

      await press(page.getByRole('link', { name: 'Payment providers' }));
      await press(page.getByRole('button', { name: 'Test connection to Sandbox' }));
      await expect(page.getByText('The sandbox answers.')).toBeVisible();
      await press(page.getByRole('button', { name: 'Set keys of Stripe' }));
      const secretKey = page.getByLabel('Secret key', { exact: true });
      await type(secretKey, 'nonsense');
      await type(page.getByLabel(/^Signing secrets/).first(), 'whsec_0123456789');
      await press(page.getByRole('button', { name: 'Save keys' }));
      await expect(page.getByText('Use a secret key, sk_...')).toBeVisible();
      await expectAccessible(page);
      await type(secretKey, 'sk_test_0123456789');
      await press(page.getByRole('button', { name: 'Save keys' }));
      await expect(page.getByText('Keys of Stripe saved')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Replace keys of Stripe' })).toBeVisible();
      await press(page.getByRole('button', { name: 'Remove keys of Stripe' }));
      await expectAccessible(page);
      await press(dialog.getByRole('button', { name: 'Remove keys' }));
      await expect(page.getByRole('button', { name: 'Set keys of Stripe' })).toBeVisible();

      await press(page.getByRole('link', { name: 'Settings' }).first());
      const fee = page.getByLabel('Platform fee in percent');
      for (const percent of ['7.5', '10']) {
        await type(fee, percent);
        await page.keyboard.press('Enter');
        await expect(page.getByText('Saved').last()).toBeVisible();
        // What is saved already can't be saved again.
        const settings = page.locator('form').filter({ has: fee });
        await expect(settings.getByRole('button', { name: 'Save' })).toBeDisabled();
      }
      await expectAccessible(page);
    });
  });
}
