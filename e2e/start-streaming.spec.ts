import { expect, test } from '@playwright/test';
import { type Instance, startInstance } from './lib/instance.ts';
import { linkIn, mailTo } from './lib/outbox.ts';
import { startPublisher } from './lib/publisher.ts';

let instance: Instance;
test.beforeAll(async () => {
  instance = await startInstance();
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

for (const [device, viewport] of Object.entries({
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
})) {
  test.describe(device, () => {
    test.use({ viewport });

    test('a new visitor signs up, becomes a streamer, and sees that their signal is received', async ({
      page,
    }) => {
      const name = `new-${device}`;
      await page.goto(`${instance.url}/start-streaming`);
      await page
        .getByRole('link', { name: /create an account|sign up/i })
        .first()
        .click();
      await page.getByLabel(/username/i).fill(name);
      await page.getByLabel(/email/i).fill(`${name}@example.org`);
      await page
        .getByLabel(/^password/i)
        .first()
        .fill('correct horse battery staple');
      await page.getByRole('button', { name: /create account|sign up/i }).click();
      await page.goto(
        linkIn(await mailTo(instance.dataDir, `${name}@example.org`, /confirm your email address/i)),
      );
      await page.waitForURL('**/start-streaming');
      await page.getByLabel('Title').fill('The first evening');
      await page.getByRole('button', { name: 'Get your stream key' }).click();
      await expect(page.getByText('Waiting for', { exact: false }).first()).toBeVisible();
      await expect(page.getByLabel('Title')).toHaveValue('The first evening');

      const key = await page.evaluate(async () => {
        const response = await fetch('/api/me/stream-key');
        return ((await response.json()) as { streamKey: string; rtmpUrl: string }).streamKey;
      });
      const publisher = await startPublisher({ url: instance.rtmpUrl, key });
      await expect(page.getByText('640 × 360').or(page.getByText('640×360')).first()).toBeVisible();
      await expect(page.getByText(/H\.264/).first()).toBeVisible();
      await publisher.stop();
    });
  });
}
