/** Sign-in by OpenID Connect, with the npm package oidc-provider as the provider. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { changeSettings } from '../../src/platform/settings/index.ts';
import { me, problem, signedUp, signIn } from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { listenAsProvider } from '../support/oidc-provider.ts';

const db = await createTestDatabase();

async function serveWithProvider() {
  const front = await listenAsProvider();
  onTestFinished(() => front.close());
  const { issuer, clientId, clientSecret, people } = front;
  const server = await serveAccounts(db, { oidc: { issuer, clientId, clientSecret, name: 'Acme' } });
  const provider = front.make(server.url);
  const start = () => front.start(provider);

  /** Signs in at the provider as `sub` and returns with its answer. */
  async function goThrough(browser: Browser, sub: string, invitation?: string) {
    const begun = await browser.post('/api/auth/sign-in/provider', { callbackURL: '/discover', invitation });
    expect(begun.status).toBe(200);
    const there = new Browser(issuer);
    let address = new URL(json<{ url: string }>(begun).url);
    for (let step = 0; address.origin === issuer; step++) {
      if (step > 12) throw new Error(`The provider leads in circles: ${address}`);
      const uid = /^\/interaction\/([^/]+)$/.exec(address.pathname)?.[1];
      const answer = uid
        ? await there.form(address.pathname, await promptOf(uid, sub))
        : await there.get(address.pathname + address.search);
      const location = answer.headers.get('location');
      if (!location) throw new Error(`${address}: ${answer.status} ${answer.text}`);
      address = new URL(location, issuer);
    }
    return browser.get(address.pathname + address.search);
  }

  async function promptOf(uid: string, sub: string): Promise<Record<string, string>> {
    const interaction = await provider.Interaction.find(uid);
    return interaction?.prompt.name === 'login'
      ? { prompt: 'login', login: sub, password: 'x' }
      : { prompt: 'consent' };
  }

  return { server, people, goThrough, start };
}

async function serveStarted() {
  const all = await serveWithProvider();
  all.start();
  return all;
}

