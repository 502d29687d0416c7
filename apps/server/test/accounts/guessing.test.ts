import { describe, expect, it } from 'vitest';
import { me, password, person, problem, signedUp, signIn } from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import type { Browser } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();

/** A server behind a proxy, so that a test has many networks, with a clock that the test sets. */
async function serve() {
  const clock = { ms: 0 };
  const server = await serveAccounts(db, { trustProxy: ['loopback'], now: () => clock.ms });
  const from = (ip: string, browser: Browser = server.browser()) => {
    browser.headers['x-forwarded-for'] = ip;
    return browser;
  };
  const pass = (seconds: number) => {
    clock.ms += seconds * 1000;
  };
  return { ...server, from, pass };
}

const wrong = 'not the password';
const statusOf = async (browser: Browser, who: { email: string; password: string }) =>
  (await signIn(browser, who)).status;

describe('guessing at the password of one account', () => {
  it('1,000 times from many networks is refused, and does not lock the owner out of a known browser', {
    timeout: 120_000,
  }, async () => {
    const { from, browser, mails } = await serve();
    const usual = from('203.0.113.1');
    const owner = await signedUp(usual);
    await usual.post('/api/auth/sign-out');

    const statuses: number[] = [];
    for (let network = 0; network < 100; network++) {
      const guesser = from(`198.51.100.${network}`, browser());
      const guesses = Array.from({ length: 10 }, () => statusOf(guesser, { ...owner, password: wrong }));
      statuses.push(...(await Promise.all(guesses)));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(970);

    // A guesser who finds the password now learns nothing, whatever the network.
    const refused = await signIn(from('192.0.2.1'), owner);
    expect(problem(refused)).toMatchObject({ status: 429, code: 'too_many_failures' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);

    expect(await statusOf(usual, owner)).toBe(200);
    expect((await me(usual))?.username).toBe(owner.username);
    // Not even in the network of a guesser.
    await usual.post('/api/auth/sign-out');
    expect(await statusOf(from('198.51.100.0', usual), owner)).toBe(200);
    // Elsewhere, a code signs the owner in.
    const elsewhere = from('192.0.2.2');
    await elsewhere.post('/api/auth/sign-in-code', { email: owner.email });
    const [otp] = /\b\d{6}\b/.exec((await mails.next(owner.email)).text) ?? [];
    expect((await elsewhere.post('/api/auth/sign-in/email-otp', { email: owner.email, otp })).status).toBe(
      200,
    );
  });

  it('is refused for a network after ten failures, at this account alone and for this network alone', async () => {
    const { from, pass } = await serve();
    const [owner, other] = [await signedUp(from('203.0.113.1')), await signedUp(from('203.0.113.1'))];
    for (let n = 0; n < 10; n++) {
      pass(30);
      expect(await statusOf(from('2001:db8:1:2::1'), { ...owner, password: wrong })).toBe(401);
    }
    pass(30);
    // The same /64 is the same network.
    expect(await statusOf(from('2001:db8:1:2::99'), owner)).toBe(429);
    expect(await statusOf(from('2001:db8:1:2::1'), other)).toBe(200);
    expect(await statusOf(from('2001:db8:1:3::1'), owner)).toBe(200);
    pass(900);
    expect(await statusOf(from('2001:db8:1:2::1'), owner)).toBe(200);
  });

  it('counts no attempts that the limit of the network refused', async () => {
    const { from, pass } = await serve();
    const owner = await signedUp(from('203.0.113.1'));
    // The network uses up its limit at other accounts.
    for (let n = 0; n < 10; n++) await signIn(from('198.51.100.1'), person());
    for (let n = 0; n < 40; n++)
      expect(await statusOf(from('198.51.100.1'), { ...owner, password: wrong })).toBe(429);
    expect(await statusOf(from('192.0.2.1'), owner)).toBe(200);
    pass(60);
    expect(await statusOf(from('198.51.100.1'), owner)).toBe(200);
  });

  it('counts failures only, so that signing in never uses up the limit', async () => {
    const { from, pass } = await serve();
    const owner = await signedUp(from('203.0.113.1'));
    for (let n = 0; n < 32; n++) {
      pass(10);
      expect(await statusOf(from('192.0.2.1'), owner)).toBe(200);
    }
  });

  it('is limited in a known browser too, and counts there for that browser alone', async () => {
    const { from, pass } = await serve();
    const usual = from('203.0.113.1');
    const owner = await signedUp(usual);
    await usual.post('/api/auth/sign-out');
    for (let n = 0; n < 10; n++) {
      pass(30);
      expect(await statusOf(usual, { ...owner, password: wrong })).toBe(401);
    }
    pass(30);
    expect(await statusOf(usual, owner)).toBe(429);
    expect(await statusOf(from('203.0.113.1'), owner)).toBe(200);
  });

  it('is not helped by a browser that is known to another account', async () => {
    const { from } = await serve();
    const owner = await signedUp(from('203.0.113.1'));
    const guesser = from('198.51.100.1');
    await signedUp(guesser);
    await guesser.post('/api/auth/sign-out');
    const statuses: number[] = [];
    for (let network = 0; network < 5; network++) {
      from(`198.51.100.${network}`, guesser);
      const guesses = Array.from({ length: 8 }, () => statusOf(guesser, { ...owner, password: wrong }));
      statuses.push(...(await Promise.all(guesses)));
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});

describe('a browser', () => {
  it('is not known after the password alone where the account has a second factor', async () => {
    const { from } = await serve();
    const usual = from('203.0.113.1');
    const owner = await signedUp(usual);
    await db.pool.query('update profiles set two_factor_enabled = true where email = $1', [owner.email]);
    const fresh = from('192.0.2.1');
    const answer = await signIn(fresh, { ...owner, password });
    expect(JSON.parse(answer.text)).toEqual({ state: 'second_factor' });
    expect(fresh.cookie('tributary.known-browser')).toBeUndefined();
    expect(usual.cookie('tributary.known-browser')).toBeDefined();
  });
});

describe('mails about one account', () => {
  it('are limited for every cause, also for sign-ins while its address is not confirmed', async () => {
    const clock = { ms: 0 };
    const server = await serveAccounts(db, { requireVerification: true, now: () => clock.ms });
    const who = await signedUp(server.browser());
    // Each sends the confirmation again.
    for (let n = 0; n < 10; n++) {
      clock.ms += 10_000;
      expect(await statusOf(server.browser(), who)).toBe(401);
    }
    for (let n = 0; n < 4; n++) {
      clock.ms += 60_000;
      await server.browser().post('/api/auth/sign-up/email', { ...person(), email: who.email });
    }
    // A mail for another purpose still arrives.
    await server.browser().post('/api/auth/request-password-reset', { email: who.email });
    expect((await server.mails.next(who.email, 11)).subject).toBe('Reset your Test password');
    expect(server.mails.to(who.email)).toHaveLength(11);
  });
});
