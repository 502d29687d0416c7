import { readFile } from 'node:fs/promises';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { listenAsProvider } from '../apps/server/test/support/oidc-provider.ts';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, startInstance } from './lib/instance.ts';
import { codeIn, linkIn, mailTo } from './lib/outbox.ts';
import { totp } from './lib/totp.ts';

const PASSWORD = 'correct horse battery staple';
const NEW_PASSWORD = 'a tributary joins the river';

const QR_CODE = '**/assets/qr-code-*.js';
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

let instance: Instance;
let acme: Awaited<ReturnType<typeof listenAsProvider>>;
test.beforeAll(async () => {
  acme = await listenAsProvider();
  instance = await startInstance({
    // Each test has its own IP address, because rate limits count by address.
    TRUST_PROXY: 'loopback',
    OIDC_ISSUER: acme.issuer,
    OIDC_CLIENT_ID: acme.clientId,
    OIDC_CLIENT_SECRET: acme.clientSecret,
    OIDC_NAME: 'Acme',
  });
  acme.start(acme.make(instance.url));
});
test.afterAll(async () => {
  await acme.close();
  await instance[Symbol.asyncDispose]();
});

let visitors = 0;
const headers = () => ({ 'x-forwarded-for': `203.0.113.${++visitors}` });

/** Creates an account with a confirmed email address on the command line. */
async function createUser(username: string): Promise<string> {
  const email = `${username}@example.org`;
  await instance.admin('create-user', '--username', username, '--email', email, '--password', PASSWORD);
  return email;
}

async function fillSignIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function signIn(page: Page, email: string, to = '/'): Promise<void> {
  await page.goto(`${instance.url}/login?from=${encodeURIComponent(to)}`);
  await fillSignIn(page, email);
  await page.waitForURL(`${instance.url}${to}`);
}

const menu = (page: Page) => page.getByRole('button', { name: /^Account menu for / });

async function signOut(page: Page): Promise<void> {
  await menu(page).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible();
}

/** Gives the browser a device that verifies its user without asking. */
async function addAuthenticator(page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('region', { name: 'Passkeys' }).getByText(name)).toBeVisible();
}

/** A browser without the first one's cookies, for a second device of the same person. */
const otherDevice = async (browser: Browser) =>
  (await browser.newContext({ extraHTTPHeaders: headers() })).newPage();

