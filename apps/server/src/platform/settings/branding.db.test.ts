import { expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../../../test/support/database.ts';
import { openEvents } from '../events/index.ts';
import { createLog } from '../log/log.ts';
import { languageOf, offerLanguages } from '../messages/index.ts';
import { changeLogo, changeSettings, openBranding, plainBranding } from './index.ts';

const db = await createTestDatabase();

/** The branding as one process of the instance keeps it. */
async function inProcess() {
  const events = await openEvents(db.pool, createLog('silent'));
  onTestFinished(() => events.close());
  return openBranding({ db, events, instanceName: 'River' });
}

it('is that of the product under the configured name until an admin changes it', async () => {
  expect((await inProcess()).current()).toEqual(plainBranding('River'));
});

it('reaches all processes as soon as an admin has changed it', async () => {
  const [first, second] = [await inProcess(), await inProcess()];
  onTestFinished(() => offerLanguages(plainBranding('').languages));
  const frontPage = { de: { headline: 'Hallo', introduction: 'Willkommen.' } };
  await db.transact((tx) =>
    changeSettings(tx, {
      name: 'Harbor TV',
      accent: '#6b3fa0',
      defaultTheme: 'light',
      frontPage,
      languages: ['de', 'en'],
    }),
  );
  await db.transact((tx) => changeLogo(tx, '/pictures/logo.webp'));
  for (const { current } of [first, second]) {
    await expect.poll(current).toEqual({
      name: 'Harbor TV',
      logoUrl: '/pictures/logo.webp',
      accent: '#6b3fa0',
      defaultTheme: 'light',
      frontPage,
      languages: ['de', 'en'],
    });
  }
  // Texts come in an offered language, and else in the default one.
  const wanting = (language: string) => languageOf({ headers: { 'accept-language': language } });
  expect([wanting('en-GB'), wanting('ja'), wanting('de')]).toEqual(['en', 'de', 'de']);
  await db.transact((tx) => changeSettings(tx, { accent: null, name: '' }));
  await expect.poll(() => second.current().accent).toBeNull();
  expect(second.current().name).toBe('River');
});
