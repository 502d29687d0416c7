/** Events, from the creator's draft to the end, at both widths and by the keyboard alone. */
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { openDatabaseOf } from './lib/database.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { pick, press, type, typeParts } from './lib/keyboard.ts';
import { startPublisher } from './lib/publisher.ts';
import { send, signIn, typeSignIn } from './lib/session.ts';
import { showStream } from './lib/studio.ts';
import { VIEWPORTS } from './lib/viewports.ts';

let instance: Instance;

test.beforeAll(async () => {
  instance = await startInstance({
    ALLOW_SANDBOX_PAYMENTS: 'true',
    TRUST_PROXY: 'loopback',
    GRACE_SECONDS: '1',
  });
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});
test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'America/New_York' });

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const EVENT = {
  title: 'Harbor night',
  description: '',
  priceCents: 0,
  capacity: null,
  eventDate: '2030-12-05T18:30:00Z',
  timezone: 'Europe/Lisbon',
  durationMinutes: 60,
};

/** Publishes an event. @returns its id */
async function publishEvent(page: Page, event: object): Promise<string> {
  const draft = await send(page, instance, '/api/me/events', { ...EVENT, ...event });
  const { id } = (await draft.json()) as { id: string };
  await send(page, instance, `/api/me/events/${id}/publish`);
  return id;
}

const positionOf = (video: HTMLVideoElement) => video.currentTime;

/** The address of a live stream, where its recording plays later. */
async function addressOf({ username }: Streamer): Promise<string> {
  const answer = await fetch(`${instance.url}/api/streamers/${username}/streams/live`);
  const { stream } = (await answer.json()) as { stream: { slug: string } };
  return `${instance.url}/s/${username}/${stream.slug}`;
}

