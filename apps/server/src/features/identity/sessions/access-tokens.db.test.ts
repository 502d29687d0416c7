import { userId } from '@tributary/contracts';
import { decodeProtectedHeader } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createAccessTokens } from './access-tokens.ts';

const db = await createTestDatabase();
beforeEach(() => db.pool.query('delete from signing_keys'));

const MINUTE = 60_000;
const DAY = 86_400_000;
const session = { id: uuidv7(), userId: userId.parse(uuidv7()) };

/** A process of the instance; its clock is moved by hand. */
function open(secret = 'a secret of the tests that is long enough') {
  let now = Date.now();
  const tokens = createAccessTokens({ db, publicUrl: 'http://localhost', secret, now: () => now });
  return { ...tokens, pass: (ms: number) => (now += ms) };
}

const keyOf = (token: string) => decodeProtectedHeader(token).kid;
const stored = async () => (await db.pool.query('select kid from signing_keys')).rowCount;

describe('access tokens', () => {
  it('are good for ten minutes to the second', async () => {
    const tokens = open();
    const { token, expiresAt } = await tokens.draw(session);
    expect(await tokens.verify(token)).toEqual({ sessionId: session.id, userId: session.userId });
    tokens.pass(expiresAt.getTime() - Date.now() - 2_000);
    expect(await tokens.verify(token)).not.toBeNull();
    tokens.pass(3_000);
    expect(await tokens.verify(token)).toBeNull();
  });

  it('are signed by one key however many ask at first, in every process', async () => {
    const [a, b] = [open(), open()];
    const drawn = await Promise.all(Array.from({ length: 5 }, () => a.draw(session)));
    const there = await b.draw(session);
    expect(new Set([...drawn, there].map(({ token }) => keyOf(token))).size).toBe(1);
    expect(await stored()).toBe(1);
    expect(await b.verify(drawn[0]?.token ?? '')).not.toBeNull();
  });

  it('get another key after thirty days, and the old one is known as long as its tokens live', async () => {
    const tokens = open();
    await tokens.draw(session);
    tokens.pass(30 * DAY - MINUTE);
    const old = (await tokens.draw(session)).token;
    const later = open();
    later.pass(30 * DAY + MINUTE);
    const { token } = await later.draw(session);
    expect(keyOf(token)).not.toBe(keyOf(old));
    expect(await later.verify(old)).not.toBeNull();
    expect((await later.keys()).map(({ kid }) => kid)).toEqual([keyOf(token), keyOf(old)]);
    const muchLater = open();
    muchLater.pass(62 * DAY);
    await muchLater.draw(session);
    expect(await stored()).toBe(1);
  });

  it('are refused ten minutes after their key was taken away', async () => {
    const tokens = open();
    await tokens.verify((await tokens.draw(session)).token);
    tokens.pass(5 * MINUTE);
    const { token } = await tokens.draw(session);
    await db.pool.query('delete from signing_keys');
    expect(await tokens.verify(token)).not.toBeNull();
    tokens.pass(5 * MINUTE);
    expect(await tokens.verify(token)).toBeNull();
  });

  it('get another key where the secret was changed', async () => {
    const before = (await open().draw(session)).token;
    const after = open('another secret of the tests, long enough');
    const { token } = await after.draw(session);
    expect(keyOf(token)).not.toBe(keyOf(before));
    expect(await after.verify(token)).not.toBeNull();
  });
});