test.beforeEach(({ page }) => page.context().setExtraHTTPHeaders(headers()));

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('a new account confirms its email address in another tab, which signs in the first one', async ({
    page,
    context,
  }) => {
    const email = 'new@example.org';
    await page.goto(`${instance.url}/register?from=/start-streaming`);
    await page.getByLabel('Username').fill('moderator');
    await expect(page.getByText('That username is reserved. Choose another one.')).toBeVisible();
    await page.getByLabel('Username').fill('new');
    await expect(page.getByText('new is available.')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await expect(page.getByRole('link', { name: 'terms of use' })).toHaveAttribute('href', '/terms');
    await expect(page.getByRole('link', { name: 'privacy policy' })).toHaveAttribute('href', '/privacy');
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByText('Use at least 10 characters.')).toBeVisible();
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();

    // Before that, the password does not sign in.
    const mailbox = await context.newPage();
    await mailbox.goto(`${instance.url}/login`);
    await fillSignIn(mailbox, email);
    await expect(mailbox.getByText(/address isn’t confirmed yet/)).toBeVisible();

    await mailbox.goto(linkIn(await mailTo(instance.dataDir, email, /Confirm your email address/)));
    await expect(menu(mailbox)).toBeVisible();
    await page.waitForURL(`${instance.url}/start-streaming`);
  });

  test('a confirmation link that is opened on another device leads to signing in there', async ({
    page,
    browser,
  }) => {
    const email = 'other-device@example.org';
    await page.goto(`${instance.url}/register?from=/start-streaming`);
    await page.getByLabel('Username').fill('other-device');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign Up' }).click();
    await expect(page.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();

    const mailbox = await otherDevice(browser);
    await mailbox.goto(linkIn(await mailTo(instance.dataDir, email, /Confirm your email address/)));
    await expect(mailbox.getByText('Your email address is confirmed. Sign in to continue.')).toBeVisible();
    await fillSignIn(mailbox, email);
    await mailbox.waitForURL(`${instance.url}/start-streaming`);
    await mailbox.context().close();
  });

  test('presents its access token when its realtime socket reconnects, and not in the address', async ({
    page,
  }) => {
    const email = await createUser('token-holder');
    await page.goto(`${instance.url}/login`);
    const granted = page.waitForResponse('**/api/auth/token');
    await fillSignIn(page, email);
    const { accessToken } = await (await granted).json();
    await expect(menu(page)).toBeVisible();

    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.enable');
    const opened = new Promise<{ offered: string | undefined; chosen: string | undefined }>((resolve) => {
      let offered: string | undefined;
      devtools.on('Network.webSocketWillSendHandshakeRequest', ({ request }) => {
        offered = request.headers['Sec-WebSocket-Protocol'];
      });
      devtools.on('Network.webSocketHandshakeResponseReceived', ({ response }) =>
        resolve({ offered, chosen: response.headers['Sec-WebSocket-Protocol'] }),
      );
    });
    const socket = page.waitForEvent('websocket');
    // As if the page had been in the back/forward cache.
    await page.evaluate(() => {
      window.dispatchEvent(new Event('pagehide'));
      window.dispatchEvent(new Event('pageshow'));
    });
    expect(await opened).toEqual({
      offered: `tributary.v1, tributary.token.${accessToken}`,
      chosen: 'tributary.v1',
    });
    expect(new URL((await socket).url()).search).toBe('?language=en-US');
  });

  test('a forgotten password is reset by a link in an email, which works once', async ({ page }) => {
    const email = await createUser('forgetful');
    await page.goto(`${instance.url}/login`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByLabel('Email')).toHaveValue(email);
    await page.getByRole('button', { name: 'Request link' }).click();
    await expect(page.getByText('If', { exact: false }).filter({ hasText: email })).toBeVisible();

    const link = linkIn(await mailTo(instance.dataDir, email, /Reset your .+ password/));
    await page.goto(link);
    await page.getByLabel('New password').fill('1234567890');
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();

    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await fillSignIn(page, email);
    await expect(page.getByRole('alert').filter({ hasText: /invalid/i })).toBeVisible();
    await fillSignIn(page, email, NEW_PASSWORD);
    await expect(menu(page)).toBeVisible();

    await page.goto(link);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByRole('heading', { name: /link has expired/ })).toBeVisible();
  });

  test('signs in with a code from an email, and refuses a wrong one', async ({ page }) => {
    const email = await createUser('coded');
    await page.goto(`${instance.url}/login`);
    await page.getByRole('link', { name: 'Use a one-time code' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Request code' }).click();
    const code = codeIn(await mailTo(instance.dataDir, email, /Your .+ sign-in code/));
    await page.getByLabel('Code').fill(code === '000000' ? '111111' : '000000');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(menu(page)).toBeVisible();
  });

  test('sets up an authenticator app, signs in with its code, and with a backup code instead', async ({
    page,
  }) => {
    const email = await createUser('careful');
    await signIn(page, email, '/profile/security');
    await page.route(QR_CODE, (route) => route.abort());
    const app = page.getByRole('region', { name: 'Two-factor authentication' });
    await app.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill('not my password');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('dialog').getByText('Incorrect password.')).toBeVisible();
    await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await expect(app.getByText('Couldn’t load the QR code.')).toBeVisible();
    await expect(app.locator('code')).toHaveText(/^[A-Z2-7]{16,}$/);
    await page.unroute(QR_CODE);
    await app.getByRole('button', { name: 'Try again' }).click();
    await expect(app.getByRole('img', { name: /QR code/ })).toBeVisible();
    const secret = (await app.locator('code').textContent()) ?? '';
    await app.getByRole('textbox', { name: 'Code' }).fill(totp(secret, -1));
    await app.getByRole('button', { name: 'Turn on' }).click();
    const codes = app.getByRole('list', { name: 'Backup codes' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const [backup = ''] = await codes.allTextContents();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      app.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(backup);
    await expect(app.getByText('On', { exact: true })).toBeVisible();
    await signOut(page);

    await page.goto(`${instance.url}/login?from=/profile/security`);
    await fillSignIn(page, email);
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
    await page.getByLabel('Code').fill('000000');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByLabel('Code')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabel('Code').fill(totp(secret, 1));
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await page.waitForURL('**/profile/security');
    await signOut(page);

    await page.goto(`${instance.url}/login?from=/profile/security`);
    await fillSignIn(page, email);
    await page.getByRole('button', { name: 'Use a backup code' }).click();
    await page.getByLabel('Backup code').fill(backup);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(app.getByText('9 backup codes left')).toBeVisible();
  });

  test('adds a passkey with the password, signs in with it without typing, and deletes it with the password', async ({
    page,
  }) => {
    const email = await createUser('keyed');
    await addAuthenticator(page);
    await signIn(page, email, '/profile/security');
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await addPasskey(page, 'My phone');
    await signOut(page);

    await page.goto(`${instance.url}/login?from=/profile/security`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL('**/profile/security');
    await passkeys.getByRole('button', { name: 'Delete My phone' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog').getByText('Enter your password.')).toBeVisible();
    await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(passkeys.getByText('My phone')).toBeHidden();
  });

  test('adds a passkey with a code of the authenticator app instead of the password', async ({ page }) => {
    const email = await createUser('app-keyed');
    await addAuthenticator(page);
    await signIn(page, email, '/profile/security');
    const app = page.getByRole('region', { name: 'Two-factor authentication' });
    await app.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    const secret = (await app.locator('code').textContent()) ?? '';
    await app.getByRole('textbox', { name: 'Code' }).fill(totp(secret, -1));
    await app.getByRole('button', { name: 'Turn on' }).click();
    await expect(app.getByText('On', { exact: true })).toBeVisible();

    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('button', { name: 'Use a code from your authenticator app' }).click();
    await page.getByLabel('Code from your authenticator app').fill(totp(secret, 1));
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('My phone');
    await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
    await expect(passkeys.getByText('My phone')).toBeVisible();
  });

  test('offers to delete unknown passkeys after a password reset', async ({ page, browser }) => {
    const email = await createUser('taken-over');
    const intruder = await otherDevice(browser);
    await addAuthenticator(intruder);
    await signIn(intruder, email, '/profile/security');
    await addPasskey(intruder, 'Somebody else’s laptop');

    await page.goto(`${instance.url}/login?step=recovery`);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Request link' }).click();
    await page.goto(linkIn(await mailTo(instance.dataDir, email, /Reset your .+ password/)));
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByRole('button', { name: 'Delete Somebody else’s laptop' }).click();
    await expect(page.getByText('Your account has no passkeys anymore.')).toBeVisible();

    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).click();
    await fillSignIn(page, email, NEW_PASSWORD);
    await expect(menu(page)).toBeVisible();
    await page.goto(`${instance.url}/profile/security`);
    await expect(page.getByRole('button', { name: 'Add passkey' })).toBeVisible();
    await expect(page.getByText('Somebody else’s laptop')).toBeHidden();
    await intruder.context().close();
  });

  test('signs in with an OpenID Connect provider, and returns to the requested page', async ({ page }) => {
    const sub = 'zoe';
    acme.people.set(sub, { sub, email: `${sub}@acme.example`, email_verified: true, name: 'Zoë' });
    await page.goto(`${instance.url}/login?from=/profile/account`);
    await page.getByRole('button', { name: /Acme/ }).click();
    await page.waitForURL(`${acme.issuer}/**`);
    await page.locator('[name=login]').fill(sub);
    await page.locator('[name=password]').fill('x');
    await page.locator('[type=submit]').click();
    await page.locator('[type=submit]').click();
    await page.waitForURL(`${instance.url}/profile/account`);
    await expect(page.getByText(`${sub}@acme.example`)).toBeVisible();
  });

  test('lists sessions, and signs out the device whose session is ended, or all of them', async ({
    page,
    browser,
  }) => {
    const email = await createUser('roaming');
    const other = await otherDevice(browser);
    await signIn(other, email, '/profile/security');
    await signIn(page, email, '/profile/security');
    const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(2);
    await expect(sessions.filter({ hasText: 'This device' })).toHaveCount(1);
    await sessions
      .filter({ hasNotText: 'This device' })
      .getByRole('button', { name: /^Sign out / })
      .click();
    await expect(sessions).toHaveCount(1);
    // The realtime connection informs it at once.
    await other.waitForURL('**/login?from=*');

    await fillSignIn(other, email);
    await other.waitForURL('**/profile/security');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(`${instance.url}/`);
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible();
    await other.waitForURL('**/login?from=*');
    await other.context().close();
  });

  test('signs other tabs out and in together with the first one', async ({ page, context }) => {
    const email = await createUser('tabbed');
    await signIn(page, email);
    const second = await context.newPage();
    await second.goto(`${instance.url}/profile/account`);
    await expect(second.getByRole('heading', { name: 'Account', level: 1 })).toBeVisible();
    await signOut(page);
    await second.waitForURL('**/login?from=*profile*account*');
    // Signing in again returns the other tab to its page.
    await page.goto(`${instance.url}/login`);
    await fillSignIn(page, email);
    await second.waitForURL('**/profile/account');
  });

  test('route guards lead to sign-in, to the dashboard of the account’s role, or to /unauthorized', async ({
    page,
  }) => {
    const email = await createUser('guarded');
    await page.goto(`${instance.url}/dashboard`);
    await page.waitForURL('**/login?from=%2Fdashboard');
    await fillSignIn(page, email);
    await page.waitForURL('**/dashboard/viewer');
    for (const path of ['/dashboard/streamer', '/dashboard/admin']) {
      await page.goto(`${instance.url}${path}`);
      await page.waitForURL('**/unauthorized');
      await expect(page.getByRole('heading', { name: 'You don’t have access to this page' })).toBeVisible();
    }
  });

  test('treats an account whose profile cannot be loaded as a viewer named by its email address', async ({
    page,
  }) => {
    const email = await createUser('nameless');
    await signIn(page, email);
    const title = 'The river is dry.';
    const fail = (path: string, status: number) =>
      page.route(path, (route) =>
        route.fulfill({ status, json: { type: 'about:blank', title, status, code: 'internal' } }),
      );
    await fail('**/api/me', 500);
    for (const [path, status, message] of [
      ['**/api/users/*/roles', 500, `Failed to fetch roles: ${title}`],
      ['**/api/users/*/profile', 500, `Failed to fetch profile: ${title}`],
      ['**/api/users/*/profile', 404, 'Profile not found'],
    ] as const) {
      await fail(path, status);
      await page.reload();
      await expect(page.getByText(message)).toBeVisible();
    }
    await menu(page).click();
    await expect(page.getByRole('menu')).toContainText('nameless');
    await expect(page.getByRole('menu')).toContainText('Viewer');
  });

  test('changes email address and password, exports the data, and deletes the account', async ({ page }) => {
    const name = 'leaving';
    const email = await createUser(name);
    await page.goto(`${instance.url}/profile/account`);
    await page.waitForURL('**/login?from=*');
    await fillSignIn(page, email);
    await page.waitForURL('**/profile/account');

    const address = page.getByRole('region', { name: 'Email address' });
    await address.getByRole('button', { name: 'Change' }).click();
    await address.getByLabel('New email address').fill(`moved-${email}`);
    await address.getByLabel('Your password').fill(PASSWORD);
    await address.getByRole('button', { name: 'Request code' }).click();
    await address
      .getByLabel('Code')
      .fill(codeIn(await mailTo(instance.dataDir, `moved-${email}`, /new .+ email address/)));
    await address.getByRole('button', { name: 'Change email' }).click();
    await expect(address.getByText(`moved-${email}`)).toBeVisible();

    await page.goto(`${instance.url}/profile/security`);
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByLabel('New password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(page.getByText('Password changed')).toBeVisible();

    await page.goto(`${instance.url}/profile/account`);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toContain(`moved-${email}`);

    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your password').fill(NEW_PASSWORD);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(dialog.getByText(`Type ${name} to confirm.`)).toBeVisible();
    await dialog.getByLabel(`Type ${name} to confirm`).fill(name);
    await dialog.getByRole('button', { name: 'Delete permanently' }).click();
    await expect(page.getByRole('link', { name: 'Sign Up' }).first()).toBeVisible();
    await page.goto(`${instance.url}/login`);
    await fillSignIn(page, `moved-${email}`, NEW_PASSWORD);
    await expect(page.getByRole('alert').filter({ hasText: /invalid/i })).toBeVisible();
  });
});

test('without a mail server, no screen says that an email was sent', async ({ page, browser }) => {
  const email = await createUser('mailless');
  const SENT =
    /email sent|we sent|(?:we’ve|have) (?:sent|emailed)|we’ll email|check your email|email me|by email/i;
  const expectNoClaim = async () => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.getByRole('main').textContent()).not.toMatch(SENT);
    await expect(page.locator('[data-sonner-toast], [role=status]').filter({ hasText: SENT })).toHaveCount(0);
  };
  await page.goto(`${instance.url}/login`);
  await expect(page.getByRole('link', { name: 'Use a one-time code' })).toBeVisible();
  await expectNoClaim();
  for (const [step, button, answer] of [
    ['recovery', 'Request link', /the operator can give you a link/],
    ['code', 'Request code', /ask the operator for your code/],
  ] as const) {
    await page.goto(`${instance.url}/login?step=${step}`);
    await expect(page.getByText('This instance can’t send email yet.')).toBeVisible();
    await expectNoClaim();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(answer)).toBeVisible();
    await expectNoClaim();
  }
  await page.goto(`${instance.url}/register`);
  await page.getByLabel('Username').fill('also-mailless');
  await page.getByLabel('Email').fill('also-mailless@example.org');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await expect(page.getByText(/Ask the operator to confirm/)).toBeVisible();
  await expectNoClaim();

  await signIn(page, email, '/profile/account');
  const address = page.getByRole('region', { name: 'Email address' });
  await address.getByRole('button', { name: 'Change' }).click();
  await address.getByLabel('New email address').fill(`moved-${email}`);
  await address.getByLabel('Your password').fill(PASSWORD);
  await address.getByRole('button', { name: 'Request code' }).click();
  await expect(address.getByText(/the operator can give you a six-digit code/)).toBeVisible();
  await expectNoClaim();
  await page.goto(`${instance.url}/dashboard/viewer/preferences`);
  await expect(page.getByText(/Your choices under Email apply once/)).toBeVisible();
  await expectNoClaim();
  for (const path of ['/privacy', '/contact']) {
    await page.goto(`${instance.url}${path}`);
    await expectNoClaim();
  }

  // Accounts that sign in another way have no password.
  const other = await otherDevice(browser);
  const sub = 'passwordless';
  acme.people.set(sub, { sub, email: `${sub}@acme.example`, email_verified: true, name: 'Pia' });
  await other.goto(`${instance.url}/login?from=/profile/security`);
  await other.getByRole('button', { name: /Acme/ }).click();
  await other.locator('[name=login]').fill(sub);
  await other.locator('[name=password]').fill('x');
  await other.locator('[type=submit]').click();
  await other.locator('[type=submit]').click();
  await other.getByRole('button', { name: 'Request a link to set one' }).click();
  await expect(other.getByText('Link requested')).toBeVisible();
  await other.context().close();
});

// The screens themselves are in screens.spec.ts.
test('the steps of signing in and the dialogs of account settings are accessible in both themes', async ({
  page,
}) => {
  const email = await createUser('seen');
  // Without transitions, whose intermediate colors would fail the contrast check.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const check = async () => {
    for (const [viewport, colorScheme] of [
      [PHONE, 'dark'],
      [DESK, 'light'],
    ] as const) {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme });
      // Only colors depend on the theme.
      await expectAccessible(page, colorScheme === 'light' ? ['color-contrast'] : undefined);
    }
  };
  for (const path of [
    '/login?error=token_expired',
    '/login?step=code',
    '/login?step=recovery',
    '/login?step=second-factor',
    '/reset-password?token=cut',
    '/reset-password',
  ]) {
    await page.goto(`${instance.url}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await check();
  }
  await signIn(page, email, '/profile/security');
  await page.getByRole('button', { name: 'Set up' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await check();
  await page.getByRole('dialog').getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
  await check();
  await page.goto(`${instance.url}/profile/account`);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByRole('button', { name: 'Delete permanently' }).click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await check();
});
