/** Donations, from a stream and a profile to the creator's dashboard, with the test money of the sandbox. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { press } from './lib/keyboard.ts';
import { type Publisher, startPublisher } from './lib/publisher.ts';
import { DESK, PHONE } from './lib/viewports.ts';

let instance: Instance;
let creator: Streamer;
let publisher: Publisher;
let streamId: string | undefined;

test.beforeAll(async () => {
  instance = await startInstance({ ALLOW_SANDBOX_PAYMENTS: 'true' });
  creator = await instance.createStreamer('coral');
  publisher = await startPublisher({
    ...{ url: creator.rtmpUrl, key: creator.streamKey, width: 320, height: 180 },
  });
  await expect.poll(async () => (streamId = await findStreamId())).toBeDefined();
});
test.afterAll(async () => {
  await publisher.stop();
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

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

async function findStreamId(): Promise<string | undefined> {
  const answer = await fetch(`${instance.url}/api/streamers/coral/streams/live`);
  return ((await answer.json()) as { stream: { id: string } | null }).stream?.id;
}

test('a visitor donates from a stream that keeps playing, by the keyboard and after a challenge', async ({
  page,
  browser,
}) => {
  const dashboard = await browser.newPage();
  await signIn(dashboard, creator);
  await dashboard.goto(`${instance.url}/dashboard/streamer`);
  await page.setViewportSize(PHONE);
  await page.goto(creator.watchUrl);
  await expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
  await page.getByRole('link', { name: 'Donate to coral' }).focus();
  const [checkout] = await Promise.all([page.waitForEvent('popup'), page.keyboard.press('Enter')]);
  await expect(heading(checkout)).toHaveText('Checkout');
  await checkout.setViewportSize(PHONE);
  const amount = checkout.getByLabel('Amount in USD');
  await expect(amount).toHaveValue('3.00');
  await amount.fill('0.50');
  await expect(checkout.getByText('Enter an amount from $1.00 to $1,000.00.')).toBeVisible();
  await press(checkout.getByRole('button', { name: '$25.00' }));
  await expect(amount).toHaveValue('25.00');
  await checkout.getByLabel('Message').fill('Look at evil.example/x and evil.com');
  await expect(checkout.getByText('Leave out links to websites.')).toBeVisible();
  await checkout.getByLabel('Message').fill('<img src=x onerror=alert(1)> What a night');
  await expect(checkout.getByText('Test money')).toBeVisible();
  await expectAccessible(checkout);
  await checkout.getByLabel('Message').press('Tab');
  await checkout.keyboard.press('Space');
  await expect(checkout.getByRole('switch', { name: 'Donate anonymously' })).toBeChecked();
  await press(checkout.getByRole('radio', { name: /Card/ }));

  await checkout.waitForURL(/sandbox/);
  await press(checkout.getByRole('button', { name: 'Challenge' }));
  await press(checkout.getByRole('button', { name: 'Confirm' }));
  await expect(dashboard.getByText('Somebody donated $25.00')).toBeVisible();
  await expect(checkout.getByText('Your donation of $25.00 has arrived.')).toBeVisible();
  await expectAccessible(checkout);
  await press(dashboard.getByRole('button', { name: 'Open' }));
  await expect(dashboard.getByRole('table', { name: 'Donations received' })).toContainText(
    '<img src=x onerror=alert(1)> What a night',
  );
  await expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
  await press(checkout.getByRole('link', { name: 'Back to the stream' }));
  await expect(checkout.locator('[data-player]')).toBeVisible();
  await dashboard.close();
});

test('a declined payment can be tried again, an abandoned one canceled, and a delayed one is confirmed', async ({
  page,
}) => {
  await page.setViewportSize(DESK);
  await page.goto(`${instance.url}/checkout/paypal/${streamId}`);
  const act = async (name: string) => {
    await press(page.getByRole('button', { name: 'Continue to payment' }));
    await expect(heading(page)).toHaveText('Pay with PayPal');
    await press(page.getByRole('button', { name }));
  };
  await act('Decline');
  await expect(page.getByText('The payment failed')).toBeVisible();
  await press(page.getByRole('link', { name: 'Try again' }));
  await act('Abandon');
  await expect(page.getByText('You left the payment page')).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Cancel payment' }));
  await expect(page.getByText('You canceled the payment')).toBeVisible();
  await press(page.getByRole('link', { name: 'Try again' }));
  await act('Delay');
  await expect(page.getByText('Your donation of $3.00 has arrived.')).toBeVisible();
});

test('a signed-in viewer donates from a profile and returns there, with the name', async ({ page }) => {
  await page.setViewportSize(DESK);
  await signIn(page, await instance.createStreamer('minnow'));
  await page.goto(`${instance.url}/streamer/coral`);
  await press(page.getByRole('button', { name: 'Donate to coral' }));
  const form = page.getByRole('dialog', { name: 'Donate to coral' });
  await form.getByLabel('Amount in USD').fill('7,50');
  await press(form.getByRole('radio', { name: /ETH or USDC/ }), 'Space');
  await expectAccessible(page);
  await press(form.getByRole('button', { name: 'Continue to payment' }));
  await expect(heading(page)).toHaveText('Pay with Crypto');
  await press(page.getByRole('button', { name: 'Approve' }));
  await expect(page.getByText('Your donation of $7.50 has arrived.')).toBeVisible();
  await press(page.getByRole('link', { name: 'Done' }));
  await expect(page.getByText('Thank you')).toHaveCount(0);
  await page.goto(`${instance.url}/billing`);
  await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('$7.50');
});

test('a checkout page says what to do for a stream that does not exist and on the own channel', async ({
  page,
}) => {
  for (const id of ['019a0000-0000-7000-8000-000000000000', 'none']) {
    await page.goto(`${instance.url}/checkout/stripe/${id}`);
    await expect(page.getByText('Stream not found')).toBeVisible();
  }
  await signIn(page, creator);
  await page.goto(`${instance.url}/checkout/crypto/${streamId}`);
  await expect(page.getByText('This is your own channel.')).toBeVisible();
  await page.goto(creator.watchUrl);
  await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Donate to coral' })).toHaveCount(0);
});

test('a creator sets a goal and alerts, which the overlay shows, and hides and refunds a donation', async ({
  page,
  browser,
}) => {
  await signIn(page, creator);
  await page.setViewportSize(PHONE);
  await page.goto(`${instance.url}/dashboard/creator/tips`);
  await press(page.getByRole('link', { name: 'Donation settings' }));
  await expect(heading(page)).toHaveText('Donation settings');
  const goal = page.getByRole('region', { name: 'Goal' }).first();
  await press(goal.getByRole('button', { name: 'Set goal' }));
  await expect(goal.getByText('Enter a title.')).toBeVisible();
  await goal.getByLabel('Title').fill('A new lamp');
  await goal.getByLabel('Amount in USD').fill('50');
  await press(goal.getByRole('button', { name: 'Set goal' }));
  await expect(goal.getByText('$0.00 of $50.00')).toBeVisible();
  await page.getByLabel('Suggested amounts').fill('4 8');
  await press(page.getByRole('button', { name: 'Save' }).first());
  await expect(page.getByLabel('Suggested amounts')).toHaveValue('4.00 8.00');
  await page.setViewportSize(DESK);
  await page.getByLabel('Text').fill('{name} gave {amount}');
  await page.getByLabel('Sound').selectOption('none');
  await expect(page.getByRole('img', { name: 'Preview' })).toContainText('Ada gave $5.00');
  const alerts = page.getByRole('region', { name: 'Alerts' });
  await press(alerts.getByRole('button', { name: 'Save' }));
  await expect(page.getByText('Saved').first()).toBeVisible();
  await expectAccessible(page);
  await press(page.getByRole('button', { name: 'Show alerts' }));
  const address = await page.getByText(/\/overlay\/alerts\//).innerText();
  expect(instance.output()).not.toContain(address.split('/').at(-1));

  const overlay = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  const answer = await overlay.goto(address);
  expect(answer?.headers()).toMatchObject({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
  await expect(overlay.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  await expect(overlay.getByRole('banner')).toHaveCount(0);
  await press(page.getByRole('button', { name: 'Send test alert' }));
  // Streaming software prefers the light theme, which must not darken the text.
  await expect(overlay.getByText('Ada gave $5.00')).toHaveCSS('color', 'rgb(255, 255, 255)');

  const viewer = await browser.newPage({ viewport: { width: 390, height: 844 } });
  await viewer.goto(creator.watchUrl);
  await expect(viewer.getByRole('region', { name: 'Goal' })).toContainText('$0.00 of $50.00');
  const donor = await browser.newPage();
  await donor.goto(`${instance.url}/checkout/stripe/${streamId}`);
  await expect(donor.getByLabel('Amount in USD')).toHaveValue('4.00');
  await donor.getByRole('textbox', { name: 'Message' }).fill('<b onclick=alert(1)>Hello</b>');
  await press(donor.getByRole('button', { name: 'Continue to payment' }));
  await press(donor.getByRole('button', { name: 'Approve' }));
  await expect(overlay.getByText('Somebody gave $4.00')).toBeVisible();
  await expect(overlay.getByText('<b onclick=alert(1)>Hello</b>')).toBeVisible();
  const recent = viewer.getByRole('region', { name: 'Recent donations' });
  await expect(recent).toContainText('<b onclick=alert(1)>Hello</b>');
  await expect(viewer.getByRole('region', { name: 'Goal' })).toContainText('$4.00 of $50.00');
  await expectAccessible(viewer);
  await donor.close();

  await page.goto(`${instance.url}/dashboard/creator/tips`);
  const actions = page.getByRole('button', { name: 'Actions for the donation of $4.00' });
  await press(actions);
  await press(page.getByRole('menuitem', { name: 'Hide message' }));
  await expect(recent).not.toContainText('Hello');
  await press(actions);
  await press(page.getByRole('menuitem', { name: 'Refund' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Refund' }));
  await expect(page.getByText('$4.00 refunded')).toBeVisible();
  await expect(viewer.getByRole('region', { name: 'Goal' })).toContainText('$0.00 of $50.00');
  await expectAccessible(page);

  await page.goto(`${instance.url}/dashboard/creator/tips/settings`);
  await press(page.getByRole('button', { name: 'Replace addresses' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }));
  await expect(page.getByText('Addresses replaced')).toBeVisible();
  await overlay.reload();
  await expect(overlay.getByText('This address is no longer valid.')).toBeVisible();
  await Promise.all([overlay.close(), viewer.close()]);
});

test('the checkout page of a stream for ticket holders sells the ticket, and takes donations from holders', async ({
  page,
  browser,
}) => {
  await signIn(page, creator);
  const post = (path: string, data: object = {}, method = 'POST') =>
    page.request.fetch(instance.url + path, { method, data, headers: { origin: instance.url } });
  const draft = await post('/api/me/events', {
    ...{ title: 'Night dive', description: '', eventDate: '2030-12-05T18:30:00Z', timezone: 'Europe/Lisbon' },
    ...{ durationMinutes: 60, priceCents: 500, capacity: null },
  });
  const { id } = (await draft.json()) as { id: string };
  await post(`/api/me/events/${id}/publish`);
  await post('/api/me/stream-event', { eventId: id }, 'PUT');

  const path = `${instance.url}/checkout/paypal/${streamId}`;
  const fan = await browser.newPage({ viewport: DESK });
  await fan.goto(path);
  await expect(fan.getByText('Sign in to buy a ticket')).toBeVisible();
  await signIn(fan, await instance.createStreamer('ray'));
  await fan.reload();
  await expect(fan.getByRole('region', { name: 'Your order' })).toContainText('$5.00');
  await expect(fan.getByRole('radio')).toHaveCount(1);
  await press(fan.getByRole('button', { name: 'Continue to payment' }));
  await expect(heading(fan)).toHaveText('Pay with PayPal');
  await press(fan.getByRole('button', { name: 'Approve' }));
  await expect(fan.getByText('You have a ticket')).toBeVisible();
  await fan.goto(path);
  await expect(fan.getByLabel('Amount in USD')).toBeVisible();
  await fan.close();

  await post(`/api/me/events/${id}/cancel`);
  const late = await browser.newPage();
  await late.goto(path);
  await expect(late.getByLabel('Amount in USD')).toBeVisible();
  await late.close();
});
