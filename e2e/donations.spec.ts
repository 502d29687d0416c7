/**
 * Donations, from a stream and a profile to the creator's dashboard, with the test money of the sandbox, at both widths
 * and by the keyboard alone.
 */
import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { check, choose, press, type } from './lib/keyboard.ts';
import { mailTo } from './lib/outbox.ts';
import { type Publisher, startPublisher } from './lib/publisher.ts';
import { send, signIn } from './lib/session.ts';
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

async function findStreamId(username: string): Promise<string | undefined> {
  const answer = await fetch(`${instance.url}/api/streamers/${username}/streams/live`);
  return ((await answer.json()) as { stream: { id: string } | null }).stream?.id;
}

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    const name = `coral${viewport.width}`;
    let creator: Streamer;
    let publisher: Publisher;
    let streamId: string | undefined;

    test.beforeAll(async () => {
      creator = await instance.createStreamer(name);
      publisher = await startPublisher({
        url: creator.rtmpUrl,
        key: creator.streamKey,
        width: 320,
        height: 180,
        fps: 15,
      });
      await expect.poll(async () => (streamId = await findStreamId(name))).toBeDefined();
    });
    test.afterAll(() => publisher.stop());

    test('a guest donates from a stream with a name, gets a receipt by mail after a challenge, and returns to the stream', async ({
      page,
      browser,
    }) => {
      const [dashboard, viewer] = [await browser.newPage(), await browser.newPage()];
      await signIn(dashboard, instance, creator);
      await dashboard.goto(`${instance.url}/dashboard/streamer`);
      await viewer.goto(creator.watchUrl);
      await page.goto(creator.watchUrl);
      await expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
      await press(page.getByRole('link', { name: `Donate to ${name}` }));
      await expect(heading(page)).toHaveText(`Donate to ${name}`);
      await expect(page).toHaveTitle(new RegExp(`^Donate to ${name}`));
      const amount = page.getByLabel('Amount in USD');
      await expect(amount).toHaveValue('3.00');
      await type(amount, '0.50');
      await expect(page.getByText('Enter an amount from $1.00 to $1,000.00.')).toBeVisible();
      await press(page.getByRole('button', { name: '$25.00' }));
      await expect(amount).toHaveValue('25.00');
      await expect(page.getByRole('region', { name: 'What you pay' })).toContainText('$25.00');
      const message = page.getByRole('textbox', { name: 'Message' });
      await type(message, 'Look at evil.example/x and evil.com');
      await expect(page.getByText('Leave out links to websites.')).toBeVisible();
      await type(message, '<img src=x onerror=alert(1)> What a night');
      const email = `ann${viewport.width}@example.org`;
      await type(page.getByLabel('Name (optional)'), 'Ann');
      await expect(page.getByText('You appear as Ann (guest).')).toBeVisible();
      await type(page.getByLabel('Email for the receipt'), 'ann');
      await expect(page.getByText('Test money').first()).toBeVisible();
      await expectAccessible(page);
      await press(page.getByRole('radio', { name: /Card/ }));
      await expect(page.getByText('Enter a valid email address.')).toBeVisible();
      await expect(page.getByLabel('Email for the receipt')).toBeFocused();
      await type(page.getByLabel('Email for the receipt'), email);
      await press(page.getByRole('radio', { name: /Card/ }));

      await page.waitForURL(/sandbox/);
      await press(page.getByRole('button', { name: 'Challenge' }));
      await press(page.getByRole('button', { name: 'Confirm' }));
      await expect(dashboard.getByText('Ann (guest) donated $25.00')).toBeVisible();
      // Keeps the toasts on the screen.
      await dashboard.keyboard.press('Alt+T');
      await press(dashboard.getByRole('button', { name: 'Open' }));
      await expect(dashboard.getByRole('table', { name: 'Donations received' })).toContainText(
        '<img src=x onerror=alert(1)> What a night',
      );
      await expectAccessible(dashboard);
      await expect(page.getByText('Your donation of $25.00 has arrived.')).toBeVisible();
      await expect(heading(page)).toHaveText(`Donation to ${name}`);
      await expectAccessible(page);
      const receipt = await mailTo(instance.dataDir, email, /^Your receipt from/);
      expect(receipt.text).toContain(`Donation to ${name}: $25.00 (test money)`);
      const line = viewer
        .getByRole('list', { name: 'Chat messages' })
        .getByRole('listitem')
        .filter({ hasText: 'Ann (guest) donated $25.00' });
      await expect(line).toContainText('What a night');
      await expectAccessible(viewer);
      await press(page.getByRole('link', { name: 'Back to the stream' }));
      await expect(page.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
      await expect(page).toHaveURL(creator.watchUrl);
      await Promise.all([dashboard.close(), viewer.close()]);
    });

    test('a declined payment can be tried again, an abandoned one canceled, and a delayed one is confirmed', async ({
      page,
    }) => {
      await page.goto(`${instance.url}/checkout/paypal/${streamId}`);
      const act = async (action: string) => {
        await press(page.getByRole('button', { name: 'Continue to payment' }));
        await expect(heading(page)).toHaveText('Pay with PayPal');
        await press(page.getByRole('button', { name: action }));
      };
      await act('Decline');
      await expect(page.getByText('The payment failed')).toBeVisible();
      await expectAccessible(page);
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

    test('a signed-in viewer donates from a profile, returns there, and finds the payment in the billing', async ({
      page,
    }) => {
      await signIn(page, instance, await instance.createStreamer(`minnow${viewport.width}`));
      await page.goto(`${instance.url}/streamer/${name}`);
      await press(page.getByRole('link', { name: `Donate to ${name}` }));
      await expect(heading(page)).toHaveText(`Donate to ${name}`);
      await type(page.getByLabel('Amount in USD'), '7,50');
      await press(page.getByRole('switch', { name: 'Donate anonymously' }), 'Space');
      await expect(page.getByRole('switch', { name: 'Donate anonymously' })).toBeChecked();
      await check(page.getByRole('radio', { name: /ETH or USDC/ }));
      await expectAccessible(page);
      await press(page.getByRole('button', { name: 'Continue to payment' }));
      await expect(heading(page)).toHaveText('Pay with Crypto');
      await press(page.getByRole('button', { name: 'Approve' }));
      await expect(page.getByText('Your donation of $7.50 has arrived.')).toBeVisible();
      await press(page.getByRole('link', { name: 'Back to the channel' }));
      await expect(page).toHaveURL(`${instance.url}/streamer/${name}`);
      await expect(page.getByRole('region', { name: 'Recent donations' })).toContainText('Guest');
      await page.goto(`${instance.url}/billing`);
      await expect(page.getByRole('table', { name: 'Your payments' })).toContainText('$7.50');
      await expectAccessible(page);
    });

    test('a checkout page says what to do for a stream that does not exist and on the own channel', async ({
      page,
    }) => {
      for (const id of ['019a0000-0000-7000-8000-000000000000', 'none']) {
        await page.goto(`${instance.url}/checkout/stripe/${id}`);
        await expect(page.getByText('Stream not found')).toBeVisible();
      }
      await page.goto(
        `${instance.url}/checkout/stripe/${streamId}?checkout=019a0000-0000-7000-8000-000000000000`,
      );
      await expect(page.getByText('Payment not found')).toBeVisible();
      await signIn(page, instance, creator);
      await page.goto(`${instance.url}/checkout/crypto/${streamId}`);
      await expect(page.getByText('This is your own channel.')).toBeVisible();
      await expectAccessible(page);
      await page.goto(creator.watchUrl);
      await expect(page.getByRole('button', { name: 'Share' })).toBeVisible();
      await expect(page.getByRole('link', { name: `Donate to ${name}` })).toHaveCount(0);
    });

    test('a creator sets a goal and alerts, which the overlay shows, and hides and refunds a donation', async ({
      page,
      browser,
    }) => {
      await signIn(page, instance, creator);
      await page.goto(`${instance.url}/dashboard/creator/tips`);
      await press(page.getByRole('link', { name: 'Donation settings' }));
      await expect(heading(page)).toHaveText('Donation settings');
      const goal = page.getByRole('region', { name: 'Goal' }).first();
      await press(goal.getByRole('button', { name: 'Set goal' }));
      await expect(goal.getByText('Enter a title.')).toBeVisible();
      await type(goal.getByLabel('Title'), 'A new lamp');
      await type(goal.getByLabel('Amount in USD'), '50');
      await press(goal.getByRole('button', { name: 'Set goal' }));
      await expect(goal.getByText('$0.00 of $50.00')).toBeVisible();
      const donor = await browser.newPage();
      const takes = page.getByRole('switch', { name: 'Take donations' });
      await press(takes, 'Space');
      await expect(takes).not.toBeChecked();
      await donor.goto(`${instance.url}/checkout/stripe/${streamId}`);
      await expect(donor.getByText('This creator takes no donations at the moment.')).toBeVisible();
      await expectAccessible(donor);
      await press(takes, 'Space');
      await expect(takes).toBeChecked();
      await type(page.getByLabel('Suggested amounts'), '4 8');
      await press(page.getByRole('button', { name: 'Save' }).first());
      await expect(page.getByLabel('Suggested amounts')).toHaveValue('4.00 8.00');
      await type(page.getByLabel('Text'), '{name} gave {amount}');
      await choose(page.getByLabel('Sound'), 'No sound');
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
      expect(answer?.headers()).toMatchObject({
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex',
      });
      await expect(overlay.locator('html')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await expect(overlay.getByRole('banner')).toHaveCount(0);
      await press(page.getByRole('button', { name: 'Send test alert' }));
      // Streaming software prefers the light theme, which must not darken the text.
      await expect(overlay.getByText('Ada gave $5.00')).toHaveCSS('color', 'rgb(255, 255, 255)');

      const viewer = await browser.newPage();
      await viewer.goto(creator.watchUrl);
      await expect(viewer.getByRole('region', { name: 'Goal' })).toContainText('$0.00 of $50.00');
      await donor.goto(`${instance.url}/checkout/stripe/${streamId}`);
      await expect(donor.getByLabel('Amount in USD')).toHaveValue('4.00');
      await type(donor.getByRole('textbox', { name: 'Message' }), '<b onclick=alert(1)>Hello</b>');
      await press(donor.getByRole('button', { name: 'Continue to payment' }));
      await press(donor.getByRole('button', { name: 'Approve' }));
      await expect(overlay.getByText('Guest gave $4.00')).toBeVisible();
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
      await expectAccessible(page);
      await press(page.getByRole('dialog').getByRole('button', { name: 'Refund' }));
      await expect(page.getByText('$4.00 refunded')).toBeVisible();
      await expect(viewer.getByRole('region', { name: 'Goal' })).toContainText('$0.00 of $50.00');
      await choose(page.getByLabel('Status'), 'Refunded');
      const donations = page.getByRole('table', { name: 'Donations received' });
      await expect(donations).toContainText('$4.00');
      await expect(donations).not.toContainText('$25.00');
      await expectAccessible(page);
      const download = page.waitForEvent('download');
      await press(page.getByRole('link', { name: 'Export' }));
      expect((await download).suggestedFilename()).toMatch(/\.csv$/);
      const file = await readFile(await (await download).path(), 'utf8');
      expect(file).toMatch(/,4\.00,.*,refunded,/);
      expect(file).not.toContain('25.00');

      await page.goto(`${instance.url}/dashboard/creator/tips/settings`);
      await press(page.getByRole('button', { name: 'Replace addresses' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Replace', exact: true }));
      await expect(page.getByText('Addresses replaced')).toBeVisible();
      await overlay.reload();
      await expect(overlay.getByText('This address is no longer valid.')).toBeVisible();
      await press(page.getByRole('button', { name: 'Remove goal' }));
      await expect(page.getByRole('button', { name: 'Set goal' })).toBeVisible();
      await viewer.reload();
      await expect(viewer.getByRole('region', { name: 'Recent donations' })).toBeVisible();
      await expect(viewer.getByRole('region', { name: 'Goal' })).toHaveCount(0);
      await Promise.all([overlay.close(), viewer.close()]);
    });

    test('the checkout page of a stream for ticket holders sells the ticket, and takes donations from holders', async ({
      page,
      browser,
    }) => {
      await signIn(page, instance, creator);
      const draft = await send(page, instance, '/api/me/events', {
        title: 'Night dive',
        description: '',
        eventDate: '2030-12-05T18:30:00Z',
        timezone: 'Europe/Lisbon',
        durationMinutes: 60,
        priceCents: 500,
        capacity: null,
      });
      const { id } = (await draft.json()) as { id: string };
      await send(page, instance, `/api/me/events/${id}/publish`);
      await send(page, instance, '/api/me/stream-event', { eventId: id }, 'PUT');

      const path = `${instance.url}/checkout/paypal/${streamId}`;
      const fan = await browser.newPage();
      await fan.goto(path);
      await expect(fan.getByText('Sign in to buy a ticket')).toBeVisible();
      await expectAccessible(fan);
      await signIn(fan, instance, await instance.createStreamer(`ray${viewport.width}`));
      await fan.reload();
      await expect(fan.getByRole('region', { name: 'What you pay' })).toContainText('$5.00');
      await expect(heading(fan)).toHaveText('Ticket for Night dive');
      await expect(fan.getByRole('radio', { name: /PayPal/ })).toBeChecked();
      await expectAccessible(fan);
      await press(fan.getByRole('button', { name: 'Continue to payment' }));
      await expect(heading(fan)).toHaveText('Pay with PayPal');
      await press(fan.getByRole('button', { name: 'Approve' }));
      await expect(fan.getByText('You have a ticket')).toBeVisible();
      await press(fan.getByRole('link', { name: 'Watch now' }));
      await expect(fan.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
      await fan.goto(path);
      await expect(fan.getByLabel('Amount in USD')).toBeVisible();
      await fan.close();

      await send(page, instance, `/api/me/events/${id}/cancel`);
      const late = await browser.newPage();
      await late.goto(path);
      await expect(late.getByLabel('Amount in USD')).toBeVisible();
      await late.close();
    });
  });
}