for (const viewport of VIEWPORTS) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });
    const account = (name: string) => instance.createStreamer(`${name}${viewport.width}`);

    test('a creator plans an event in its own time zone, publishes it, and visitors find it in both zones', async ({
      page,
      browser,
    }) => {
      const creator = await account('coral');
      await signIn(page, instance, creator);
      await page.goto(`${instance.url}/dashboard/creator/events`);
      await expect(page.getByText('No events yet')).toBeVisible();
      await press(page.getByRole('link', { name: 'Create event' }));
      await expect(heading(page)).toHaveText('New event');

      await press(page.getByRole('button', { name: 'Save draft' }));
      await expect(page.getByText('Enter a title.')).toBeVisible();
      await expect(page.getByText('Choose a date and time.')).toBeVisible();
      await expect(page.getByLabel('Title')).toBeFocused();
      await expectAccessible(page);
      await type(page.getByLabel('Title'), 'Harbor night');
      await type(page.getByLabel('Description'), 'Songs from the quay.');
      await typeParts(page.getByLabel('Date'), '12052030');
      await typeParts(page.getByLabel('Start time'), '0630P');
      await pick(page.getByLabel('Time zone'), 'lisb', 'Europe/Lisbon');
      await expect(page.getByText(/For you: Thursday, December 5, 2030 at 1:30 PM GMT-5/)).toBeVisible();
      await type(page.getByLabel('Minutes'), '90');
      await type(page.getByLabel('Price'), 'five');
      await press(page.getByRole('button', { name: 'Save draft' }));
      await expect(page.getByText('Enter an amount, such as $5.00.')).toBeVisible();
      await type(page.getByLabel('Price'), '');
      await type(page.getByLabel('Capacity'), '50');
      await press(page.getByRole('button', { name: 'Save draft' }));

      await expect(page.getByText('Only you see a draft.')).toBeVisible();
      await expectAccessible(page);
      const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 160, height: 90 } });
      const chooser = page.waitForEvent('filechooser');
      await press(page.getByRole('button', { name: 'Upload poster' }));
      await (await chooser).setFiles({ name: 'poster.png', mimeType: 'image/png', buffer });
      await expect(page.getByRole('button', { name: 'Replace poster' })).toBeVisible();
      const id = new URL(page.url()).pathname.split('/').at(-1);
      const visitor = await browser.newPage({ timezoneId: 'Asia/Tokyo' });
      await visitor.goto(`${instance.url}/events/${id}`);
      await expect(visitor.getByText('Event not found')).toBeVisible();

      await press(page.getByRole('button', { name: 'Publish' }));
      await expect(page.getByText('Upcoming')).toBeVisible();
      await visitor.goto(`${instance.url}/streamer/${creator.username}`);
      await press(visitor.getByRole('link', { name: 'Harbor night', exact: true }));
      await expect(heading(visitor)).toHaveText('Harbor night');
      await expect(visitor.getByText('Friday, December 6, 2030 at 3:30 AM GMT+9')).toBeVisible();
      await expect(visitor.getByText('In Lisbon')).toBeVisible();
      await expect(visitor.getByRole('timer')).toHaveText(/^[\d,]+ days/);
      await expectAccessible(visitor);
      const download = visitor.waitForEvent('download');
      await press(visitor.getByRole('link', { name: 'Add to calendar' }));
      expect((await download).suggestedFilename()).toBe('event.ics');
      const file = await visitor.request.get(`${instance.url}/api/events/${id}/event.ics`);
      expect(file.headers()['content-type']).toBe('text/calendar; charset=utf-8');
      expect(await file.text()).toContain('DTSTART:20301205T183000Z\r\n');

      await press(visitor.getByRole('button', { name: 'Get free ticket' }));
      await press(visitor.getByRole('dialog').getByRole('button', { name: 'Sign In' }));
      await typeSignIn(visitor, await account('fan'));
      await expect(visitor.getByText('You have a ticket', { exact: true }).first()).toBeVisible();
      await expect(visitor.getByText('49 of 50 tickets left')).toBeVisible();
      await visitor.goto(`${instance.url}/billing`);
      await expect(visitor.getByRole('region', { name: 'Your tickets' })).toContainText('Valid');
      await expectAccessible(visitor);
      await press(visitor.getByRole('link', { name: /Harbor night/ }));

      await type(page.getByLabel('Title'), 'Harbor evening');
      await press(page.getByRole('button', { name: 'Save', exact: true }));
      await expect(page.getByText('Saved')).toBeVisible();
      await visitor.reload();
      await expect(heading(visitor)).toHaveText('Harbor evening');

      await press(page.getByRole('button', { name: 'Cancel event' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }));
      await expect(page.getByText('This event was canceled, so it can no longer change.')).toBeVisible();
      await visitor.reload();
      await expect(visitor.getByText('Canceled', { exact: true })).toBeVisible();
      await expect(visitor.getByText('This event was canceled.', { exact: true })).toBeVisible();
      await expectAccessible(visitor);
      await visitor.close();

      const draft = await send(page, instance, '/api/me/events', { ...EVENT, title: 'Idle hours' });
      await page.goto(
        `${instance.url}/dashboard/creator/events/${((await draft.json()) as { id: string }).id}`,
      );
      await press(page.getByRole('button', { name: 'Delete draft' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }));
      await expect(heading(page)).toHaveText('Events');
      await expect(page.getByRole('link', { name: 'Harbor evening' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Idle hours' })).toHaveCount(0);
    });

    test('a viewer buys a ticket with test money, and gets it back when the creator cancels the event', async ({
      page,
      browser,
    }) => {
      await signIn(page, instance, await account('ada'));
      const id = await publishEvent(page, { title: 'Deep water', priceCents: 500, capacity: 2 });

      const visitor = await browser.newPage();
      await visitor.goto(`${instance.url}/events/${id}`);
      await press(visitor.getByRole('link', { name: 'Get ticket' }));
      await typeSignIn(visitor, await account('grace'));
      await expect(heading(visitor)).toHaveText('Ticket for Deep water');
      await expect(visitor.getByRole('region', { name: 'What you pay' })).toContainText('$5.00');
      await expectAccessible(visitor);
      await press(visitor.getByRole('radio', { name: /Card/ }));
      await visitor.waitForURL(/sandbox/);
      await expect(visitor.getByText('Test money').first()).toBeVisible();
      await visitor.goto(`${instance.url}/events/${id}`);
      await expect(visitor.getByText('1 of 2 tickets left')).toBeVisible();
      await press(visitor.getByRole('link', { name: 'Finish your payment' }));
      await expect(visitor.getByText('Waiting for your payment')).toBeVisible();
      await expectAccessible(visitor);
      await press(visitor.getByRole('link', { name: 'Continue to payment' }));
      await press(visitor.getByRole('button', { name: /approve/i }));
      await expect(visitor.getByText('You have a ticket')).toBeVisible();
      await expectAccessible(visitor);
      await press(visitor.getByRole('link', { name: 'Back to the event' }));
      await expect(visitor).toHaveURL(`${instance.url}/events/${id}`);
      await expect(visitor.getByText('You have a ticket', { exact: true })).toBeVisible();

      await page.goto(`${instance.url}/dashboard/creator/events/${id}`);
      await press(page.getByRole('button', { name: 'Cancel event' }));
      await expectAccessible(page);
      await press(page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }));
      await expect(page.getByText('1 of 1 payments refunded')).toBeVisible();
      await expectAccessible(page);
      await visitor.goto(`${instance.url}/billing`);
      await expect(visitor.getByRole('region', { name: 'Your tickets' })).toContainText('Refunded');
      await visitor.close();
    });

    test('a paid event gates the stream of its channel, and its creator opens the stream to everyone and restricts it again while live', async ({
      page,
      browser,
    }) => {
      const creator = await account('marie');
      await signIn(page, instance, creator);
      const eventDate = new Date(Date.now() + 20 * 60_000).toISOString();
      const event = { ...EVENT, title: 'Glass sea', priceCents: 500, eventDate };
      const draft = await send(page, instance, '/api/me/events', event);
      const { id } = (await draft.json()) as { id: string };
      await page.goto(`${instance.url}/dashboard/creator/events/${id}`);
      await press(page.getByRole('button', { name: 'Publish' }));
      const question = page.getByRole('dialog');
      await expect(question.getByRole('switch', { name: 'Only ticket holders can watch' })).toBeChecked();
      await expectAccessible(page);
      await press(question.getByRole('button', { name: 'Publish event' }));
      await expect(page.getByText('Upcoming')).toBeVisible();
      await page.goto(`${instance.url}/start-streaming`);
      const choice = page.getByRole('region', { name: 'Paid event' }).getByRole('switch');
      await expect(choice).toBeChecked();
      await expectAccessible(page);

      const publisher = await startPublisher({
        url: creator.rtmpUrl,
        key: creator.streamKey,
        width: 320,
        height: 180,
        fps: 15,
      });
      const stranger = await browser.newPage();
      await stranger.goto(creator.watchUrl);
      const player = stranger.locator('[data-player]');
      await expect(player).toHaveAttribute('data-state', 'refused');
      await expect(player).toContainText('For ticket holders');
      await page.goto(`${instance.url}/pro-studio`);
      await showStream(page);
      await press(choice, 'Space');
      await expect(player).toHaveAttribute('data-state', 'playing');
      await expect(player).toHaveAttribute('data-player', 'live');
      await expect(stranger.getByText('Only people who can watch this stream')).toBeHidden();
      await expectAccessible(page);
      await press(choice, 'Space');
      await expect(player).toHaveAttribute('data-state', 'refused');
      await expect(player).toContainText('From now on, this stream is for ticket holders of an event.');
      await publisher.stop();
      await stranger.close();
    });

    test('a stream that belongs to an event plays for a ticket holder, offers the event to others, and its recording too after the event', async ({
      page,
      browser,
    }) => {
      const creator = await account('joan');
      await signIn(page, instance, creator);
      const id = await publishEvent(page, { title: 'Night dive', priceCents: 0, capacity: null });
      const db = await openDatabaseOf(instance);
      await db.pool.query(`update ppv_events set status = 'live', event_date = now() where id = $1`, [id]);
      await db.close();
      await page.goto(`${instance.url}/dashboard/creator/events/${id}`);
      await press(page.getByRole('switch', { name: 'My stream belongs to this event' }), 'Space');
      await expect(page.getByText('Only ticket holders can watch now')).toBeVisible();
      await page.goto(`${instance.url}/dashboard/streamer/settings`);
      await expect(page.getByLabel('Your stream belongs to')).toHaveValue(id);
      await expectAccessible(page);

      const publisher = await startPublisher({
        url: creator.rtmpUrl,
        key: creator.streamKey,
        width: 320,
        height: 180,
        fps: 15,
      });
      const [holder, stranger] = [await browser.newPage(), await browser.newPage()];
      await stranger.goto(creator.watchUrl);
      const offer = stranger.locator('[data-player]');
      await expect(offer).toHaveAttribute('data-state', 'refused');
      await expect(offer).toContainText('For ticket holders');
      await expectAccessible(stranger);
      await press(offer.getByRole('link', { name: 'View event' }));
      await expect(heading(stranger)).toHaveText('Night dive');

      await signIn(holder, instance, await account('mary'));
      await holder.goto(`${instance.url}/events/${id}`);
      await press(holder.getByRole('button', { name: 'Get free ticket' }));
      await press(holder.getByRole('link', { name: 'Watch now' }));
      await expect(holder.locator('[data-player]')).toHaveAttribute('data-state', 'playing');
      const recordingUrl = await addressOf(creator);
      await publisher.stop();

      await page.goto(`${instance.url}/dashboard/creator/events/${id}`);
      await press(page.getByRole('button', { name: 'End event' }));
      await press(page.getByRole('dialog').getByRole('button', { name: 'End event' }));
      await expect(page.getByText('This event is over, so it can no longer change.')).toBeVisible();
      await expectAccessible(page);
      await stranger.reload();
      await expect(stranger.getByText('This event has ended.')).toBeVisible();

      await holder.goto(recordingUrl);
      await expect(holder.locator('[data-player]')).toHaveAttribute('data-player', 'recording');
      const position = () => holder.locator('[data-player] video').evaluate(positionOf);
      await expect.poll(position, { timeout: 30_000 }).toBeGreaterThan(0.5);
      await stranger.goto(recordingUrl);
      await expect(offer).toHaveAttribute('data-state', 'refused');
      await expect(offer).toContainText('For ticket holders');
      await holder.close();
      await stranger.close();
    });
  });
}
