/** What admins do, and its effect on the accounts concerned. */
import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './lib/accessibility.ts';
import { type Instance, type Streamer, startInstance } from './lib/instance.ts';
import { press } from './lib/keyboard.ts';
import { startPublisher } from './lib/publisher.ts';
import { send, signIn } from './lib/session.ts';

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };

let instance: Instance;
let ada: Streamer;
let reef: Streamer;

test.beforeAll(async () => {
  instance = await startInstance({ TRUST_PROXY: 'loopback' });
  ada = await instance.createStreamer('ada');
  reef = await instance.createStreamer('reef');
  await instance.admin('grant-role', '--username', 'ada', '--role', 'admin');
});
test.afterAll(async () => {
  await instance[Symbol.asyncDispose]();
});

/** Signs in by the page, as the app does. @returns the status */
async function submitSignIn(
  page: Page,
  { email, password }: Pick<Streamer, 'email' | 'password'>,
): Promise<number> {
  await page.goto(`${instance.url}/about`);
  return page.evaluate(
    async (body) => {
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/auth/sign-in/email', { method: 'POST', headers, body: JSON.stringify(body) }))
        .status;
    },
    { email, password },
  );
}

/** A new page in which `who` is signed in. */
async function as(browser: Browser, who: Streamer, viewport = DESK): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await signIn(page, instance, who);
  return page;
}

/** Answers the question who it is, which sensitive operations ask. */
async function confirmAs(page: Page, { password }: Streamer): Promise<void> {
  const confirmation = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await confirmation.getByLabel('Your password').fill(password);
  await confirmation.getByRole('button', { name: 'Confirm' }).click();
}

const visit = (page: Page, path: string) => page.goto(instance.url + path);

/** The newest audit entry about `subject` contains all of `words`. */
async function expectLogged(page: Page, subject: string, ...words: RegExp[]): Promise<void> {
  await visit(page, `/dashboard/admin/audit?subject=${subject}`);
  const row = page.locator('tbody').getByRole('row').first();
  for (const word of words) await expect(row).toContainText(word);
}

