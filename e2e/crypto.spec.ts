/**
 * Payments on a local chain (Anvil), at both widths and by the keyboard alone: a creator connects a wallet, a visitor
 * finds that this is the only payment method, and pays, and an admin confirms a refund.
 */
import { expect, type Page, test } from '@playwright/test';
import { type Anvil, startAnvil } from '../apps/server/test/support/crypto/anvil.ts';
import { expectAccessible, expectTouchable } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { press, type } from './lib/keyboard.ts';
import { signIn } from './lib/session.ts';
import { DESK, PHONE } from './lib/viewports.ts';

const USDC = 10n ** 6n;

let chain: Anvil;
let instance: Instance;

test.beforeAll(async () => {
  chain = await startAnvil();
  await chain.setPrice({ dollars: 2500, updatedAt: new Date() });
  await chain.mine(10);
  instance = await startInstance({
    CRYPTO_RPC_URL: chain.url,
    CRYPTO_CHAIN_ID: '31337',
    CRYPTO_CONFIRMATIONS: '3',
    CRYPTO_USDC_CONTRACT: chain.usdc,
    CRYPTO_PRICE_FEED: chain.priceFeed,
  });
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
  await chain[Symbol.asyncDispose]();
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Expects that the page fits its width and is accessible, by touch on a phone. */
async function inspect(page: Page): Promise<void> {
  const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth;
  expect(await page.evaluate(isTooWide)).toBe(false);
  await expectAccessible(page);
  if (page.viewportSize()?.width === PHONE.width) await expectTouchable(page);
}

/** Adds a past stream. @returns its id */
async function addStream(username: string): Promise<string> {
  const db = await openDatabaseOf(instance);
  const { rows } = await db.pool.query<{ id: string }>(
    `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
     select gen_random_uuid(), id, 'Reef walk', 'Music', 'reef-walk', 'ended', now() - interval '2 hours', now(), now()
     from profiles where username = $1 returning id`,
    [username],
  );
  await db.close();
  return rows[0]?.id ?? '';
}

/** The extended public keys are of the first two accounts of Foundry's well-known test phrase. */
const LOOKS = [
  {
    viewport: PHONE,
    colorScheme: 'light',
    extendedKey:
      'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP',
  },
  {
    viewport: DESK,
    colorScheme: 'dark',
    extendedKey:
      'xpub6Ce9NcJvTk372KjsGfWqbcex5DumjpNquQLApoeQUavSCjEc823BV1tb4rXUuPuht8h2hSxkg2EXUaKUJmniJvRZAELxypsCzBFdtosmV76',
  },
] as const;

for (const { viewport, colorScheme, extendedKey } of LOOKS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, colorScheme });

    test('a visitor pays a creator’s wallet in two parts, and an admin confirms that the creator sent it back', async ({
      page,
      browser,
    }) => {
      const name = `coral${viewport.width}`;
      const creator = await instance.createStreamer(name);
      await instance.admin('grant-role', '--username', name, '--role', 'admin');
      await signIn(page, instance, creator);
      await page.goto(`${instance.url}/dashboard/creator/payouts`);
      const key = page.getByLabel('Extended public key');
      await type(key, 'xprv123');
      await press(page.getByRole('button', { name: 'Show addresses' }));
      await expect(page.getByText(/This is an extended private key/)).toBeVisible();
      await type(key, extendedKey);
      await press(page.getByRole('button', { name: 'Show addresses' }));
      await expect(page.getByText('Compare these with the first addresses')).toBeVisible();
      await inspect(page);
      await press(page.getByRole('button', { name: 'Connect' }));
      const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
      await type(confirmation.getByLabel('Your password'), creator.password);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();

      const visitor = await browser.newPage();
      await visitor.goto(`${instance.url}/checkout/stripe/${await addStream(name)}`);
      await expect(visitor.getByText('isn’t available here. Choose another way to pay.')).toBeVisible();
      await expect(visitor.getByRole('radio', { name: /ETH or USDC/ })).toBeChecked();
      await inspect(visitor);
      await visitor.goto(`${instance.url}/streamer/${name}`);
      await press(visitor.getByRole('link', { name: `Donate to ${name}` }));
      await type(visitor.getByLabel('Amount in USD'), '5.00');
      await press(visitor.getByRole('button', { name: 'Continue to payment' }));
      await expect(visitor.getByText('Waiting for your payment')).toBeVisible();
      await expect(visitor.getByRole('img', { name: 'QR code to pay 5 USDC' })).toBeVisible();
      await press(visitor.getByRole('tab', { name: 'ETH' }));
      const values = visitor.getByRole('tabpanel').getByRole('code');
      await expect(values).toHaveText(['0.002', /^0x/]);
      const to = (await values.last().innerText()) as `0x${string}`;
      await expect(visitor.getByRole('link', { name: 'Open in wallet' })).toHaveAttribute(
        'href',
        `ethereum:${to}@31337?value=2000000000000000`,
      );
      await press(visitor.getByRole('tab', { name: 'USDC' }));
      await inspect(visitor);

      await chain.sendUsdc(to, 2n * USDC);
      await chain.mine();
      await expect(visitor.getByText('Part of the amount has arrived')).toBeVisible();
      await expect(values.first()).toHaveText('3');
      await expect(visitor.getByText('1 of 3 confirmations')).toBeVisible();
      await inspect(visitor);
      await chain.sendUsdc(to, 4n * USDC);
      await chain.mine(3);
      // An overpayment is credited in full.
      await expect(visitor.getByText('$6.00 arrived with 3 confirmations.')).toBeVisible();
      await press(visitor.getByRole('link', { name: 'Continue' }));
      await expect(visitor.getByText('Your donation of $6.00 has arrived.')).toBeVisible();
      await visitor.close();

      await page.goto(`${instance.url}/dashboard/admin/money/charges`);
      await type(page.getByRole('searchbox'), name);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/q=/);
      const found = page.getByRole('table', { name: 'Charges' }).getByRole('link', { name: 'Donation' });
      // The charges of the other width are listed as well.
      await expect(found).toHaveCount(1);
      await press(found);
      await press(page.getByRole('button', { name: 'Refund', exact: true }));
      const dialog = page.getByRole('dialog');
      await type(dialog.getByLabel('Reason'), 'Paid by mistake.');
      await press(dialog.getByRole('button', { name: 'Refund $6.00' }));
      await expect(page.getByText('The creator sends it from the wallet.')).toBeVisible();
      const charge = page.url();
      await page.goto(`${instance.url}/dashboard/creator/payouts`);
      await expect(page.getByRole('region', { name: 'Refunds to send' })).toContainText('$6.00');
      await inspect(page);
      await page.goto(charge);
      const [, exchange] = chain.payers;
      const transaction = await chain.sendUsdc(chain.payers[0], 6n * USDC, exchange);
      await chain.mine(3);
      await press(page.getByRole('button', { name: 'Confirm a transaction' }));
      await expectAccessible(page);
      await type(dialog.getByLabel('Transaction hash'), '0x12');
      await type(dialog.getByLabel('Reason'), 'Sent from an exchange.');
      await press(dialog.getByRole('button', { name: 'Confirm refund' }));
      await expect(
        dialog.getByText('Enter the hash of the transaction: 0x and 64 letters or digits.'),
      ).toBeVisible();
      await type(dialog.getByLabel('Transaction hash'), transaction);
      await press(dialog.getByRole('button', { name: 'Confirm refund' }));
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText('Refund confirmed', { exact: true })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Confirm a transaction' })).toHaveCount(0);
    });
  });
}
