import { userId } from '@tributary/contracts/shared';
import { decodeJwt, decodeProtectedHeader, generateKeyPair, SignJWT } from 'jose';
import { v7 as uuidv7 } from 'uuid';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#platform/db/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createAccessTokens } from './access-tokens.ts';

const db = await createTestDatabase();
beforeEach(() => db.pool.query('delete from signing_keys'));

const MINUTE = 60_000;
const DAY = 86_400_000;
const session = { id: uuidv7(), userId: userId.parse(uuidv7()) };

/** Creates a server process with a scripted clock. */
function open(secret = 'a secret of the tests that is long enough') {
  let now = Date.now();
  let reads = 0;
  const counting: Database = {
    ...db,
    read: (query) => {
      reads += 1;
      return db.read(query);
    },
  };
  const tokens = createAccessTokens({ db: counting, publicUrl: 'http://localhost', secret, now: () => now });
  return { ...tokens, pass: (ms: number) => (now += ms), reads: () => reads };
}

const keyOf = (token: string) => decodeProtectedHeader(token).kid;
const stored = async () => (await db.pool.query('select kid from signing_keys')).rowCount;

describe('access tokens', () => {
  it('are valid for exactly ten minutes', async () => {
    const tokens = open();
    const { token, expiresAt } = await tokens.issue(session);
    expect(await tokens.verify(token)).toEqual({ sessionId: session.id, userId: session.userId });
    tokens.pass(expiresAt.getTime() - Date.now() - 2_000);
    expect(await tokens.verify(token)).not.toBeNull();
    tokens.pass(3_000);
    expect(await tokens.verify(token)).toBeNull();
  });

  it('are signed by one key in every process, even if many are issued at once', async () => {
    const [a, b] = [open(), open()];
    const issued = await Promise.all(Array.from({ length: 5 }, () => a.issue(session)));
    const there = await b.issue(session);
    expect(new Set([...issued, there].map(({ token }) => keyOf(token))).size).toBe(1);
    expect(await stored()).toBe(1);
    expect(await b.verify(issued[0]?.token ?? '')).not.toBeNull();
  });

  it('get a new key after thirty days, and the old one stays valid as long as its tokens', async () => {
    const tokens = open();
    await tokens.issue(session);
    tokens.pass(30 * DAY - MINUTE);
    const old = (await tokens.issue(session)).token;
    const later = open();
    later.pass(30 * DAY + MINUTE);
    const { token } = await later.issue(session);
    expect(keyOf(token)).not.toBe(keyOf(old));
    expect(await later.verify(old)).not.toBeNull();
    expect((await later.keys()).map(({ kid }) => kid)).toEqual([keyOf(token), keyOf(old)]);
    const muchLater = open();
    muchLater.pass(62 * DAY);
    await muchLater.issue(session);
    expect(await stored()).toBe(1);
  });

  it('are refused ten minutes after their key was deleted', async () => {
    const tokens = open();
    await tokens.verify((await tokens.issue(session)).token);
    tokens.pass(5 * MINUTE);
    const { token } = await tokens.issue(session);
    await db.pool.query('delete from signing_keys');
    expect(await tokens.verify(token)).not.toBeNull();
    tokens.pass(5 * MINUTE);
    expect(await tokens.verify(token)).toBeNull();
  });

  it('get a new key after the secret was changed', async () => {
    const before = (await open().issue(session)).token;
    const after = open('another secret of the tests, long enough');
    const { token } = await after.issue(session);
    expect(keyOf(token)).not.toBe(keyOf(before));
    expect(await after.verify(token)).not.toBeNull();
  });

  it('are verified with a key set that is read every ten minutes, however many there are', async () => {
    const { token } = await open().issue(session);
    const tokens = open();
    await Promise.all(Array.from({ length: 20 }, () => tokens.verify(token)));
    tokens.pass(9 * MINUTE);
    expect(await tokens.verify(token)).toEqual({ sessionId: session.id, userId: session.userId });
    expect(tokens.reads()).toBe(1);
    tokens.pass(MINUTE);
    await tokens.verify(token);
    expect(tokens.reads()).toBe(2);
  });

  it('are verified with a key that another process created after the key set was read', async () => {
    const [a, b] = [open(), open()];
    await b.verify((await b.issue(session)).token);
    await db.pool.query('delete from signing_keys');
    const { token } = await a.issue(session);
    b.pass(1_000);
    expect(await b.verify(token)).not.toBeNull();
  });

  it('cause at most one read a second if their keys are forged', async () => {
    const tokens = open();
    const { token } = await tokens.issue(session);
    await tokens.verify(token);
    const before = tokens.reads();
    const { privateKey } = await generateKeyPair('EdDSA');
    for (let n = 0; n < 20; n++) {
      const forged = await new SignJWT({ ...decodeJwt(token) })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: `forged-${n}` })
        .sign(privateKey);
      tokens.pass(100);
      expect(await tokens.verify(forged)).toBeNull();
    }
    expect(tokens.reads() - before).toBe(2);
  });

  it('are refused if they were issued before their person was revoked, and later ones are valid', async () => {
    const tokens = open();
    const [{ token: before }, { token: ofOther }] = [
      await tokens.issue(session),
      await tokens.issue({ ...session, userId: userId.parse(uuidv7()) }),
    ];
    tokens.pass(MINUTE);
    tokens.revoke(session.userId);
    expect(await tokens.verify(before)).toBeNull();
    expect(await tokens.verify(ofOther)).not.toBeNull();
    // A caller that reads the session from the database relies on that instead.
    expect(await tokens.claimsOf(before)).toEqual({ sessionId: session.id, userId: session.userId });
    tokens.pass(10_000);
    expect(await tokens.verify((await tokens.issue(session)).token)).not.toBeNull();
  });
});
