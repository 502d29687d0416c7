/** Tiers and subscriptions, from the creator's form to the profile, at both widths and by the keyboard alone. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { check, press, type } from './lib/keyboard.ts';
import { mailTo } from './lib/outbox.ts';
import { send, signIn, typeSignIn } from './lib/session.ts';
import { VIEWPORTS } from './lib/viewports.ts';

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance({ ALLOW_SANDBOX_PAYMENTS: 'true', TRUST_PROXY: 'loopback' });
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const cards = (page: Page) => page.getByRole('list', { name: 'Offered tiers' }).getByRole('heading');

async function createTier(page: Page, name: string, monthly: string, yearly: string): Promise<void> {
  await press(page.getByRole('link', { name: 'Create tier' }));
  await expect(heading(page)).toHaveText('New tier');
  await type(page.getByLabel('Name'), name);
  await type(page.getByLabel('Benefits'), 'A name in the credits\nA monthly letter');
  await type(page.getByLabel('Monthly price'), monthly);
  await type(page.getByLabel('Yearly price'), yearly);
  await press(page.getByRole('button', { name: 'Create tier' }));
  await expect(heading(page)).toHaveText('Subscription tiers');
}

/** Creates a tier. @returns its id */
async function postTier(page: Page, tier: object): Promise<string> {
  const answer = await send(page, instance, '/api/me/tiers', {
    description: '',
    benefits: [],
    priceMonthly: 500,
    priceYearly: 5000,
    trialDays: 0,
    ...tier,
  });
  return ((await answer.json()) as { id: string }).id;
}

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    const nameOf = (person: string) => `${person}${viewport.width}`;
    const account = (person: string) => instance.createStreamer(nameOf(person));

    /** Subscribes a new account to a tier of a new channel, and opens the list of subscriptions. @returns the account and its card */
    async function subscribed(page: Page, creator: Page, names: { channel: string; fan: string }) {
      await signIn(creator, instance, await account(names.channel));
      const small = await postTier(creator, { name: 'Deckhand' });
      await postTier(creator, { name: 'Captain', priceMonthly: 1500, priceYearly: 15_000 });
      const fan = await account(names.fan);
      await signIn(page, instance, fan);
      await page.goto(`${instance.url}/billing/checkout?tier=${small}`);
      await press(page.getByRole('button', { name: 'Continue to payment' }));
      await press(page.getByRole('button', { name: 'Approve' }));
      await expect(page.getByText('You’re subscribed to Deckhand')).toBeVisible();
      await press(page.getByRole('link', { name: 'Manage subscription' }));
      return { fan, card: page.getByRole('article') };
    }

    test('a creator makes tiers, orders them, changes one and archives it', async ({ page, browser }) => {
      await signIn(page, instance, await account('coral'));
      await page.goto(`${instance.url}/dashboard/creator/tiers`);
      await expect(page.getByText('No tiers yet')).toBeVisible();
      await press(page.getByRole('link', { name: 'Create tier' }));
      await press(page.getByRole('button', { name: 'Create tier' }));
      await expect(page.getByText('Enter a name.')).toBeVisible();
      await type(page.getByLabel('Monthly price'), 'five');
      await press(page.getByRole('button', { name: 'Create tier' }));
      await expect(page.getByText('Enter an amount, such as $5.00.')).toBeVisible();
      await expectAccessible(page);

      await page.goto(`${instance.url}/dashboard/creator/tiers`);
      await createTier(page, 'Quay', '0', '0');
      await createTier(page, 'Deckhand', '5', '50');
      await createTier(page, 'Captain', '12', '120');
      await expect(cards(page)).toHaveText(['Quay', 'Deckhand', 'Captain']);
      await expectAccessible(page);

      await press(page.getByRole('button', { name: 'Move Captain up' }));
      await expect(cards(page)).toHaveText(['Quay', 'Captain', 'Deckhand']);
      await expect(page.getByText('Captain is number 2 of 3.')).toBeAttached();
      await expect(page.getByRole('button', { name: 'Move Captain up' })).toBeFocused();
      // The list shows the new order before it is saved.
      const saved = page.waitForResponse('**/api/me/tier-order');
      await press(page.getByRole('button', { name: 'Move Quay down' }));
      await expect(cards(page)).toHaveText(['Captain', 'Quay', 'Deckhand']);
      await saved;
      await page.reload();
      await expect(cards(page)).toHaveText(['Captain', 'Quay', 'Deckhand']);

      await press(page.getByRole('link', { name: 'Edit Captain' }));
      await type(page.getByLabel('Name'), 'Quay');
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      await expect(page.getByText('You have a tier with this name. It may be archived.')).toBeVisible();
      await type(page.getByLabel('Name'), 'Helm');
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      await expect(page.getByText('Saved')).toBeVisible();
      await expectAccessible(page);
      const visitor = await browser.newPage();
      await visitor.goto(`${instance.url}/streamer/${nameOf('coral')}`);
      const shown = visitor
        .getByRole('region', { name: 'Subscription tiers' })
        .getByRole('heading', { level: 3 });
      await expect(shown).toHaveText(['Helm', 'Quay', 'Deckhand']);
      await expectAccessible(visitor);

      await press(page.getByRole('button', { name: 'Archive tier' }));
      await expect(page.getByRole('button', { name: 'Offer again' })).toBeVisible();
      await visitor.reload();
      await expect(shown).toHaveText(['Quay', 'Deckhand']);
      await press(page.getByRole('button', { name: 'Offer again' }));
      await expect(page.getByRole('button', { name: 'Archive tier' })).toBeVisible();
      await visitor.reload();
      await expect(shown).toHaveText(['Quay', 'Deckhand', 'Helm']);
      await visitor.close();
    });

    test('a viewer subscribes to a free tier on the profile, and cancels it under subscriptions', async ({
      page,
      browser,
    }) => {
      const creator = await browser.newPage();
      await signIn(creator, instance, await account('reef'));
      await postTier(creator, { name: 'Quay', priceMonthly: 0, priceYearly: 0 });
      await creator.close();
      await signIn(page, instance, await account('minnow'));
      await page.goto(`${instance.url}/streamer/${nameOf('reef')}`);
      await press(page.getByRole('button', { name: 'Subscribe to Quay' }));
      await expect(page.getByText('You’re subscribed')).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(page.getByText('You’re subscribed')).toBeVisible();

      await press(page.getByRole('link', { name: 'Manage', exact: true }));
      await expect(page.getByRole('heading', { name: 'Quay' })).toBeVisible();
      await expect(page.getByText('Free, without an end date.')).toBeVisible();
      await expectAccessible(page);
      await press(page.getByRole('button', { name: 'Cancel subscription' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }));
      await expect(page.getByText('Canceled.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0);
    });

    test('a viewer subscribes with a trial, and sees what the server knows at each step', async ({
      page,
      browser,
    }) => {
      const creator = await browser.newPage();
      await signIn(creator, instance, await account('kelp'));
      await postTier(creator, { name: 'Deckhand', benefits: ['A name in the credits'], trialDays: 7 });
      await creator.close();
      await page.goto(`${instance.url}/streamer/${nameOf('kelp')}`);
      await press(page.getByRole('link', { name: 'Subscribe to Deckhand' }));
      await typeSignIn(page, await account('shrimp'));

      await expect(heading(page)).toHaveText('Subscribe to Deckhand');
      const terms = page.getByRole('region', { name: 'What you pay' });
      await expect(terms).toContainText('Today$0.00');
      await expect(terms).toContainText('$5.00 a month');
      await check(page.getByRole('radio', { name: /Yearly/ }));
      await expect(terms).toContainText('$50.00 a year');
      await check(page.getByRole('radio', { name: /Monthly/ }));
      await expectAccessible(page);
      await press(page.getByRole('radio', { name: /Card/ }));
      await expect(page.getByText('after 7 days for free')).toBeVisible();
      await press(page.getByRole('button', { name: 'Abandon' }));
      await expect(page).toHaveURL(/subscription\/cancel/);
      await expect(page.getByText('You left the payment page')).toBeVisible();
      await expectAccessible(page);
      await press(page.getByRole('button', { name: 'Cancel payment' }));
      await expect(page.getByText('You canceled the payment')).toBeVisible();
      await press(page.getByRole('link', { name: 'Try again' }));
      await press(page.getByRole('button', { name: 'Continue to payment' }));
      await press(page.getByRole('button', { name: 'Approve' }));

      await expect(page).toHaveURL(/subscription\/success/);
      await expect(page.getByText('You’re subscribed to Deckhand')).toBeVisible();
      await expect(page.getByText(/Free until .* then \$5\.00 a month\./)).toBeVisible();
      await expectAccessible(page);
      await press(page.getByRole('link', { name: 'Back to the channel' }));
      await expect(page.getByText('You’re subscribed')).toBeVisible();
      await press(page.getByRole('link', { name: 'Manage', exact: true }));
      await expect(page.getByText('Trial', { exact: true })).toBeVisible();
      await press(page.getByRole('button', { name: 'Cancel subscription' }));
      await expectAccessible(page);
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }));
      await expect(page.getByText(/Ends on .* won’t be charged again/)).toBeVisible();
    });

    test('a subscription whose payment fails is past due, and continues with a card that works', async ({
      page,
      browser,
    }) => {
      const creator = await browser.newPage();
      const { card, fan } = await subscribed(page, creator, { channel: 'wave', fan: 'foam' });
      await creator.close();
      const portal = async (action: string) => {
        await press(page.getByRole('button', { name: 'Payment method' }));
        await press(page.getByRole('button', { name: action }));
        await expect(heading(page)).toHaveText('Subscriptions');
      };
      await portal('Use a card that is declined');
      await portal('End the period now');
      await expect(async () => {
        await page.reload();
        await expect(card).toContainText('Past due', { timeout: 2_000 });
      }).toPass();
      await expectAccessible(page);
      await expect(card.getByRole('button', { name: 'Change tier' })).toHaveCount(0);
      await mailTo(instance.dataDir, fan.email, /^The payment for Deckhand failed$/);
      await portal('Use a card that works');
      await expect(async () => {
        await page.reload();
        await expect(card).toContainText('Active', { timeout: 2_000 });
      }).toPass();
    });

    test('a subscriber moves up and down between tiers, cancels and resumes', async ({ page, browser }) => {
      const creator = await browser.newPage();
      const { card } = await subscribed(page, creator, { channel: 'delta', fan: 'brook' });
      for (const [tier, price, effect] of [
        ['Captain', '$15.00 a month', 'You pay about $10.00 today.'],
        ['Deckhand', '$5.00 a month', 'About $10.00 counts toward your next payments.'],
      ] as const) {
        await press(card.getByRole('button', { name: 'Change tier' }));
        const dialog = page.getByRole('dialog');
        await check(dialog.getByRole('radio', { name: new RegExp(tier) }));
        await expect(dialog).toContainText(effect);
        await expectAccessible(page);
        await press(dialog.getByRole('button', { name: 'Change', exact: true }));
        await expect(card.getByRole('heading', { name: tier })).toBeVisible();
        await expect(card).toContainText(price);
      }
      await press(card.getByRole('button', { name: 'Cancel subscription' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }));
      await expect(card).toContainText('won’t be charged again');
      await press(card.getByRole('button', { name: 'Resume subscription' }));
      await expect(card).toContainText('Renews on');

      await creator.goto(`${instance.url}/dashboard/creator/tiers`);
      await expect(creator.getByText('$4.50')).toBeVisible();
      await creator.close();
    });

    test('a viewer gives a subscription, which the recipient sees and can hide', async ({
      page,
      browser,
    }) => {
      const creator = await browser.newPage();
      await signIn(creator, instance, await account('lagoon'));
      await postTier(creator, { name: 'Deckhand' });
      await creator.close();
      await signIn(page, instance, await account('otter'));
      const recipient = await account('seal');
      await page.goto(`${instance.url}/streamer/${nameOf('lagoon')}`);
      await press(page.getByRole('link', { name: 'Give Deckhand as a gift' }));
      await type(page.getByLabel('Username of the recipient'), 'nobody');
      await check(page.getByRole('radio', { name: /3 months, \$15\.00/ }));
      await press(page.getByRole('button', { name: 'Continue to payment' }));
      await expect(page.getByText('There is no account with this username.')).toBeVisible();
      await expect(page.getByLabel('Username of the recipient')).toBeFocused();
      await expectAccessible(page);
      await type(page.getByLabel('Username of the recipient'), nameOf('seal'));
      await press(page.getByRole('button', { name: 'Continue to payment' }));
      await press(page.getByRole('button', { name: 'Approve' }));
      await expect(page.getByText('Your gift has arrived')).toBeVisible();
      await expectAccessible(page);

      const other = await browser.newPage();
      await signIn(other, instance, recipient);
      await other.goto(`${instance.url}/subscription-management`);
      await expect(other.getByRole('article')).toContainText(`Gift from ${nameOf('otter')}`);
      await expectAccessible(other);
      await press(other.getByRole('button', { name: 'Hide badge' }));
      await expect(other.getByRole('button', { name: 'Show badge' })).toBeVisible();
      await other.close();
    });
  });
}