describe('an OpenID Connect provider', () => {
  it('signs up a person without an account', async () => {
    const { server, people, goThrough } = await serveStarted();
    people.set('1', {
      sub: '1',
      email: 'Zoe@acme.example',
      email_verified: true,
      name: 'Zoë Müller',
      preferred_username: 'Zoë Müller',
    });
    const browser = server.browser();
    const answer = await goThrough(browser, '1');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('/discover');
    expect(await me(browser)).toMatchObject({
      username: 'zoe-muller',
      displayName: 'Zoë Müller',
      email: 'zoe@acme.example',
      avatar: null,
      roles: ['viewer'],
    });
    // The second time signs in to the same account.
    const again = server.browser();
    await goThrough(again, '1');
    expect((await me(again))?.username).toBe('zoe-muller');
    const { rows } = await db.pool.query("select * from accounts where provider_id = 'oidc'");
    expect(rows).toHaveLength(1);
    // The provider's tokens are encrypted.
    expect(rows[0].access_token).not.toMatch(/^[\w-]{43}$/);
  });

  it('gets another username if the proposed one is taken', async () => {
    const { server, people, goThrough } = await serveStarted();
    const who = await signedUp(server.browser());
    people.set('2', {
      sub: '2',
      email: 'b@acme.example',
      email_verified: true,
      preferred_username: who.username,
    });
    const browser = server.browser();
    await goThrough(browser, '2');
    expect((await me(browser))?.username).toMatch(new RegExp(`^${who.username}-\\d{5}$`));
  });

  it('signs in to an existing account only if both sides have confirmed the address', async () => {
    const { server, people, goThrough } = await serveStarted();
    const who = await signedUp(server.browser());
    const refusedAs = async (email_verified: boolean) => {
      people.set('3', { sub: '3', email: who.email, email_verified });
      const browser = server.browser();
      const answer = await goThrough(browser, '3');
      expect(await me(browser)).toBeNull();
      return new URL(answer.headers.get('location') ?? '', server.url);
    };
    // Ours is unconfirmed, so its account may not belong to the owner of the address.
    expect((await refusedAs(true)).pathname).toBe('/login');
    await db.pool.query('update profiles set email_verified = true where email = $1', [who.email]);
    expect((await refusedAs(false)).searchParams.get('error')).toBe('account_not_linked');
    people.set('3', { sub: '3', email: who.email, email_verified: true });
    const browser = server.browser();
    await goThrough(browser, '3');
    expect((await me(browser))?.username).toBe(who.username);
  });

  it('does not bypass a ban or the second factor', async () => {
    const { server, people, goThrough } = await serveStarted();
    people.set('4', { sub: '4', email: 'd@acme.example', email_verified: true });
    const browser = server.browser();
    await goThrough(browser, '4');
    const id = (await me(browser))?.id ?? expect.fail();
    await db.pool.query('update profiles set two_factor_enabled = true where id = $1', [id]);
    const challenged = server.browser();
    const answer = await goThrough(challenged, '4');
    expect(answer.headers.get('location')).toBe('/login?step=second-factor');
    expect(await me(challenged)).toBeNull();
    await db.transact((tx) => server.identity.users.ban(tx, id, { reason: 'Spam' }));
    const banned = server.browser();
    const refused = await goThrough(banned, '4');
    // The page where they can appeal.
    expect(refused.headers.get('location')).toMatch(/^\/appeal\?token=/);
    expect(await me(banned)).toBeNull();
  });

  it('cannot be used with an answer that was not requested', async () => {
    const { server } = await serveStarted();
    for (const query of ['', '?code=x', '?code=x&state=y', '?error=access_denied']) {
      const browser = server.browser();
      const answer = await browser.get(`/api/auth/callback/oidc${query}`);
      expect(new URL(answer.headers.get('location') ?? '', server.url).pathname).toBe('/login');
      expect(await me(browser)).toBeNull();
    }
  });

  it('signs up people with an invitation where the instance requires one, and uses it up', async () => {
    const { server, people, goThrough } = await serveStarted();
    for (const sub of ['guest', 'second']) {
      people.set(sub, { sub, email: `${sub}@acme.example`, email_verified: true, name: sub });
    }
    await db.transact((tx) => changeSettings(tx, { registration: 'invitation' }));
    onTestFinished(async () => {
      await db.transact((tx) => changeSettings(tx, { registration: 'open' }));
    });
    await db.pool.query(
      "insert into invitations (id, code, note, max_uses) values (gen_random_uuid(), 'a-seat', 'Crew', 1)",
    );
    const refused = server.browser();
    await goThrough(refused, 'guest');
    expect(await me(refused)).toBeNull();
    const invited = server.browser();
    await goThrough(invited, 'guest', 'a-seat');
    expect(await me(invited)).toMatchObject({ email: 'guest@acme.example' });
    const late = server.browser();
    await goThrough(late, 'second', 'a-seat');
    expect(await me(late)).toBeNull();
    // An account signs in without one.
    const again = server.browser();
    await goThrough(again, 'guest');
    expect(await me(again)).toMatchObject({ email: 'guest@acme.example' });
  });

  it('that is unreachable does not block other sign-ins, and works once it is back', async () => {
    const { server, people, goThrough, start } = await serveWithProvider();
    await signedUp(server.browser());
    const begun = await server.browser().post('/api/auth/sign-in/provider', { callbackURL: '/' });
    expect(problem(begun)).toMatchObject({ status: 503, code: 'provider_unavailable' });
    start();
    people.set('5', { sub: '5', email: 'e@acme.example', email_verified: true });
    const browser = server.browser();
    await goThrough(browser, '5');
    expect((await me(browser))?.username).toBe('e');
  });

  it('is not offered unless it is configured', async () => {
    const server = await serveAccounts(db);
    const answer = await server.browser().post('/api/auth/sign-in/provider', { callbackURL: '/' });
    expect(answer.status).toBe(404);
    const foreign = await server
      .browser()
      .post('/api/auth/sign-in/provider', { callbackURL: '//evil.example' });
    expect(foreign.status).toBe(422);
    const who = await signedUp(server.browser());
    expect((await signIn(server.browser(), who)).status).toBe(200);
  });
});
