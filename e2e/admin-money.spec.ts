/**
 * Admins' work with money on the sandbox, at both widths and by the keyboard alone: they refund a part, see a dispute
 * lost and one won, replay a webhook, reconcile and repair, and set the fee and keys. They settle payouts in
 * money.spec.ts.
 */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
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

/** Submits a form of the sandbox's pages. */
async function submit(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const headers = { origin: instance.url };
  const answer = await page.request.post(instance.url + path, { headers, form, maxRedirects: 0 });
  expect(answer.status()).toBe(303);
}

async function findId(username: string): Promise<string> {
  const answer = await fetch(`${instance.url}/api/profiles/${username}`);
  return ((await answer.json()) as { id: string }).id;
}

/** Opens a payment page for a donation of 20.00. @returns its path */
async function openDonation(page: Page, streamerId: string): Promise<string> {
  const opened = await send(page, instance, '/api/checkouts', {
    purpose: 'donation',
    method: 'stripe',
    amount: 2000,
    streamerId,
    idempotencyKey: crypto.randomUUID(),
  });
  return ((await opened.json()) as { redirectUrl: string }).redirectUrl;
}

/** Reads an address of the instance as JSON. */
const read = async (page: Page, path: string): Promise<unknown> =>
  (await page.request.get(instance.url + path)).json();

/** The statuses of a creator's disputes, once a job has delivered their webhooks. */
async function disputesOf(admin: Page, username: string): Promise<string[]> {
  const { items } = (await read(admin, '/api/admin/disputes')) as {
    items: { status: string; creator: { username: string } }[];
  };
  return items.filter(({ creator }) => creator.username === username).map(({ status }) => status);
}

/** The number of charges for a payment. */
async function chargesOf(admin: Page, paymentId: string): Promise<number> {
  const { items } = (await read(admin, `/api/admin/charges?q=${paymentId}`)) as { items: unknown[] };
  return items.length;
}

