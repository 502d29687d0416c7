/** Events, from the creator's draft to the end. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { press } from './lib/keyboard.ts';
import { startPublisher } from './lib/publisher.ts';
import { DESK, PHONE } from './lib/viewports.ts';

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance({ ALLOW_SANDBOX_PAYMENTS: 'true' });
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});
test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'America/New_York' });

async function signIn(page: Page, { email, password }: Pick<Streamer, 'email' | 'password'>): Promise<void> {
  const data = { email, password };
  const answer = await page.request.post(`${instance.url}/api/auth/sign-in/email`, {
    data,
    headers: { origin: instance.url },
  });
  expect(answer.status()).toBe(200);
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

test('a creator plans an event in its own time zone, publishes it, and visitors find it in both zones', async ({
  page,
  browser,
}) => {
  const creator = await instance.createStreamer('coral');
  await signIn(page, creator);
  await page.setViewportSize(PHONE);
  await page.goto(`${instance.url}/dashboard/creator/events`);
  await expect(page.getByText('No events yet')).toBeVisible();
  await press(page.getByRole('link', { name: 'Create event' }));
  await expect(heading(page)).toHaveText('New event');

  await press(page.getByRole('button', { name: 'Save draft' }));
  await expect(page.getByText('Enter a title.')).toBeVisible();
  await expect(page.getByText('Choose a date and time.')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Title').fill('Harbor night');
  await page.getByLabel('Description').fill('Songs from the quay.');
  await page.getByLabel('Date').fill('2030-12-05');
  await page.getByLabel('Start time').fill('18:30');
  await page.getByLabel('Time zone').selectOption('Europe/Lisbon');
  await expect(page.getByText(/For you: Thursday, December 5, 2030 at 1:30 PM GMT-5/)).toBeVisible();
  await page.getByLabel('Minutes').fill('90');
  await page.getByLabel('Price').fill('five');
  await press(page.getByRole('button', { name: 'Save draft' }));
  await expect(page.getByText('Enter an amount, such as 5.00.')).toBeVisible();
  await page.getByLabel('Price').fill('');
  await page.getByLabel('Capacity').fill('50');
  await press(page.getByRole('button', { name: 'Save draft' }));

  await expect(page.getByText('Only you see a draft.')).toBeVisible();
  await expectAccessible(page);
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const visitor = await browser.newPage({
    ...{ viewport: DESK, timezoneId: 'Asia/Tokyo', reducedMotion: 'reduce' },
  });
  await visitor.goto(`${instance.url}/events/${id}`);
  await expect(visitor.getByText('Event not found')).toBeVisible();

  await page.setViewportSize(DESK);
  await press(page.getByRole('button', { name: 'Publish' }));
  await expect(page.getByText('Upcoming')).toBeVisible();
  await visitor.goto(`${instance.url}/streamer/coral`);
  await press(visitor.getByRole('link', { name: /Harbor night/ }));
  await expect(heading(visitor)).toHaveText('Harbor night');
  await expect(visitor.getByText('Friday, December 6, 2030 at 3:30 AM GMT+9')).toBeVisible();
  await expect(visitor.getByText('In Lisbon')).toBeVisible();
  await expect(visitor.getByRole('timer')).toHaveText(/^\d+ days/);
  await expectAccessible(visitor);
  const download = visitor.waitForEvent('download');
  await press(visitor.getByRole('link', { name: 'Add to calendar' }));
  expect((await download).suggestedFilename()).toBe('event.ics');
  const file = await visitor.request.get(`${instance.url}/api/events/${id}/event.ics`);
  expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
  expect(await file.text()).toContain('DTSTART:20301205T183000Z\r\n');

  const fan = await instance.createStreamer('fan');
  await press(visitor.getByRole('button', { name: 'Get free ticket' }));
  await visitor.getByLabel('Email').fill(fan.email);
  await visitor.getByLabel(/^password/i).fill(fan.password);
  await press(visitor.getByRole('button', { name: /^sign in$/i }));
  await expect(visitor.getByText('You have a ticket', { exact: true }).first()).toBeVisible();
  await expect(visitor.getByText('49 of 50 tickets left')).toBeVisible();
  await visitor.goto(`${instance.url}/billing`);
  await expect(visitor.getByRole('region', { name: 'Your tickets' })).toContainText('Valid');
  await expectAccessible(visitor);
  await press(visitor.getByRole('link', { name: /Harbor night/ }));

  await page.getByLabel('Title').fill('Harbor evening');
  await press(page.getByRole('button', { name: 'Save', exact: true }));
  await expect(page.getByText('Saved')).toBeVisible();
  await visitor.reload();
  await expect(heading(visitor)).toHaveText('Harbor evening');

  await press(page.getByRole('button', { name: 'Cancel event' }));
  await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }));
  await expect(page.getByText('This event was canceled, so it can no longer change.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Canceled', { exact: true })).toBeVisible();
  await expect(visitor.getByText(/^This event was canceled\. Paid tickets are refunded;/)).toBeVisible();
  await visitor.close();
});

test('a viewer buys a ticket with test money, and gets it back when the creator cancels the event', async ({
  page,
  browser,
}) => {
  const creator = await instance.createStreamer('ada');
  const fan = await instance.createStreamer('grace');
  await signIn(page, creator);
  const post = (path: string, data: object = {}) =>
    page.request.post(instance.url + path, { data, headers: { origin: instance.url } });
  const draft = await post('/api/me/events', {
    ...{ title: 'Deep water', description: '', eventDate: '2030-12-05T18:30:00Z', timezone: 'Europe/Lisbon' },
    ...{ durationMinutes: 60, priceCents: 500, capacity: 2 },
  });
  const { id } = (await draft.json()) as { id: string };
  await post(`/api/me/events/${id}/publish`);

  const visitor = await browser.newPage({ viewport: PHONE, reducedMotion: 'reduce' });
  await visitor.goto(`${instance.url}/events/${id}`);
  await press(visitor.getByRole('link', { name: 'Get ticket' }));
  await visitor.getByLabel('Email').fill(fan.email);
  await visitor.getByLabel(/^password/i).fill(fan.password);
  await press(visitor.getByRole('button', { name: /^sign in$/i }));
  await expect(heading(visitor)).toHaveText('Checkout');
  await expect(visitor.getByRole('region', { name: 'Your order' })).toContainText('$5.00');
  await expectAccessible(visitor);
  await press(visitor.getByRole('radio', { name: /Card/ }));
  await visitor.waitForURL(/sandbox/);
  await expect(visitor.getByText('Test money').first()).toBeVisible();
  await visitor.goto(`${instance.url}/events/${id}`);
  await expect(visitor.getByText('1 of 2 tickets left')).toBeVisible();
  await press(visitor.getByRole('link', { name: 'Finish your payment' }));
  await expect(visitor.getByText('Waiting for your payment')).toBeVisible();
  await press(visitor.getByRole('link', { name: 'Continue to payment' }));
  await press(visitor.getByRole('button', { name: /approve/i }));
  await expect(visitor.getByText('You have a ticket')).toBeVisible();
  await expectAccessible(visitor);
  await press(visitor.getByRole('link', { name: 'View event' }));
  await expect(visitor.getByText('You have a ticket', { exact: true })).toBeVisible();

  await page.setViewportSize(PHONE);
  await page.goto(`${instance.url}/dashboard/creator/events/${id}`);
  await press(page.getByRole('button', { name: 'Cancel event' }));
  await expectAccessible(page);
  await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }));
  await expect(page.getByText('1 of 1 payments refunded')).toBeVisible();
  await visitor.goto(`${instance.url}/billing`);
  await expect(visitor.getByRole('region', { name: 'Your tickets' })).toContainText('Canceled');
  await visitor.close();
});

test('a stream that belongs to an event plays for a ticket holder, and offers the event to others', async ({
  page,
  browser,
}) => {
  const creator = await instance.createStreamer('joan');
  const fan = await instance.createStreamer('mary');
  await signIn(page, creator);
  const post = (from: Page, path: string, data: object = {}) =>
    from.request.post(instance.url + path, { data, headers: { origin: instance.url } });
  const draft = await post(page, '/api/me/events', {
    ...{ title: 'Night dive', description: '', eventDate: '2030-12-05T18:30:00Z', timezone: 'Europe/Lisbon' },
    ...{ durationMinutes: 60, priceCents: 0, capacity: null },
  });
  const { id } = (await draft.json()) as { id: string };
  await post(page, `/api/me/events/${id}/publish`);
  await page.goto(`${instance.url}/dashboard/creator/events/${id}`);
  const attach = page.getByRole('switch', { name: 'My stream belongs to this event' });
  await press(attach, 'Space');
  await expect(page.getByText('Only ticket holders can watch now')).toBeVisible();
  await page.goto(`${instance.url}/dashboard/streamer/settings`);
  await expect(page.getByLabel('Your stream belongs to')).toHaveValue(id);
  await expectAccessible(page);

  const publisher = await startPublisher({
    ...{ url: creator.rtmpUrl, key: creator.streamKey, width: 320, height: 180 },
  });
  const [holder, stranger] = [await browser.newPage(), await browser.newPage()];
  await signIn(holder, fan);
  await post(holder, `/api/events/${id}/ticket`);
  await stranger.goto(creator.watchUrl);
  const offer = stranger.locator('[data-player]');
  await expect(offer).toHaveAttribute('data-state', 'refused');
  await expect(offer).toContainText('For ticket holders');
  await holder.goto(creator.watchUrl);
  await expect(holder.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
  await press(offer.getByRole('link', { name: 'View event' }));
  await expect(heading(stranger)).toHaveText('Night dive');
  await publisher.stop();
  await holder.close();
  await stranger.close();
});
