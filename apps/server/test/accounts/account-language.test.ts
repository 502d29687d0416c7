/** The language in which an account gets mails and notifications. */
import { describe, expect, it } from 'vitest';
import { createUsers } from '../../src/features/identity/index.ts';
import { signedUp, signIn } from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

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

describe('mails of an account', () => {
  it('come in the language of the browser that signed up, until the account has chosen one', async () => {
    const { url, mails } = await serveAccounts(db, { requireVerification: true });
    const browser = new Browser(url, { 'accept-language': 'de' });
    const who = await signedUp(browser);
    const confirmation = await mails.next(who.email);
    expect(confirmation).toMatchObject({
      language: 'de',
      subject: 'Bestätige deine E-Mail-Adresse für Test',
    });
    expect(confirmation.text).toContain('Willkommen bei Test.');
    const { id } = (await users.findByUsername(who.username)) ?? expect.fail();
    await db.transact((tx) => users.chooseLanguage(tx, id, 'ar'));
    await browser.post('/api/auth/request-password-reset', { email: who.email });
    expect(await mails.next(who.email, 2)).toMatchObject({
      language: 'ar',
      subject: 'أعد تعيين كلمة مرورك لدى Test',
    });
  });

  it('bring sign-in codes and security notices in the chosen language', async () => {
    const { url, mails } = await serveAccounts(db);
    const browser = new Browser(url, { 'accept-language': 'en' });
    const who = await signedUp(browser);
    const { id } = (await users.findByUsername(who.username)) ?? expect.fail();
    await db.transact((tx) => users.chooseLanguage(tx, id, 'fr'));
    await browser.post('/api/auth/sign-in-code', { email: who.email });
    expect(await mails.next(who.email)).toMatchObject({ subject: 'Votre code de connexion Test' });
    const newEmail = `new-${who.email}`;
    await browser.post('/api/auth/request-email-change', { newEmail, password: who.password });
    expect(await mails.next(newEmail)).toMatchObject({
      language: 'fr',
      subject: 'Confirmez votre nouvelle adresse e-mail Test',
    });
    const newPassword = 'another long phrase of words';
    const change = { currentPassword: who.password, newPassword };
    expect((await browser.post('/api/auth/change-password', change)).status).toBe(204);
    expect((await mails.next(who.email, 2)).text).toContain('Votre mot de passe a été modifié.');
  });
});
