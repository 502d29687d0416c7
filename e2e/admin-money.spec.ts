/** What admins do with money, on the sandbox: refund a part, see a lost dispute, replay a webhook, set keys, compare. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { press } from './lib/keyboard.ts';
import { DESK, PHONE } from './lib/viewports.ts';

let instance: Instance;
let streamerId: string;
let admin: { email: string; password: string };

test.beforeAll(async () => {
  instance = await startInstance({ ALLOW_SANDBOX_PAYMENTS: 'true' });
  const { username } = await instance.createStreamer('ada');
  const answer = await fetch(`${instance.url}/api/profiles/${username}`);
  streamerId = ((await answer.json()) as { id: string }).id;
  admin = await instance.createStreamer('root');
  await instance.admin('grant-role', '--username', 'root', '--role', 'admin');
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const post = (page: Page, path: string, data: object) =>
  page.request.post(instance.url + path, { headers: { origin: instance.url }, data });
const submit = (page: Page, path: string, form: Record<string, string>) =>
  page.request.post(instance.url + path, { headers: { origin: instance.url }, form, maxRedirects: 0 });

/** Donates 20.00, and signs in as an admin. */
async function donated(page: Page): Promise<void> {
  const opened = await post(page, '/api/checkouts', {
    ...{ purpose: 'donation', method: 'stripe', amount: 2000, streamerId },
    idempotencyKey: crypto.randomUUID(),
  });
  const { redirectUrl } = (await opened.json()) as { redirectUrl: string };
  expect((await submit(page, redirectUrl, { action: 'approve' })).status()).toBe(303);
  const { email, password } = admin;
  expect((await post(page, '/api/auth/sign-in/email', { email, password })).status()).toBe(200);
}

/** After its webhook, which a job delivers. */
async function disputeStates(page: Page): Promise<string[]> {
  const answer = await page.request.get(`${instance.url}/api/admin/disputes`);
  const { items } = (await answer.json()) as { items: { status: string }[] };
  return items.map(({ status }) => status);
}

const charges = (page: Page) => page.getByRole('table', { name: 'Charges' });

test('an admin finds a charge, refunds a part of it by the keyboard, and sees a dispute of the rest lost', async ({
  page,
}) => {
  await donated(page);
  await page.setViewportSize(PHONE);
  await page.goto(`${instance.url}/dashboard/admin/money/charges`);
  await page.getByRole('searchbox', { name: 'Person, email, amount or ID' }).fill('ada');
  await page.keyboard.press('Enter');
  await expect(charges(page).getByRole('link', { name: 'Donation' })).toHaveCount(1);
  const paymentId = await charges(page).getByText(/^pay_/).innerText();
  await press(charges(page).getByRole('link', { name: 'Donation' }));
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charge');

  await press(page.getByRole('button', { name: 'Refund' }));
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in USD').fill('5');
  await expect(dialog).toContainText('ada loses $4.50');
  await expect(dialog).toContainText('The platform returns $0.50 of its fee.');
  await dialog.getByLabel('Reason').fill('Paid twice.');
  await expectAccessible(page);
  await press(dialog.getByRole('button', { name: 'Refund $5.00' }));
  // Being signed in is not enough to move money.
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Your password').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(confirmation.getByText('Incorrect password.')).toBeVisible();
  await expectAccessible(page);
  await confirmation.getByLabel('Your password').fill(admin.password);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('Partly refunded')).toBeVisible();
  await expect(page.getByText('Refund confirmed by the provider')).toBeVisible();

  expect((await submit(page, '/sandbox/office', { action: 'dispute', id: paymentId })).status()).toBe(303);
  await expect.poll(() => disputeStates(page)).toEqual(['open']);
  await page.setViewportSize(DESK);
  await page.goto(`${instance.url}/dashboard/admin/money/disputes`);
  const disputes = page.getByRole('table', { name: 'Disputes' });
  await expect(disputes).toContainText('$15.00');
  await expect(disputes).toContainText('Due');
  const disputeId = await disputes.getByText(/^dp_/).innerText();
  await press(disputes.getByRole('link').first());
  await page.getByLabel('Evidence').fill('They watched the stream to its end.');
  await press(page.getByRole('button', { name: 'Send evidence' }));
  await expect(page.getByText('Evidence sent', { exact: false }).first()).toBeVisible();
  await expectAccessible(page);
  expect((await submit(page, '/sandbox/office', { action: 'lose', id: disputeId })).status()).toBe(303);
  await expect.poll(() => disputeStates(page)).toEqual(['lost']);
  await page.reload();
  await expect(page.getByText('The payer got $15.00 back')).toBeVisible();
});

test('an admin processes a webhook again, compares the provider with the ledger, and sets keys', async ({
  page,
}) => {
  await donated(page);
  expect((await post(page, '/api/auth/confirm', { password: admin.password })).status()).toBe(204);
  await page.setViewportSize(PHONE);
  await page.goto(`${instance.url}/dashboard/admin/money/webhooks`);
  const webhooks = page.getByRole('table', { name: 'Webhooks' });
  await expect(webhooks.getByText('Processed').first()).toBeVisible();
  await press(webhooks.getByRole('button', { name: /^Actions for/ }).first());
  await press(page.getByRole('menuitem', { name: 'Show details' }));
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region', { name: 'Body' })).toContainText('"');
  await expectAccessible(page);
  await press(dialog.getByRole('button', { name: 'Process again' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('The webhook is being processed again')).toBeVisible();

  await page.setViewportSize(DESK);
  await press(page.getByRole('link', { name: 'Reconciliation' }));
  await press(page.getByRole('button', { name: 'Start report' }));
  await expect(page.getByRole('heading', { name: 'No differences' })).toBeVisible();
  await expectAccessible(page);

  await press(page.getByRole('link', { name: 'Payment providers' }));
  await press(page.getByRole('button', { name: 'Test connection to Sandbox' }));
  await expect(page.getByText('The sandbox answers.')).toBeVisible();
  await page.setViewportSize(PHONE);
  await press(page.getByRole('button', { name: 'Set keys of Stripe' }));
  await page.getByLabel('Secret key', { exact: true }).fill('nonsense');
  await page
    .getByLabel(/^Signing secrets/)
    .first()
    .fill('whsec_0123456789');
  await press(page.getByRole('button', { name: 'Save keys' }));
  await expect(page.getByText('Use a secret key, sk_...')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Secret key', { exact: true }).fill('sk_test_0123456789');
  await press(page.getByRole('button', { name: 'Save keys' }));
  await expect(page.getByText('Keys of Stripe saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Replace keys of Stripe' })).toBeVisible();
});
