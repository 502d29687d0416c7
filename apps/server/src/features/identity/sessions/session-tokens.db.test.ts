import type { UserId } from '@tributary/contracts/shared';
import { getMigrations } from 'better-auth/db/migration';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '#platform/log/log.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createAuth } from '../auth/auth.ts';
import { createUsers } from '../users.service.ts';
import { createBrowserCookie } from './browser-cookie.ts';
import { hashSessionToken } from './session-tokens.ts';

const db = await createTestDatabase();
const secret = 'a secret of the tests that is long enough';
const browsers = createBrowserCookie({ name: 'test', secret, secure: false, maxAgeSeconds: 60 });
const auth = createAuth({
  db,
  publicUrl: 'http://localhost:8080',
  instanceName: () => 'Test',
  secret,
  mailer: { send: async () => undefined },
  sharedState: createMemoryState(),
  log: createLog('silent'),
  requireVerification: false,
  oidc: null,
  knownBrowsers: browsers,
  signUpBrowsers: browsers,
  takeInvitation: async () => false,
  onPasswordReset: async () => undefined,
});
const { adapter, internalAdapter } = await auth.$context;

let user: UserId;
beforeAll(async () => {
  user = (await createUsers(db).create({ username: 'ann', email: 'ann@example.org' })).id;
});
beforeEach(() => db.pool.query('delete from sessions'));

const byToken = (value: string | string[]) => [
  { field: 'token', value, ...(Array.isArray(value) && { operator: 'in' as const }) },
];
const stored = async () => (await db.pool.query<{ token_hash: string }>('select * from sessions')).rows;

describe('the database adapter of better-auth', () => {
  it('stores the hash and returns the token', async () => {
    const { token } = await internalAdapter.createSession(user);
    expect(token).toMatch(/^[A-Za-z0-9]{32}$/);
    expect((await stored()).map((row) => row.token_hash)).toEqual([hashSessionToken(token)]);
    const found = await internalAdapter.findSession(token);
    expect(found?.session.token).toBe(token);
    expect(found?.user.email).toBe('ann@example.org');
  });

  it('finds nothing by the hash', async () => {
    const { token } = await internalAdapter.createSession(user);
    expect(await internalAdapter.findSession(hashSessionToken(token))).toBeNull();
    await internalAdapter.deleteSession(hashSessionToken(token));
    expect(await stored()).toHaveLength(1);
  });

  it('updates, counts, consumes and deletes by the token', async () => {
    const { token } = await internalAdapter.createSession(user);
    const expiresAt = new Date('2100-01-01');
    expect(await internalAdapter.updateSession(token, { expiresAt })).toMatchObject({ token, expiresAt });
    const update = { userAgent: 'x' };
    expect(await adapter.updateMany({ model: 'session', where: byToken(token), update })).toBe(1);
    expect(await adapter.count({ model: 'session', where: byToken(token) })).toBe(1);
    expect(await adapter.consumeOne({ model: 'session', where: byToken(token) })).toMatchObject({ token });
    expect(await stored()).toEqual([]);
    const next = await internalAdapter.createSession(user);
    await internalAdapter.deleteSession(next.token);
    expect(await stored()).toEqual([]);
  });

  it('replaces one token with another without storing either in plain text', async () => {
    const { token } = await internalAdapter.createSession(user);
    const other = 'x'.repeat(32);
    const row = await adapter.update({ model: 'session', where: byToken(token), update: { token: other } });
    expect(row).toMatchObject({ token: other });
    expect((await stored()).map(({ token_hash }) => token_hash)).toEqual([hashSessionToken(other)]);
  });

  it('finds and deletes sessions by several tokens', async () => {
    const tokens = [1, 2, 3].map(async () => (await internalAdapter.createSession(user)).token);
    const [a = '', b = '', c = ''] = await Promise.all(tokens);
    const found = await internalAdapter.findSessions([a, b]);
    expect(found.map(({ session }) => session.token).sort()).toEqual([a, b].sort());
    await internalAdapter.deleteSessions([a, b]);
    expect((await stored()).map((row) => row.token_hash)).toEqual([hashSessionToken(c)]);
  });

  it('returns no tokens when it lists the sessions of a user', async () => {
    await internalAdapter.createSession(user);
    await internalAdapter.createSession(user);
    const listed = await internalAdapter.listSessions(user);
    expect(listed.map(({ token }) => token)).toEqual(['', '']);
    await internalAdapter.deleteUserSessions(user);
    expect(await stored()).toEqual([]);
  });

  it('hashes tokens inside a transaction too', async () => {
    const token = 'y'.repeat(32);
    await adapter.transaction(async (trx) => {
      const session = {
        userId: user,
        token,
        expiresAt: new Date('2100-01-01'),
        createdAt: new Date(),
        updatedAt: new Date(),
      };
      expect(await trx.create({ model: 'session', data: session })).toMatchObject({ token });
      expect(await trx.findOne({ model: 'session', where: byToken(token) })).toMatchObject({ token });
    });
    expect((await stored()).map((row) => row.token_hash)).toEqual([hashSessionToken(token)]);
  });

  it('refuses a token search that hashes cannot answer', async () => {
    const where = [{ field: 'token', operator: 'starts_with' as const, value: 'x' }];
    await expect(adapter.findMany({ model: 'session', where })).rejects.toThrow(/only its hash is stored/);
  });

  it('does not change other models', async () => {
    expect(
      await adapter.findOne({ model: 'user', where: [{ field: 'email', value: 'ann@example.org' }] }),
    ).toMatchObject({
      id: user,
    });
  });
});

describe('our migrations', () => {
  it('create every table, column and index that better-auth expects', async () => {
    const database = { db: db.kysely, type: 'postgres' as const };
    const plan = await getMigrations({ ...auth.options, database });
    expect(plan.toBeCreated).toEqual([]);
    expect(plan.toBeAdded).toEqual([]);
    expect(plan.schemaProblems).toEqual([]);
  });

  it('are reported as incomplete if a column is missing', async () => {
    const { user, ...rest } = auth.options;
    const additionalFields = {
      ...user.additionalFields,
      shoeSize: { type: 'number' as const, required: false },
    };
    const database = { db: db.kysely, type: 'postgres' as const };
    const plan = await getMigrations({ ...rest, user: { ...user, additionalFields }, database });
    expect(plan.toBeAdded.map(({ fields }) => Object.keys(fields))).toEqual([['shoeSize']]);
  });
});
