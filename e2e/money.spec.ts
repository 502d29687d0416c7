/**
 * The money screens with the content of a demo instance, at both widths and by the keyboard alone. screens.spec.ts
 * covers the empty ones.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { choose, press, type } from './lib/keyboard.ts';
import * as session from './lib/session.ts';
import { PHONE, VIEWPORTS } from './lib/viewports.ts';

/** Expects that the page fits its width and is accessible. */
async function inspect(page: Page): Promise<void> {
  // A chart adapts to a new width only after the page has it.
  await expect
    .poll(
      () =>
        page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          return scrollWidth - clientWidth;
        }),
      `horizontal overflow of ${page.url()} in pixels`,
    )
    .toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

const isFalling = (figures: readonly number[]) =>
  figures.length > 1 && figures.every((figure, index) => figure <= (figures[index - 1] ?? figure));

const toCents = (sum: string) => Math.round(Number(sum.replaceAll(',', '')) * 100);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const DEMO = { DEMO: 'true', DEMO_CHANNELS: '0' };

/** Has the content of the demo, which takes seconds to write. It is stopped, and each width begins with a copy. */
let seeded: Instance;

test.beforeAll(async () => {
  seeded = await startInstance(DEMO);
  // The web app requests these; each answers once it has finished.
  for (const step of ['seed-demo-users', 'seed-demo-streams', 'seed-admin-data']) {
    const answer = await fetch(`${seeded.url}/api/functions/${step}`, { method: 'POST' });
    expect(await answer.json(), seeded.output()).toEqual({ success: true, error: null });
  }
  await seeded.stop();
});
test.afterAll(async () => {
  await seeded[Symbol.asyncDispose]();
});

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    const isPhone = viewport === PHONE;
    test.use({ viewport, colorScheme: isPhone ? 'light' : 'dark' });

    // The demo has one streamer, whose balance is paid out at the end.
    let instance: Instance;
    let passwords: Record<'viewer' | 'streamer' | 'admin', string>;

    test.beforeAll(async () => {
      instance = await startInstance(DEMO, seeded.dataDir);
      passwords = JSON.parse(await readFile(join(instance.dataDir, 'demo', 'sign-ins.json'), 'utf8'));
    });
    test.afterAll(async () => {
      await instance[Symbol.asyncDispose]();
    });

    const signIn = (page: Page, role: keyof typeof passwords) =>
      session.signIn(page, instance, { email: `${role}@demo.example`, password: passwords[role] });

    test('a streamer sees earnings, donations, subscribers and events', async ({ page }) => {
      await signIn(page, 'streamer');
      await page.goto(`${instance.url}/dashboard/creator/earnings`);
      await expect(page.getByText('Test money')).toBeVisible();
      await choose(page.getByLabel('Period'), 'Last 12 months');
      await expect(page.getByText('12 months before')).toBeVisible();
      await inspect(page);
      await press(page.getByRole('link', { name: 'View donations' }));
      const donations = page.getByRole('table', { name: 'Donations received' });
      await expect(donations.getByText('Anonymous').first()).toBeVisible();
      if (isPhone) await choose(page.getByLabel('Sort by'), 'Amount, descending');
      else await press(donations.getByRole('button', { name: 'Amount' }));
      const amounts = async () => {
        const cells = await donations.getByRole('row').locator('td:nth-child(4)').allInnerTexts();
        return cells.map((text) => Number(text.replace(/[^\d.]/g, '')));
      };
      await expect.poll(async () => isFalling(await amounts())).toBe(true);
      const least = (await amounts()).at(-1) ?? 0;
      const pages = page.getByRole('navigation', { name: 'Pages: Donations received' });
      await press(pages.getByRole('button', { name: 'Next' }));
      await expect(pages.getByRole('button', { name: 'Previous' })).toBeEnabled();
      await expect.poll(async () => Math.max(...(await amounts()))).toBeLessThanOrEqual(least);
      await inspect(page);

      await press(page.getByRole('link', { name: 'Tiers' }));
      const tier = page.getByRole('article').filter({ hasText: '$4.99' });
      await expect(tier.getByRole('heading')).toHaveText('Bench mate');
      await press(tier.getByText(/subscriber/));
      const subscribers = tier.getByRole('table', { name: 'Subscribers' });
      await expect(subscribers).toContainText('Demo Viewer');
      await choose(tier.getByLabel('Status'), 'Canceled');
      await expect(subscribers.locator('tbody tr')).toHaveCount(1);
      await expect(subscribers).toContainText('Canceled');
      await inspect(page);

      await press(page.getByRole('link', { name: 'Events' }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Events');
      await inspect(page);
      await press(page.getByRole('link', { name: 'Mend along: bring one broken program' }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Event');
      await inspect(page);
      await press(page.getByRole('link', { name: 'View event page' }));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(
        'Mend along: bring one broken program',
      );
      await expect(page.getByText('17 of 40 tickets left')).toBeVisible();
      await expect(page.getByText('In Lisbon')).toHaveCount(new Date().getTimezoneOffset() === 0 ? 0 : 1);
      await inspect(page);
    });

    test('a viewer sees their own donations and subscriptions, and an admin sees all of them', async ({
      page,
    }) => {
      await signIn(page, 'viewer');
      await page.goto(`${instance.url}/profile`);
      await press(page.getByRole('link', { name: 'Billing' }));
      const payments = page.getByRole('table', { name: 'Your payments' });
      await choose(page.getByLabel('For', { exact: true }), 'Donation');
      await expect(payments.locator('tbody tr').first()).toContainText('Donation');
      await inspect(page);
      await press(payments.getByRole('link', { name: /^Receipt/ }).first());
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Receipt');
      await expect(page.getByRole('table', { name: 'Receipt' }).getByRole('row').last()).toContainText(
        'Total',
      );
      await inspect(page);
      await page.goBack();
      await press(page.getByRole('link', { name: 'Subscriptions', exact: true }));
      const trial = page.getByRole('article').filter({ hasText: 'Green tests' });
      await expect(trial).toContainText('Free until');
      await expect(trial.getByRole('img', { name: 'Verified' })).toBeVisible();
      await inspect(page);

      await signIn(page, 'admin');
      await page.goto(`${instance.url}/dashboard/admin/money`);
      await choose(page.getByLabel('Status'), 'Refunded');
      const rows = page.getByRole('table', { name: 'All donations' }).locator('tbody tr');
      await expect(rows).toHaveCount(3);
      // The URL keeps the filters and the order.
      await page.reload();
      await expect(rows).toHaveCount(3);
      await press(page.getByRole('tab', { name: 'Events' }));
      await expect(page.getByRole('table', { name: 'All events' })).toContainText('The Lantern Council');
      await inspect(page);
    });

    test('a streamer withdraws, again after the transfer failed, and a payout account gets the rest with a statement, again after it was refused', async ({
      page,
      browser,
    }) => {
      await signIn(page, 'streamer');
      // A provider sends creators back to this address.
      await page.goto(`${instance.url}/api/payout-accounts/paypal/return?error=access_denied`);
      await expect(page.getByRole('alert')).toContainText('Your account couldn’t be connected.');
      await inspect(page);
      await page.goto(`${instance.url}/dashboard/creator/payouts`);
      await expect(page.getByRole('alert')).toBeHidden();
      const list = page.getByRole('table', { name: 'Payouts' });
      await expect(list.getByText('By bank transfer from an admin')).toBeVisible();
      await inspect(page);
      /** The amount being paid out, and the streamer's total, which doesn't change when pending money is released. */
      const balance = async () => {
        const text = await page.getByRole('region', { name: 'Balance' }).innerText();
        const figures = text.matchAll(/^(Available|Reserved|Pending|Being paid out)\n+\$([\d,.]+)$/gm);
        const cents = new Map([...figures].map(([, label, sum]) => [label, toCents(sum ?? '')]));
        const total = [...cents.values()].reduce((all, one) => all + one, 0);
        return { total, paidOut: cents.get('Being paid out') };
      };
      await expect.poll(async () => (await balance()).paidOut).toBeDefined();
      const before = await balance();
      const withdraw = page.getByRole('button', { name: 'Withdraw' });
      const dialog = page.getByRole('dialog', { name: 'Withdraw' });
      const amount = dialog.getByLabel('Amount in USD');
      await press(withdraw);
      await type(amount, '5');
      await page.keyboard.press('Enter');
      await expect(dialog.getByText(/^Enter \$10\.00 to /)).toBeVisible();
      await expectAccessible(page);
      await type(amount, '11.50');
      await page.keyboard.press('Enter');
      await type(
        page.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Your password'),
        passwords.streamer,
      );
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      const returned = list.getByRole('row').filter({ hasText: '$11.50' });
      await expect(returned).toContainText('By bank transfer from an admin');
      await expect.poll(balance).toEqual({ ...before, paidOut: (before.paidOut ?? 0) + 1150 });

      const admin = await browser.newPage();
      await signIn(admin, 'admin');
      await admin.goto(`${instance.url}/dashboard/admin/money/payouts`);
      const all = admin.getByRole('table', { name: 'All payouts' }).getByRole('row');
      const rejected = all.filter({ hasText: '$11.50' });
      await expect(rejected).toContainText('Needs a bank transfer');
      await inspect(admin);
      await press(rejected.getByRole('button', { name: /^Actions for/ }));
      await press(admin.getByRole('menuitem', { name: 'Mark as failed' }));
      const reason = 'The bank doesn’t know this account number.';
      await type(admin.getByLabel('Reason'), reason);
      await expectAccessible(admin);
      await admin.keyboard.press('Enter');
      await type(
        admin.getByRole('dialog', { name: 'Confirm it’s you' }).getByLabel('Your password'),
        passwords.admin,
      );
      await admin.keyboard.press('Enter');
      await expect(rejected).toContainText('Failed');
      await expect(rejected).toContainText(reason);
      await inspect(admin);

      // The bell updates live; the list and the balance show the last visit.
      await press(page.getByRole('button', { name: /^Notifications, \d+ unread$/ }));
      const bell = page.getByRole('dialog', { name: 'Notifications' }).getByRole('listitem').first();
      await expect(bell).toContainText('A payout of $11.50 failed');
      await expect(bell).toContainText(reason);
      await press(bell.getByRole('link'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statement');
      await expect(page.getByRole('article', { name: 'Statement' })).toContainText(
        `It is back in your balance. ${reason}`,
      );
      await inspect(page);
      await page.goto(`${instance.url}/dashboard/creator/payouts`);
      await expect(returned).toContainText(reason);
      await expect.poll(balance).toEqual(before);
      await press(withdraw);
      await type(amount, '12.50');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      const withdrawal = list.getByRole('row').filter({ hasText: '$12.50' });
      await expect(withdrawal).toContainText('By bank transfer from an admin');

      await admin.reload();
      const waiting = all.filter({ hasText: '$12.50' });
      await press(waiting.getByRole('button', { name: /^Actions for/ }));
      await press(admin.getByRole('menuitem', { name: 'Mark as paid' }));
      await type(admin.getByLabel('Reference of the bank transfer'), 'BANK-7');
      await expectAccessible(admin);
      await admin.keyboard.press('Enter');
      await expect(waiting).toContainText('BANK-7');
      await page.reload();
      await expect(withdrawal).toContainText('Reference BANK-7');

      await press(page.getByRole('button', { name: 'Set up' }));
      await press(page.getByRole('button', { name: 'Complete' }));
      await expect(page.getByText('This account is new, so nothing is sent to it until')).toBeVisible();
      const db = await openDatabaseOf(instance);
      await db.pool.query('update provider_accounts set payable_at = now()').finally(() => db.close());
      await page.reload();
      await expect(page.getByText('Payouts are sent here.')).toBeVisible();
      await press(withdraw);
      await expect(dialog).toContainText('Sent to your');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      const sent = list.getByRole('row').filter({ hasText: 'On its way' });
      const payoutOf = (statement: string | null) =>
        list.getByRole('row').filter({ has: page.locator(`a[href="${statement}"]`) });
      await expect(sent).toBeVisible();
      const refused = payoutOf(await sent.getByRole('link').getAttribute('href'));
      await admin.goto(`${instance.url}/sandbox/office`);
      await press(admin.getByRole('button', { name: 'Let payouts fail' }));
      await expect(admin.getByRole('listitem').filter({ hasText: 'payouts fail' })).toBeVisible();
      await inspect(admin);
      /** Waits until a job has sent the payout and it has its outcome, and shows the balance after it. */
      const arrive = async (payout: typeof sent, outcome: string) => {
        await expect
          .poll(async () => {
            await press(admin.getByRole('button', { name: 'Let payouts arrive now' }));
            await page.reload();
            await expect(payout).toBeVisible();
            return payout.innerText();
          })
          .toContain(outcome);
        // The balance may have been read just before the outcome.
        await page.reload();
      };
      await arrive(refused, 'It is back in your balance. The bank account is closed.');
      await inspect(page);
      await press(withdraw);
      await expect(dialog).toContainText('Sent to your');
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(sent).toBeVisible();
      const payout = payoutOf(await sent.getByRole('link').getAttribute('href'));
      await press(admin.getByRole('button', { name: 'Let payouts succeed' }));
      await expect(admin.getByRole('listitem').filter({ hasText: 'payouts succeed' })).toBeVisible();
      await arrive(payout, 'Completed');
      await admin.close();
      await press(payout.getByRole('link'));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statement');
      const lines = page.getByRole('table', { name: 'Statement' }).getByRole('row');
      await expect(lines.filter({ hasText: 'This payout' })).toContainText('-$');
      await expect(lines.filter({ hasText: 'Earlier payouts that returned' })).toContainText('$');
      await inspect(page);
    });
  });
}
