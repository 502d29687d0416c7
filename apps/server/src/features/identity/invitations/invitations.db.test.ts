import { INVITATIONS_MAX } from '@tributary/contracts/identity';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Actor } from '#platform/caller.ts';
import { changeSettings } from '#platform/settings/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { createUsersFixture } from '../../../../test/support/users-fixture.ts';
import { createInvitations } from './invitations.service.ts';

const db = await createTestDatabase();
const { account } = createUsersFixture(db);
const invitations = createInvitations(db);
const by: Actor = { userId: (await account()).id, requestId: 'a request', addressHash: null };
const set = (registration: 'open' | 'invitation' | 'closed') =>
  db.transact((tx) => changeSettings(tx, { registration }));
const signUp = async () => 'signed up';
const create = (maxUses = 1) => invitations.create({ note: 'Crew', maxUses, days: 7 }, by);

describe('a sign-up', () => {
  it('needs no invitation while registration is open, and gets none while it is closed', async () => {
    const { code } = await create();
    await set('open');
    expect(await invitations.admit(undefined, signUp)).toBe('signed up');
    await set('closed');
    await expect(invitations.admit(code, signUp)).rejects.toMatchObject({ code: 'registration_closed' });
    expect((await invitations.list())[0]).toMatchObject({ note: 'Crew', uses: 0, maxUses: 1 });
  });

  it('uses an invitation up, also if many people use it at the same time', async () => {
    await set('invitation');
    const { code } = await create(3);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => invitations.admit(code, signUp)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const refusal = { code: 'invitation_needed', errors: [{ pointer: '/invitation' }] };
    await expect(invitations.admit(code, signUp)).rejects.toMatchObject(refusal);
    await expect(invitations.admit(undefined, signUp)).rejects.toMatchObject(refusal);
  });

  it('gives its use back if it fails', async () => {
    await set('invitation');
    const { code } = await create();
    const failing = async () => Promise.reject(new Error('The username is taken'));
    await expect(invitations.admit(code, failing)).rejects.toThrow('taken');
    expect(await invitations.admit(code, signUp)).toBe('signed up');
  });

  it('gets nothing for an invitation that has expired or was deleted', async () => {
    await set('invitation');
    const [expired, deleted] = [await create(), await create()];
    await db.pool.query("update invitations set expires_at = now() - interval '1 second' where id = $1", [
      expired.id,
    ]);
    await invitations.delete(deleted.id, by);
    for (const { code } of [expired, deleted]) {
      await expect(invitations.admit(code, signUp)).rejects.toMatchObject({ code: 'invitation_needed' });
    }
    await expect(invitations.delete(deleted.id, by)).rejects.toMatchObject({ code: 'invitation_not_found' });
  });
});

it('bounds how many invitations there are, and audits who has created and deleted them', async () => {
  onTestFinished(async () => void (await db.pool.query('delete from invitations')));
  const { id, createdBy } = await create();
  expect(createdBy).not.toBeNull();
  await db.pool.query(
    `insert into invitations (id, code, note, max_uses)
     select gen_random_uuid(), 'code ' || n, '', 1 from generate_series(1, $1) n`,
    [INVITATIONS_MAX],
  );
  await expect(create()).rejects.toMatchObject({ code: 'too_many_invitations' });
  await invitations.delete(id, by);
  const { rows } = await db.pool.query(
    "select action, actor_id from audit_log where subject_kind = 'invitation' and subject_id = $1 order by id",
    [id],
  );
  expect(rows).toEqual([
    { action: 'invitation.created', actor_id: by.userId },
    { action: 'invitation.deleted', actor_id: by.userId },
  ]);
});
