/** The language in which an account gets mails and notifications. */
import { describe, expect, it } from 'vitest';
import { createUsers } from '../src/features/identity/index.ts';
import { signedUp, signIn } from './support/account-fixture.ts';
import { serveAccounts } from './support/accounts-server.ts';
import { Browser } from './support/browser.ts';
import { createTestDatabase } from './support/database.ts';

const db = await createTestDatabase();
const users = createUsers(db);

const languageOf = async ({ username }: { username: string }) =>
  (await users.findByUsername(username))?.language;

describe('an account without a chosen language', () => {
  it('has the language of the browser that it signed up in, and then of its last sign-in', async () => {
    const { url } = await serveAccounts(db);
    const browser = (accepts: string) => new Browser(url, { 'accept-language': accepts });
    const who = await signedUp(browser('nl, de-AT;q=0.9, en;q=0.5'));
    expect(await languageOf(who)).toBe('de');
    expect((await signIn(browser('ar'), who)).status).toBe(200);
    await expect.poll(() => languageOf(who)).toBe('ar');
    expect((await signIn(browser('*'), who)).status).toBe(200);
    expect(await languageOf(who)).toBe('ar');
  });

  it('gets English where its browser states no language', async () => {
    const { url } = await serveAccounts(db);
    expect(await languageOf(await signedUp(new Browser(url, { 'accept-language': '*' })))).toBe('en');
  });
});

it('keeps the chosen language after a sign-in in a browser of another language', async () => {
  const { url } = await serveAccounts(db);
  const browser = new Browser(url, { 'accept-language': 'fr' });
  const who = await signedUp(browser);
  const { id } = (await users.findByUsername(who.username)) ?? expect.fail();
  await db.transact((tx) => users.chooseLanguage(tx, id, 'ja'));
  expect((await signIn(browser, who)).status).toBe(200);
  expect(await languageOf(who)).toBe('ja');
});
