import { type UserId, userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { roleRevoked, sessionsEnded, userBanned } from './identity.events.ts';
import { passwords } from './passwords/passwords.ts';
import { createUsers } from './users.service.ts';

const db = await createTestDatabase();
const users = createUsers(db);

let nextPerson = 0;
async function someone() {
  const username = `user-${++nextPerson}`;
  const email = `${username}@example.org`;
  return { username, email, ...(await users.create({ username, email: email.toUpperCase() })) };
}

const storedPassword = async (id: UserId) =>
  (await db.pool.query('select password from accounts where user_id = $1', [id])).rows.map(
    ({ password }) => password,
  );

describe('users', () => {
  it('are created with the role viewer, a hashed password and a lower-case address', async () => {
    const { id, username, email, password } = await someone();
    const profile = await users.findByUsername(username.toUpperCase());
    expect(profile).toMatchObject({
      id,
      username,
      email,
      displayName: username,
      roles: ['viewer'],
      bannedAt: null,
    });
    expect(await users.findByEmail(email.toUpperCase())).toEqual(profile);
    expect(await users.find(id)).toEqual(profile);
    const [hash] = await storedPassword(id);
    expect(hash).not.toContain(password);
    expect(await passwords.verify({ hash, password })).toBe(true);
  });

  it('are refused with a taken username, a taken address or a password of the wrong length', async () => {
    const { username, email } = await someone();
    await expect(users.create({ username, email: 'new@example.org' })).rejects.toMatchObject({
      code: 'username_taken',
    });
    await expect(users.create({ username: 'new', email })).rejects.toMatchObject({ code: 'email_taken' });
    for (const password of ['short', 'x'.repeat(129)]) {
      const attempt = users.create({ username: 'new', email: 'new@example.org', password });
      await expect(attempt).rejects.toMatchObject({ code: 'password_unfit' });
    }
    expect(await users.findByUsername('new')).toBeNull();
  });

  it('are summarized by id, if they exist', async () => {
    const [a, b] = [await someone(), await someone()];
    const summaries = await users.summaries([a.id, b.id, userId.parse(uuidv7())]);
    expect([...summaries.keys()].sort()).toEqual([a.id, b.id].sort());
    expect(summaries.get(a.id)).toEqual({
      id: a.id,
      username: a.username,
      displayName: a.username,
      avatarUrl: null,
    });
    expect((await users.summaries([])).size).toBe(0);
  });

  it('can gain and lose roles repeatedly, but never lose the role viewer', async () => {
    const [{ id }, another] = [await someone(), await someone()];
    const roles = async () => (await users.find(id))?.roles;
    await db.transact((tx) => users.grantRole(tx, another.id, 'admin', null));
    await db.transact((tx) => users.grantRole(tx, id, 'admin', null));
    await db.transact((tx) => users.grantRole(tx, id, 'admin', id));
    expect(await roles()).toEqual(['admin', 'viewer']);
    await db.transact((tx) => users.revokeRole(tx, id, 'admin'));
    await db.transact((tx) => users.revokeRole(tx, id, 'admin'));
    expect(await roles()).toEqual(['viewer']);
    const last = db.transact((tx) => users.revokeRole(tx, id, 'viewer'));
    await expect(last).rejects.toMatchObject({ code: 'viewer_role_stays' });
  });

  it('lose their sessions when their password is reset', async () => {
    const { id, password: old } = await someone();
    await db.pool.query(
      "insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')",
      [uuidv7(), id, 'h'.repeat(43)],
    );
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const received = Promise.withResolvers<unknown>();
    events.on(sessionsEnded, received.resolve);
    const fresh = await users.resetPassword(id);
    expect(await received.promise).toEqual({ userId: id });
    const [hash] = await storedPassword(id);
    expect(await passwords.verify({ hash, password: fresh })).toBe(true);
    expect(await passwords.verify({ hash, password: old })).toBe(false);
    expect((await db.pool.query('select from sessions where user_id = $1', [id])).rowCount).toBe(0);
    const nobody = userId.parse(uuidv7());
    await expect(users.resetPassword(nobody)).rejects.toMatchObject({ code: 'user_not_found' });
    const ban = db.transact((tx) => users.ban(tx, nobody, { reason: null }));
    await expect(ban).rejects.toMatchObject({ code: 'user_not_found' });
  });

  it('cause an event when they are banned or lose a role', async () => {
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const banned = Promise.withResolvers<unknown>();
    const revoked = Promise.withResolvers<unknown>();
    events.on(userBanned, banned.resolve);
    events.on(roleRevoked, revoked.resolve);
    const { id } = await someone();
    await db.transact((tx) => users.grantRole(tx, id, 'streamer', null));
    await db.transact((tx) => users.revokeRole(tx, id, 'streamer'));
    expect(await revoked.promise).toEqual({ userId: id, role: 'streamer' });
    await db.transact((tx) => users.ban(tx, id, { reason: 'Spam' }));
    expect(await banned.promise).toEqual({ userId: id });
    expect((await users.find(id))?.bannedAt).toBeInstanceOf(Date);
  });
});
