import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listOutbox } from '@tributary/contracts/instance';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '../../src/platform/log/log.ts';
import { createOutbox } from '../../src/platform/mail/index.ts';
import { me, problem, signedUp } from '../support/account-fixture.ts';
import { serveAccounts } from '../support/accounts-server.ts';
import { json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';

const db = await createTestDatabase();

it('shows the admins of a demo the mails in the outbox, and nobody else', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-outbox-'));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const outbox = createOutbox({ directory, from: 'Test <test@example.org>', log: createLog('silent') });
  const server = await serveAccounts(db, { outbox, requireVerification: true });
  const browser = server.browser();
  const who = await signedUp(browser);
  await expect.poll(() => outbox.newest(1)).toHaveLength(1);

  const link = new URL(/http\S+/.exec((await outbox.newest(1))[0]?.text ?? '')?.[0] ?? '');
  await browser.get(link.pathname + link.search);
  expect((await browser.get('/api/admin/outbox')).status).toBe(403);
  const id = (await me(browser))?.id ?? expect.fail();
  await db.transact((tx) => server.identity.users.grantRole(tx, id, 'admin', null));
  // Its links open accounts, so that the session alone is not enough.
  expect(problem(await browser.get('/api/admin/outbox'))).toMatchObject({ code: 'proof_required' });
  expect((await browser.post('/api/auth/confirm', { password: who.password })).status).toBe(204);
  const answer = await browser.get('/api/admin/outbox');
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const { mails } = listOutbox.response.parse(json(answer));
  expect(mails).toMatchObject([{ to: who.email, subject: 'Confirm your email address for Test' }]);
});

it('cannot be read on an instance that sends mails', async () => {
  const server = await serveAccounts(db);
  const browser = server.browser();
  const { password } = await signedUp(browser);
  const id = (await me(browser))?.id ?? expect.fail();
  await db.transact((tx) => server.identity.users.grantRole(tx, id, 'admin', null));
  await browser.post('/api/auth/confirm', { password });
  expect(problem(await browser.get('/api/admin/outbox'))).toMatchObject({ status: 404, code: 'no_outbox' });
});
