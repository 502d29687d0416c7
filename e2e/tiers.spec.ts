/** Tiers, from the creator's form to the profile. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

async function signIn(page: Page, { email, password }: Pick<Streamer, 'email' | 'password'>): Promise<void> {
  const data = { email, password };
  const answer = await page.request.post(`${instance.url}/api/auth/sign-in/email`, {
    data,
    headers: { origin: instance.url },
  });
  expect(answer.status()).toBe(200);
}

const cards = (page: Page) => page.getByRole('list', { name: 'Offered tiers' }).getByRole('heading');

async function createTier(page: Page, name: string, monthly: string, yearly: string): Promise<void> {
  await page.getByRole('link', { name: 'Create tier' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('New tier');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Benefits').fill('A name in the credits\nA monthly letter');
  await page.getByLabel('Monthly price').fill(monthly);
  await page.getByLabel('Yearly price').fill(yearly);
  await page.getByRole('button', { name: 'Create tier' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Subscription tiers');
}

test('a creator makes tiers, orders them by keyboard and pointer, changes one and archives it', async ({
  page,
  browser,
}) => {
  await signIn(page, await instance.createStreamer('coral'));
  await page.goto(`${instance.url}/dashboard/creator/tiers`);
  await expect(page.getByText('No tiers yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create tier' }).click();
  await page.getByRole('button', { name: 'Create tier' }).click();
  await expect(page.getByText('Enter a name.')).toBeVisible();
  await page.getByLabel('Monthly price').fill('five');
  await page.getByRole('button', { name: 'Create tier' }).click();
  await expect(page.getByText('Enter an amount, such as 5.00.')).toBeVisible();
  await expectAccessible(page);

  await page.goto(`${instance.url}/dashboard/creator/tiers`);
  await createTier(page, 'Quay', '0', '0');
  await createTier(page, 'Deckhand', '5', '50');
  await createTier(page, 'Captain', '12', '120');
  await expect(cards(page)).toHaveText(['Quay', 'Deckhand', 'Captain']);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Move Captain up' }).focus();
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveText(['Quay', 'Captain', 'Deckhand']);
  await expect(page.getByText('Captain is number 2 of 3.')).toBeAttached();
  await expect(page.getByRole('button', { name: 'Move Captain up' })).toBeFocused();
  await page.getByRole('button', { name: 'Move Deckhand up' }).click();
  await expect(cards(page)).toHaveText(['Quay', 'Deckhand', 'Captain']);
  await page.getByRole('button', { name: 'Move Deckhand up' }).click();
  await expect(cards(page)).toHaveText(['Deckhand', 'Quay', 'Captain']);
  await page.reload();
  await expect(cards(page)).toHaveText(['Deckhand', 'Quay', 'Captain']);

  await page.getByRole('link', { name: 'Edit Captain' }).click();
  await page.getByLabel('Name').fill('Quay');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('You have a tier with this name. It may be archived.')).toBeVisible();
  await page.getByLabel('Name').fill('Helm');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved')).toBeVisible();
  await expectAccessible(page);
  const visitor = await browser.newPage();
  await visitor.goto(`${instance.url}/streamer/coral`);
  const shown = visitor
    .getByRole('region', { name: 'Subscription tiers' })
    .getByRole('heading', { level: 3 });
  await expect(shown).toHaveText(['Deckhand', 'Quay', 'Helm']);

  await page.getByRole('button', { name: 'Archive tier' }).click();
  await expect(page.getByRole('button', { name: 'Offer again' })).toBeVisible();
  await visitor.reload();
  await expect(shown).toHaveText(['Deckhand', 'Quay']);
  await visitor.close();
});

test('a viewer subscribes to a free tier on the profile, and cancels it under subscriptions', async ({
  page,
  browser,
}) => {
  const creator = await browser.newPage();
  await signIn(creator, await instance.createStreamer('reef'));
  for (const [name, priceMonthly] of [
    ['Quay', 0],
    ['Deckhand', 500],
  ] as const) {
    const data = {
      name,
      description: '',
      benefits: [],
      priceMonthly,
      priceYearly: priceMonthly * 10,
      trialDays: 0,
    };
    const headers = { origin: instance.url };
    const answer = await creator.request.post(`${instance.url}/api/me/tiers`, { data, headers });
    expect(answer.status()).toBe(200);
  }
  await creator.close();
  await signIn(page, await instance.createStreamer('minnow'));
  await page.goto(`${instance.url}/streamer/reef`);
  await expect(page.getByText('Tiers with a price can’t be subscribed to here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Subscribe to Deckhand' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Subscribe to Quay' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('You’re subscribed')).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText('You’re subscribed')).toBeVisible();

  await page.getByRole('link', { name: 'Manage', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Quay' })).toBeVisible();
  await expect(page.getByText('Free, without an end date.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText('Canceled.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel subscription' })).toHaveCount(0);
});
