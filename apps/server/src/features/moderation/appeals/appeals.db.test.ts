import type { UserId } from '@tributary/contracts/shared';
import { describe, expect, it } from 'vitest';
import { createAppealTokens } from '#features/identity/index.ts';
import { audit } from '#platform/audit/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createUsersFixture } from '../../../../test/support/users-fixture.ts';
import { createAppeals } from './appeals.service.ts';

const db = await createTestDatabase();
const { users, account } = createUsersFixture(db);
const tokens = createAppealTokens('a secret of the tests');
const mailed: [UserId, string][] = [];
const notified: UserId[] = [];
const appeals = createAppeals({
  db,
  users,
  tokens,
  mails: { sendDecisionMail: async (_tx, id, { outcome }) => void mailed.push([id, outcome]) },
  notify: async (_tx, { userId }) => void notified.push(userId),
});

const actor = (userId: UserId) => ({ userId, requestId: 'a request', addressHash: null });

async function admin() {
  const { id } = await account();
  await db.transact((tx) => users.grantRole(tx, id, 'admin', null));
  return actor(id);
}

/**
 * Bans a new account.
 * @returns the account, and the token of its refused sign-in
 */
async function banned(by: ReturnType<typeof actor> | null) {
  const { id } = await account();
  await db.transact(async (tx) => {
    await users.ban(tx, id, { reason: 'Spam' });
    await audit(tx, { by, action: 'user.banned', kind: 'user', id });
  });
  const ban = await users.find(id);
  const link = tokens.linkFor(id, ban?.bannedAt ?? expect.fail());
  return { id, token: new URL(link, 'https://x.invalid').searchParams.get('token') ?? '' };
}

const TEXT = 'It was not me who wrote that.';
const UPHELD = { outcome: 'upheld', reply: 'It was you' } as const;
const LIFTED = { outcome: 'lifted', reply: 'We were wrong' } as const;
const openAppeal = async (id: UserId) =>
  (await appeals.list({ state: 'open' })).items.find(({ person }) => person.id === id) ?? expect.fail();

describe('a banned person', () => {
  it('sees the reason and the end of the ban, and appeals once, also with two requests at the same time', async () => {
    const { token } = await banned(null);
    expect(await appeals.banOf(token)).toMatchObject({ reason: 'Spam', until: null, appeal: null });
    const both = await Promise.allSettled([appeals.send(token, TEXT), appeals.send(token, TEXT)]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(appeals.send(token, TEXT)).rejects.toMatchObject({ code: 'already_appealed' });
    expect(await appeals.banOf(token)).toMatchObject({ appeal: { text: TEXT, decision: null } });
  });

  it('cannot appeal with a forged token, or against a later ban with the token of an ended one', async () => {
    const { id, token } = await banned(null);
    await expect(appeals.banOf(`${token.slice(0, -4)}AAAA`)).rejects.toMatchObject({
      code: 'appeal_link_invalid',
    });
    await db.transact((tx) => users.unban(tx, id));
    await expect(appeals.banOf(token)).rejects.toMatchObject({ code: 'ban_over' });
    await db.pool.query("update profiles set banned_at = now() + interval '1 second' where id = $1", [id]);
    await expect(appeals.send(token, TEXT)).rejects.toMatchObject({ code: 'ban_over' });
  });
});

describe('the decision of an appeal', () => {
  it('is made by another admin than the one who banned the person, unless there is no other', async () => {
    const only = await admin();
    const first = await banned(only);
    await appeals.send(first.token, TEXT);
    await appeals.decide((await openAppeal(first.id)).id, UPHELD, only);

    const second = await admin();
    const { id, token } = await banned(only);
    await appeals.send(token, TEXT);
    const appeal = await openAppeal(id);
    expect(appeal.bannedBy).not.toBeNull();
    const own = appeals.decide(appeal.id, LIFTED, only);
    await expect(own).rejects.toMatchObject({ code: 'second_admin_needed' });
    await appeals.decide(appeal.id, LIFTED, second);
    await expect(appeals.decide(appeal.id, UPHELD, second)).rejects.toMatchObject({ code: 'appeal_decided' });
    expect((await users.find(id))?.bannedAt).toBeNull();
    expect(mailed).toEqual([
      [first.id, 'upheld'],
      [id, 'lifted'],
    ]);
    expect(notified).toEqual([id]);
    const { rows } = await db.pool.query(
      "select action, details->>'reason' as reason from audit_log where subject_id = $1 and action like 'appeal.%'",
      [id],
    );
    expect(rows).toEqual([{ action: 'appeal.lifted', reason: 'We were wrong' }]);
  });
});