const charges = (page: Page) => page.getByRole('table', { name: 'Charges' });

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    const name = `ada${viewport.width}`;
    let streamerId: string;

    test.beforeAll(async () => {
      await instance.createStreamer(name);
      streamerId = await findId(name);
    });

    /** Donates 20.00, and signs in as an admin. */
    async function donated(page: Page): Promise<void> {
      await submit(page, await openDonation(page, streamerId), { action: 'approve' });
      await signIn(page, instance, admin);
    }

    /**
     * Makes the provider and the ledger disagree on three payments. The webhook of the first fails for its currency, so it
     * is not booked; the second has another amount at the provider; the third was paid there at another time.
     */
    async function disagree(page: Page) {
      const db = await openDatabaseOf(instance);
      const change = (paymentId: string, sql: string) =>
        db.pool.query(`update sandbox_objects set ${sql} where id = $1`, [paymentId]);
      const pay = async (currency: string) => {
        const path = await openDonation(page, streamerId);
        const session = path.split('/').at(-1) ?? '';
        await change(session, `state = jsonb_set(state, '{currency}', '"${currency}"')`);
        await submit(page, path, { action: 'approve' });
        const { rows } = await db.pool.query<{ id: string }>(
          `select id from sandbox_objects where kind = 'payment' and parent = $1`,
          [session],
        );
        return rows[0]?.id ?? '';
      };
      const [changed, unlisted] = [await pay('USD'), await pay('USD')];
      for (const id of [changed, unlisted]) await expect.poll(() => chargesOf(page, id)).toBe(1);
      const unbooked = await pay('EUR');
      const failed = `/api/admin/payment-events?status=failed`;
      await expect.poll(async () => JSON.stringify(await read(page, failed))).toContain(unbooked);
      await change(changed, `state = jsonb_set(state, '{amountCents}', '2100')`);
      await change(unlisted, `created_at = created_at - interval '60 days'`);
      const correct = async () => {
        await change(unbooked, `state = jsonb_set(state, '{currency}', '"USD"')`);
        await change(changed, `state = jsonb_set(state, '{amountCents}', '2000')`);
        await change(unlisted, `created_at = created_at + interval '60 days'`);
        await db.close();
      };
      return { unbooked, changed, unlisted, correct };
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
      // Moving money requires a confirmation besides the session.
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
      await expect.poll(() => disputesOf(page, name)).toEqual(['open']);
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
      await expect.poll(() => disputesOf(page, name)).toEqual(['lost']);
      await page.reload();
      await expect(page.getByText('The payer got $15.00 back')).toBeVisible();
    });

    test('an admin answers a dispute with evidence, it is won, and the creator has the money again', async ({
      page,
      browser,
    }) => {
      const creator = await instance.createStreamer(`grace${viewport.width}`);
      const [creatorPage, donor] = [await browser.newPage(), await browser.newPage()];
      await signIn(creatorPage, instance, creator);
      await signIn(donor, instance, await instance.createStreamer(`joan${viewport.width}`));
      await signIn(page, instance, admin);
      const balance = creatorPage.getByRole('region', { name: 'Balance' });
      /** Expects the donation in the views of its creator and donor, once its webhooks have arrived. */
      const expectSeen = async (seen: { pending: string; byCreator: string; byDonor: string }) => {
        await creatorPage.goto(`${instance.url}/dashboard/creator/payouts`);
        await expect(balance).toContainText(`Pending${seen.pending}`);
        await creatorPage.goto(`${instance.url}/dashboard/creator/tips`);
        await expect(creatorPage.getByRole('table', { name: 'Donations received' })).toContainText(
          seen.byCreator,
        );
        await donor.goto(`${instance.url}/billing`);
        await expect(donor.getByRole('table', { name: 'Your payments' })).toContainText(seen.byDonor);
      };
      /** Runs an action on the newest payment. */
      const act = async (action: string, status: string) => {
        await page.goto(`${instance.url}/sandbox/office`);
        await press(page.getByRole('listitem').first().getByRole('button', { name: action }));
        await expect.poll(() => disputesOf(page, creator.username)).toEqual([status]);
      };

      const path = await openDonation(donor, await findId(creator.username));
      await submit(donor, path, { action: 'approve' });
      await expect.poll(() => chargesOf(page, creator.username)).toBe(1);
      await expectSeen({ pending: '$18.00', byCreator: 'Completed', byDonor: 'Paid' });
      await act('Open a dispute', 'open');
      await expectAccessible(page);
      await expectSeen({ pending: '$0.00', byCreator: 'Disputed', byDonor: 'Disputed' });
      await expectAccessible(creatorPage);
      await expectAccessible(donor);

      await page.goto(`${instance.url}/dashboard/admin/money`);
      await press(page.getByRole('link', { name: '1 dispute to answer' }));
      const row = page.getByRole('table', { name: 'Disputes' }).getByRole('row');
      await press(row.filter({ hasText: creator.username }).getByRole('link').first());
      await expect(page.getByText('$20.00 is withheld until the dispute is decided')).toBeVisible();
      await send(page, instance, '/api/auth/confirm', { password: admin.password });
      await type(page.getByLabel('Evidence'), 'They thanked for the stream a day later.');
      await press(page.getByRole('button', { name: 'Send evidence' }));
      await expect(page.getByLabel('More evidence')).toHaveValue('');
      const charge = page.url();
      await act('Creator wins', 'won');
      await page.goto(charge);
      await expect(
        page.getByText('$20.00 and its fee were returned when the dispute was won.'),
      ).toBeVisible();
      await expect(page.getByText('They thanked for the stream a day later.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Send evidence' })).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Refund', exact: true })).toBeVisible();
      await expectAccessible(page);
      await expectSeen({ pending: '$18.00', byCreator: 'Completed', byDonor: 'Paid' });

      await page.goto(`${instance.url}/dashboard/admin/money/webhooks`);
      await type(page.getByRole('searchbox', { name: 'Event type or ID' }), 'dispute.won');
      await page.keyboard.press('Enter');
      const outcome = page.getByRole('table', { name: 'Webhooks' }).getByRole('row');
      await expect(outcome.filter({ hasText: 'dispute.won' }).first()).toContainText('Processed');
      await Promise.all([creatorPage.close(), donor.close()]);
    });

    test('an admin processes a webhook again, repairs the differences between provider and ledger, and sets keys and the fee', async ({
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

      const wrong = await disagree(page);
      const reports = page.getByRole('link', { name: 'Reconciliation' });
      const start = page.getByRole('button', { name: 'Start report' });
      await press(reports);
      await press(start);
      await expect(page.getByText('3 differences')).toBeVisible();
      const difference = (paymentId: string) =>
        page.getByRole('table', { name: 'Differences' }).getByRole('row').filter({ hasText: paymentId });
      await expect(difference(wrong.unbooked)).toContainText('Not booked');
      await expect(difference(wrong.unbooked)).toContainText('If its webhook failed, process it again.');
      await expect(difference(wrong.changed)).toContainText('Amount differs');
      await expect(difference(wrong.changed)).toContainText(/\$21\.00.*\$20\.00/);
      await expect(difference(wrong.changed)).toContainText('ask the provider’s support');
      await expect(difference(wrong.unlisted)).toContainText('Not listed');
      await expect(difference(wrong.unlisted)).toContainText('search for its ID there');
      await expectAccessible(page);
      await press(difference(wrong.changed).getByRole('link', { name: 'Amount differs' }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Charge');
      await expect(page.getByText(wrong.changed)).toBeVisible();
      await page.goBack();

      await press(page.getByRole('link', { name: 'Failed webhooks' }));
      const failed = webhooks.getByRole('row').filter({ hasText: wrong.unbooked });
      await expect(failed).toContainText('is in EUR, but the checkout');
      await wrong.correct();
      await press(failed.getByRole('button', { name: /^Actions for/ }));
      await press(page.getByRole('menuitem', { name: 'Process again' }));
      await expect.poll(() => chargesOf(page, wrong.unbooked)).toBe(1);
      await press(reports);
      await press(start);
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
      const save = page.locator('form').filter({ has: fee }).getByRole('button', { name: 'Save' });
      for (const percent of ['7.5', '10']) {
        await type(fee, percent);
        // The save before may still be running, and Enter would then do nothing.
        await expect(save).toBeEnabled();
        // The notice of the first save is still visible at the second one.
        const saved = page.waitForResponse(
          (response) => response.request().method() === 'PATCH' && response.ok(),
        );
        await page.keyboard.press('Enter');
        await saved;
        await expect(page.getByText('Saved').last()).toBeVisible();
        // Saved values can't be saved again.
        await expect(save).toBeDisabled();
      }
      await expectAccessible(page);
    });
  });
}