test('a ban signs the account out of its browsers, refuses its sign-in, and is logged with its reason', async ({
  browser,
}) => {
  const theirs = await as(browser, reef, PHONE);
  await visit(theirs, '/profile');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('My profile');

  const admin = await as(browser, ada, PHONE);
  await visit(admin, '/dashboard/admin/users');
  await admin.getByLabel('Name or email').fill('ree');
  await admin.keyboard.press('Enter');
  await admin.waitForURL('**/users?q=ree');
  await expect(admin.getByLabel('Name or email')).toBeFocused();
  await admin.getByRole('button', { name: 'Actions for reef' }).click();
  await admin.getByRole('menuitem', { name: 'Ban' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Ban' }).click();
  await expect(dialog).toContainText('Use at least 3 characters.');
  await dialog.getByLabel('Reason').fill('Spam in every title');
  await dialog.getByRole('button', { name: 'Ban' }).click();
  const banned = admin.getByRole('row').filter({ hasText: '@reef' }).getByText('Banned');
  await expect(banned).toBeVisible();

  await theirs.reload();
  await theirs.waitForURL('**/login?**');
  expect(await submitSignIn(theirs, reef)).toBe(403);
  await expectLogged(admin, 'reef', /Banned/, /@ada/, /Spam in every title/);

  await admin.goBack();
  await admin.getByRole('button', { name: 'Actions for reef' }).click();
  await admin.getByRole('menuitem', { name: 'Lift ban' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Lift ban' }).click();
  await expect(banned).toHaveCount(0);
  // Focus returns to the button that opened the dialog.
  await expect(admin.getByRole('button', { name: 'Actions for reef' })).toBeFocused();
  expect(await submitSignIn(theirs, reef)).toBe(200);
  await Promise.all([admin.close(), theirs.close()]);
});

test('somebody reports a person, whom an admin suspends, who learns why at the sign-in and appeals with success', async ({
  browser,
}) => {
  const admin = await as(browser, ada);
  await visit(admin, '/streamer/reef');
  await admin.getByRole('button', { name: 'Report this profile' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption('Impersonation');
  await dialog.getByLabel('Details').fill('Pretends to be me');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect(dialog).toHaveCount(0);

  await visit(admin, '/dashboard/admin/reports');
  await admin.getByRole('link', { name: 'reef' }).click();
  await expect(admin.getByText('Pretends to be me')).toBeVisible();
  await admin.getByLabel('Action').selectOption('Suspend');
  await admin.getByLabel('Reason').fill('That name is taken');
  await admin.getByRole('button', { name: 'Suspend' }).click();
  await expect(admin.getByText('Suspended for impersonation by @ada')).toBeVisible();

  const context = await browser.newContext({ viewport: PHONE });
  const theirs = await context.newPage();
  const signInByForm = async () => {
    await visit(theirs, '/login');
    await theirs.getByLabel('Email').fill(reef.email);
    await theirs.getByLabel('Password', { exact: true }).fill(reef.password);
    await theirs.getByRole('button', { name: 'Sign In', exact: true }).click();
  };
  await signInByForm();
  await expect(theirs.getByText('That name is taken')).toBeVisible();
  await theirs.getByLabel('Why should the ban be lifted?').fill('It is my own name.');
  await theirs.getByRole('button', { name: 'Send appeal' }).click();
  await expect(theirs.getByText('An admin will decide.')).toBeVisible();

  await visit(admin, '/dashboard/admin/reports/appeals');
  await expect(admin.getByText('It is my own name.')).toBeVisible();
  await admin.getByRole('button', { name: 'Actions for reef' }).click();
  await admin.getByRole('menuitem', { name: 'Lift ban' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('You are right');
  await admin.getByRole('dialog').getByRole('button', { name: 'Lift ban' }).click();
  await expect(admin.getByText('No appeals')).toBeVisible();
  await signInByForm();
  await theirs.waitForURL((url) => url.pathname !== '/login');

  // A warning appears on the page that the person has open, and in the window of a chat, until they have read it.
  const chat = await context.newPage();
  await visit(chat, '/chat/ada');
  await visit(admin, '/streamer/reef');
  await admin.getByRole('button', { name: 'Report this profile' }).click();
  await dialog.getByLabel('Reason').selectOption('Impersonation');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await visit(admin, '/dashboard/admin/reports');
  await admin.getByRole('link', { name: 'reef' }).click();
  await admin.getByLabel('Action').selectOption('Warn');
  await admin.getByLabel('Reason').fill('Choose another picture');
  await admin.getByRole('button', { name: 'Warn' }).click();
  const warning = (page: Page) => page.getByRole('region', { name: 'Warning' });
  await expect(warning(chat)).toContainText('Choose another picture');
  await expectAccessible(chat);
  await press(warning(theirs).getByRole('button', { name: 'I have read it' }));
  for (const page of [chat, theirs]) await expect(warning(page)).toHaveCount(0);
  await Promise.all([admin.close(), context.close()]);
});

test('a report of a live stream shows the frame and the time of the moment to admins alone', async ({
  browser,
}) => {
  const skate = await instance.createStreamer('skate');
  const { rtmpUrl: url, streamKey: key, watchUrl } = skate;
  const publisher = await startPublisher({ url, key, width: 320, height: 180, fps: 10, bitrateKbps: 200 });
  const admin = await as(browser, ada);
  await admin.goto(watchUrl);
  await admin.getByRole('button', { name: 'Report this stream' }).click();
  await admin.getByRole('dialog').getByLabel('Reason').selectOption('Spam');
  await admin.getByRole('dialog').getByRole('button', { name: 'Send report' }).click();
  await expect(admin.getByRole('dialog')).toHaveCount(0);

  await visit(admin, '/dashboard/admin/reports');
  await admin.getByRole('link', { name: 'Live with skate' }).click();
  const frame = admin.getByRole('img', { name: 'The video at this moment' });
  // It is rendered behind the report.
  await expect(async () => {
    await admin.reload();
    await expect(frame).toHaveJSProperty('naturalWidth', 640, { timeout: 2_000 });
  }).toPass();
  await expect(admin.getByRole('link', { name: /^At 0:/ }).first()).toHaveAttribute('href', /^\/stream\//);
  await expect(admin.getByRole('link', { name: '@skate' }).last()).toHaveAttribute('href', '/streamer/skate');
  await expectAccessible(admin);
  const address = (await frame.getAttribute('src')) ?? '';
  const theirs = await as(browser, skate);
  expect((await theirs.request.get(instance.url + address)).status()).toBe(403);
  await publisher.stop();
  // The next tests find no stream that waits for its encoder.
  await send(theirs, instance, '/api/me/stream/stop');
  await Promise.all([admin.close(), theirs.close()]);
});

test('a streamer requests verification, is rejected with notes, requests it again and gets the badge', async ({
  browser,
}) => {
  const theirs = await as(browser, reef);
  const ask = async (action: string) => {
    await visit(theirs, '/dashboard/streamer/profile');
    await theirs.getByLabel('Link 1').fill('https://video.example/@reef');
    await theirs.getByRole('button', { name: action }).click();
    await expect(theirs.getByText('Your request is being reviewed')).toBeVisible();
  };
  const admin = await as(browser, ada);
  const decide = async (button: string, notes: string) => {
    await visit(admin, '/dashboard/admin/verification');
    await admin.getByRole('button', { name: 'Actions for reef' }).click();
    await admin.getByRole('menuitem', { name: button }).click();
    const dialog = admin.getByRole('dialog');
    await dialog.getByLabel('Notes').fill(notes);
    await dialog.locator('button[type=submit]').click();
    await expect(admin.getByText('No requests')).toBeVisible();
  };

  await ask('Request verification');
  await decide('Reject', 'Name this channel there.');
  await visit(theirs, '/dashboard/streamer/profile');
  await expect(theirs.getByText('Name this channel there.')).toBeVisible();
  await ask('Request again');
  await decide('Approve', '');
  await visit(theirs, '/dashboard/streamer/profile');
  await expect(theirs.getByText('Your channel is verified')).toBeVisible();
  await visit(theirs, '/streamer/reef');
  await expect(
    theirs.getByRole('heading', { level: 1 }).getByRole('img', { name: 'Verified' }),
  ).toBeVisible();
  await expectLogged(admin, 'reef', /Verified/, /@ada/);
  await Promise.all([admin.close(), theirs.close()]);
});

test('a hidden stream disappears from Home and plays for nobody, and an ended one refuses its encoder', async ({
  browser,
}) => {
  const { rtmpUrl: url, streamKey: key } = ada;
  const publisher = await startPublisher({ url, key, width: 320, height: 180, fps: 10, bitrateKbps: 200 });
  const visitor = await browser.newPage({ viewport: DESK });
  await visit(visitor, '/');
  const onHome = visitor.getByText('Live with ada').first();
  await expect(onHome).toBeVisible();

  const admin = await as(browser, ada);
  await visit(admin, '/dashboard/admin/streams?state=live');
  const act = async (item: string, reason: string) => {
    await admin.getByRole('button', { name: 'Actions for Live with ada' }).click();
    await admin.getByRole('menuitem', { name: item }).click();
    await admin.getByRole('dialog').getByLabel('Reason').fill(reason);
    await admin.getByRole('dialog').getByRole('button', { name: item }).click();
    await expect(admin.getByRole('dialog')).toHaveCount(0);
  };
  await act('Hide', 'It shows a face');
  await expect(onHome).toHaveCount(0);
  await visit(visitor, '/s/ada/live');
  await expect(visitor.getByRole('heading', { level: 1 })).toContainText('Live with ada');
  await expect(visitor.getByText('This stream isn’t available')).toBeVisible();
  await expect(visitor.locator('video')).toHaveCount(0);

  await act('End stream', 'It goes on showing it');
  // The server has closed the encoder's connection.
  expect(await publisher.exited).not.toBeNull();
  // Encoders reconnect automatically; this one is refused for some minutes, or until its streamer allows it.
  await expect(startPublisher({ url, key })).rejects.toThrow();
  await expect(admin.getByText('No matching streams')).toBeVisible();
  await visit(admin, '/dashboard/admin/audit?actor=ada');
  await expect(admin.getByRole('row').filter({ hasText: 'Ended a stream' })).toContainText('showing it');
  await expect(admin.getByRole('row').filter({ hasText: 'Hid a stream' })).toContainText('a face');

  const [download] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('link', { name: 'Export' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('audit-log.csv');
  // The export is logged as well.
  await visit(admin, '/dashboard/admin/audit?actor=ada');
  await expect(admin.getByRole('row').filter({ hasText: 'Exported a list' })).toContainText('audit');
  await Promise.all([admin.close(), visitor.close()]);
});

for (const viewport of [PHONE, DESK]) {
  test(`makes an admin after a confirmation, of which the others learn in the bell, at ${viewport.width} px`, async ({
    browser,
  }) => {
    const name = `grace${viewport.width}`;
    const grace = await instance.createStreamer(name);
    const admin = await as(browser, ada, viewport);
    await visit(admin, `/dashboard/admin/users?q=${name}`);
    await admin.getByRole('link', { name }).click();
    await admin.getByRole('button', { name: 'Make admin' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Make admin' }).click();
    const confirmation = admin.getByRole('dialog', { name: 'Confirm it’s you' });
    await expectAccessible(admin);
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect(admin.getByRole('dialog')).toContainText('Confirm that it’s you to do this.');
    await admin.getByRole('dialog').getByRole('button', { name: 'Make admin' }).click();
    await confirmAs(admin, ada);
    await expect(admin.getByText(`${name} is now an admin`, { exact: true })).toBeVisible();
    await expect(admin.getByRole('dialog')).toHaveCount(0);

    const theirs = await as(browser, grace, viewport);
    for (const page of [admin, theirs]) {
      await visit(page, '/about');
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expect(page.getByText(`@${name} is now an admin`)).toBeVisible();
      await expect(page.getByText('@ada granted the role.', { exact: false }).first()).toBeVisible();
    }
    await Promise.all([admin.close(), theirs.close()]);
  });
}

test('reads a chart point by point with the arrow keys, which screen readers announce', async ({
  browser,
}) => {
  const page = await as(browser, ada);
  await visit(page, '/dashboard/admin');
  const chart = page.getByRole('application', { name: /^New accounts\. Move along the chart/ });
  await chart.focus();
  const point = page.getByRole('status').filter({ hasText: 'New accounts' });
  const first = await point.textContent();
  await page.keyboard.press('ArrowRight');
  await expect(point).not.toHaveText(first ?? '');
  await page.keyboard.press('ArrowLeft');
  await expect(point).toHaveText(first ?? '');
  await expectAccessible(page);
  await page.close();
});

test('shows an announcement to visitors until they close it, and closes registration', async ({
  browser,
}) => {
  const admin = await as(browser, ada);
  await visit(admin, '/dashboard/admin/settings');
  await admin.getByRole('textbox', { name: 'Announcement' }).fill('Back at nine');
  await admin.getByRole('region', { name: 'Announcement' }).getByRole('button', { name: 'Save' }).click();
  // Being signed in is not enough to change settings.
  await confirmAs(admin, ada);
  await expect(admin.getByText('Saved')).toBeVisible();
  await admin.getByRole('radio', { name: 'No one' }).click();
  await expect(admin.getByRole('radio', { name: 'No one' })).toBeChecked();
  // Without a second factor of their own, admins would lock themselves out.
  await admin.getByRole('switch', { name: 'Require two-factor authentication' }).click();
  await expect(admin.getByText(/Set up two-factor authentication for your own account first/)).toBeVisible();

  const visitor = await browser.newPage({ viewport: PHONE });
  await visit(visitor, '/register');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Sign-up is closed');
  const bar = visitor.getByRole('region', { name: 'Announcement' });
  await expect(bar).toContainText('Back at nine');
  await bar.getByRole('button', { name: 'Dismiss announcement' }).click();
  await visitor.reload();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Sign-up is closed');
  await expect(bar).toHaveCount(0);
  await Promise.all([admin.close(), visitor.close()]);
});

test('an admin gives the instance a name, a color and a front page, and invites people', async ({
  browser,
}) => {
  const admin = await as(browser, ada);
  await visit(admin, '/dashboard/admin/settings');
  const setting = (name: string) => admin.getByRole('region', { name, exact: true });
  await setting('Name').getByRole('textbox').fill('Harbor TV');
  await setting('Name').getByRole('button', { name: 'Save' }).click();
  await confirmAs(admin, ada);
  await expect(setting('Name').getByRole('button', { name: 'Save' })).toBeDisabled();
  await expect(admin.getByRole('dialog')).toHaveCount(0);
  await setting('Accent color').getByRole('textbox', { name: 'Accent color' }).fill('#8a2be2');
  await setting('Accent color').getByRole('button', { name: 'Save' }).click();
  await expect(admin.locator('style#accent')).toHaveCount(1);
  await setting('Front page').getByLabel('Headline').fill('News from the harbor');
  await setting('Front page').getByLabel('Introduction').fill('Every day at nine.');
  await setting('Front page').getByRole('button', { name: 'Save' }).click();
  await setting('Default theme').getByRole('radio', { name: 'Light' }).click();
  await admin.getByRole('radio', { name: 'People with an invitation' }).click();
  const invitations = admin.getByRole('region', { name: 'Invitations' });
  await invitations.getByLabel('Who it’s for').fill('The crew');
  await invitations.getByRole('button', { name: 'Create invitation' }).click();
  const link = await invitations.getByRole('listitem').locator('code').innerText();
  await expectAccessible(admin);

  // The server has put all of it into the page, so that it is there without any script.
  const plain = await browser.newContext({ javaScriptEnabled: false });
  const page = await plain.newPage();
  await page.goto(instance.url);
  await expect(page).toHaveTitle('Harbor TV');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByText('News from the harbor')).toHaveCount(1);
  await expect(page.locator('style#accent')).toHaveCount(1);
  await plain.close();

  const visitor = await browser.newPage({ viewport: PHONE });
  await visit(visitor, '/');
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('News from the harbor');
  await visitor.goto(link);
  await visitor.getByLabel('Username').fill('deckhand');
  await visitor.getByLabel('Email').fill('deckhand@example.org');
  await visitor.getByLabel('Password', { exact: true }).fill('correct horse battery');
  await visitor.getByRole('button', { name: 'Sign Up' }).click();
  await expect(visitor.getByRole('heading', { level: 1 })).toHaveText('Confirm your email');

  await visit(admin, '/dashboard/admin/users');
  await admin.getByRole('checkbox', { name: 'Select reef' }).click();
  await admin.getByRole('checkbox', { name: 'Select ada' }).click();
  const bar = admin.getByRole('region', { name: 'Selection' });
  await expect(bar).toContainText('2 selected');
  await bar.getByRole('button', { name: 'Ban', exact: true }).click();
  await admin.getByRole('dialog').getByLabel('Reason').fill('Spam in every title');
  await admin.getByRole('dialog').getByRole('button', { name: 'Ban' }).click();
  // Admins cannot ban themselves, which does not keep the other row from it.
  await expect(admin.getByRole('dialog').getByRole('alert')).toContainText('Done: 1. Failed: 1.');
  await expect(admin.getByRole('dialog').getByRole('listitem')).toContainText('@ada');
  await expectAccessible(admin);
  await admin.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
  await expect(admin.getByRole('row').filter({ hasText: '@reef' }).getByText('Banned')).toBeVisible();
  await Promise.all([admin.close(), visitor.close()]);
});
