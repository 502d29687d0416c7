import type { VerificationFilter } from '@tributary/contracts/moderation';
import type { UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { userBanned } from '#features/identity/index.ts';
import { streamChanged, streamStopped } from '#features/live/index.ts';
import type { Actor } from '#platform/caller.ts';
import { openEvents } from '#platform/events/index.ts';
import { createLog } from '#platform/log/log.ts';
import type { Notify } from '#platform/notifications/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { inEnglish } from '../../../test/support/in-english.ts';
import { createUsersFixture } from '../../../test/support/users-fixture.ts';
import { createStreamActions } from './streams/stream-actions.service.ts';
import { createUserActions } from './users/user-actions.service.ts';
import { createVerification } from './verification/verification.service.ts';

const db = await createTestDatabase();
const { users, channels, account } = createUsersFixture(db);
const notified: { userId: UserId; title: string; message: string }[] = [];
const notify = async (_tx: unknown, content: Notify) => void notified.push(inEnglish(content));
const parts = { db, users, channels, notify, sendBanMail: async () => {}, notifyOfNewAdmin: async () => {} };
const userActions = createUserActions(parts);

const someone = async () => (await account()).id;

const actor = (userId: UserId): Actor => ({
  userId,
  requestId: 'a request',
  addressHash: 'a hash',
  isProven: true,
});

async function admin(): Promise<Actor> {
  const id = await someone();
  await userActions.grantRole(id, 'admin', null);
  return actor(id);
}

async function stream(streamerId: UserId, title: string, status: 'live' | 'ended' = 'live'): Promise<string> {
  const id = uuidv7();
  await db.pool.query(
    `insert into streams (id, streamer_id, title, category, slug, status, started_at, seen_at, ended_at)
     values ($1, $2, $3, 'Gaming', $1::uuid::text, $4::text, now() - interval '2 hours', now(), case when $4::text = 'ended' then now() end)`,
    [id, streamerId, title, status],
  );
  return id;
}

/** The actions in the audit log on a subject, newest first. */
async function auditedActions(subject: string): Promise<string[]> {
  const { rows } = await db.pool.query(
    'select action from audit_log where subject_id = $1 order by id desc',
    [subject],
  );
  return rows.map(({ action }) => action);
}

describe('an admin', () => {
  it('cannot lose the role, be banned or be deleted while they are the last one, even if two demote each other at once', async () => {
    const [one, two] = [await admin(), await admin()];
    // Each revokes the other's role at the same time.
    const both = await Promise.allSettled([
      userActions.revokeRole(one.userId, 'admin', two),
      userActions.revokeRole(two.userId, 'admin', one),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [last] = await users.withRole('admin');
    const left = last?.id ?? expect.fail();

    const refused = { code: 'last_admin' };
    await expect(userActions.revokeRole(left, 'admin', null)).rejects.toMatchObject(refused);
    await expect(userActions.ban(left, { reason: null, days: null }, null)).rejects.toMatchObject(refused);
    // An expired ban makes no difference.
    await db.pool.query('update profiles set banned_at = now(), banned_until = now() where id = $1', [left]);
    await expect(userActions.ban(left, { reason: null, days: 1 }, null)).rejects.toMatchObject(refused);
    await expect(db.pool.query('delete from profiles where id = $1', [left])).rejects.toMatchObject({
      constraint: 'user_roles_keep_an_admin',
    });
    // A banned admin does not count as one who is left.
    const banned = await admin();
    await userActions.ban(banned.userId, { reason: null, days: null }, null);
    await expect(userActions.revokeRole(left, 'admin', null)).rejects.toMatchObject(refused);
  });

  it('cannot demote or ban themselves, even if there are other admins', async () => {
    const [one] = [await admin(), await admin()];
    await expect(userActions.revokeRole(one.userId, 'admin', one)).rejects.toMatchObject({
      code: 'not_yourself',
    });
    const ban = userActions.ban(one.userId, { reason: 'Tired', days: null }, one);
    await expect(ban).rejects.toMatchObject({ code: 'not_yourself' });
  });
});

describe('a ban', () => {
  it('ends sessions at once, publishes an event, and expires', async () => {
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const heard = Promise.withResolvers<unknown>();
    events.on(userBanned, heard.resolve);
    const [by, id] = [await admin(), await someone()];
    const signIn = () =>
      db.pool.query(
        "insert into sessions (id, user_id, token_hash, expires_at) values ($1, $2, $3, now() + interval '1 day')",
        [uuidv7(), id, uuidv7().padEnd(43, 'x')],
      );
    const sessions = async () =>
      (await db.pool.query('select from sessions where user_id = $1', [id])).rowCount;
    await signIn();
    await userActions.endSessions(id, by);
    expect(await sessions()).toBe(0);
    await signIn();
    await userActions.ban(id, { reason: 'Spam', days: 7 }, by);
    expect(await heard.promise).toEqual({ userId: id });
    expect(await sessions()).toBe(0);
    expect((await users.find(id))?.bannedAt).toBeInstanceOf(Date);

    // A week has passed.
    await db.pool.query("update profiles set banned_until = now() - interval '1 second' where id = $1", [id]);
    expect((await users.find(id))?.bannedAt).toBeNull();
    expect(await auditedActions(id)).toEqual(['user.banned', 'user.sessions_ended']);
  });
});

describe('verification', () => {
  const verification = createVerification(parts);
  const links = ['https://video.example/@me'];

  it('lists requests by age in either order, with one status or all', async () => {
    const by = await admin();
    const ids = [await someone(), await someone(), await someone()];
    for (const id of ids) {
      await channels.upgrade(id);
      await verification.request(id, links);
    }
    const read = async (status: VerificationFilter['status'], order: 'asc' | 'desc') =>
      (await verification.list({ status, order })).items
        .map(({ streamer }) => streamer.id)
        .filter((id) => ids.includes(id));
    expect(await read('pending', 'asc')).toEqual(ids);
    const request = (await verification.of(ids[1] ?? expect.fail())).request?.id ?? expect.fail();
    await verification.decide(request, { status: 'rejected', notes: 'No page.' }, by);
    expect(await read('pending', 'desc')).toEqual([ids[2], ids[0]]);
    expect(await read('rejected', 'desc')).toEqual([ids[1]]);
    expect(await read('all', 'desc')).toEqual(ids.toReversed());
  });

  it('allows one pending request at a time and decides each once, with a badge or with notes', async () => {
    const [by, id] = [await admin(), await someone()];
    await channels.upgrade(id);
    const attempts = await Promise.allSettled([
      verification.request(id, links),
      verification.request(id, links),
    ]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const find = async () =>
      (await verification.list({ status: 'pending', order: 'asc' })).items.find(
        ({ streamer }) => streamer.id === id,
      );
    const first = (await find())?.id ?? expect.fail();

    await verification.decide(first, { status: 'rejected', notes: 'The page does not name you.' }, by);
    const again = verification.decide(first, { status: 'approved', notes: '' }, by);
    await expect(again).rejects.toMatchObject({ code: 'already_decided' });
    expect(await verification.of(id)).toMatchObject({
      isVerified: false,
      request: { status: 'rejected', adminNotes: 'The page does not name you.' },
    });

    await verification.request(id, links);
    const decided = await verification.decide(
      (await find())?.id ?? '',
      { status: 'approved', notes: '' },
      by,
    );
    expect(decided).toMatchObject({ status: 'approved', streamer: { isVerified: true } });
    expect(await channels.streamerDataOf(id)).toMatchObject({
      isVerified: true,
      verificationBadgeUrl: '/verified.svg',
    });
    const more = verification.request(id, links);
    await expect(more).rejects.toMatchObject({ code: 'already_verified' });

    await userActions.removeBadge(id, 'The account was sold', by);
    expect((await channels.streamerDataOf(id))?.isVerified).toBe(false);
    expect(await auditedActions(id)).toEqual([
      'user.badge_taken',
      'verification.approved',
      'verification.rejected',
    ]);
    expect(notified.filter(({ userId }) => userId === id)).toHaveLength(3);
  });
});

describe('a stream', () => {
  const streams = createStreamActions(parts);

  it('can be stopped while live, hidden and shown, and its streamer is notified of the reason', async () => {
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const stopped = Promise.withResolvers<unknown>();
    const changes: unknown[] = [];
    events.on(streamStopped, stopped.resolve);
    events.on(streamChanged, (change) => void changes.push(change));
    const [by, id] = [await admin(), await someone()];
    const streamId = (await stream(id, 'A show')) as Parameters<typeof streams.stop>[0];

    await streams.stop(streamId, 'A leak', by);
    expect(await stopped.promise).toEqual({ streamId, streamerId: id });
    const { rows: ended } = await db.pool.query('select status, end_reason from streams where id = $1', [
      streamId,
    ]);
    expect(ended).toEqual([{ status: 'ended', end_reason: 'kicked' }]);
    await streams.hide(streamId, 'Spoilers', by);
    const change = { streamId, streamerId: id };
    // One change comes from the stop, and one from the hiding.
    await expect.poll(() => changes).toEqual([change, change]);
    const { rows } = await db.pool.query('select hidden_by, hidden_reason from streams where id = $1', [
      streamId,
    ]);
    expect(rows).toEqual([{ hidden_by: by.userId, hidden_reason: 'Spoilers' }]);
    await streams.show(streamId, by);
    await streams.show(streamId, by);
    expect(await auditedActions(streamId)).toEqual(['stream.shown', 'stream.hidden', 'stream.stopped']);
    expect(
      notified
        .filter(({ userId }) => userId === id)
        .map(({ message }) => message)
        .slice(0, 2),
    ).toEqual(['A leak', 'Spoilers']);
    const over = (await stream(await someone(), 'Over', 'ended')) as typeof streamId;
    await expect(streams.stop(over, 'A leak', by)).rejects.toMatchObject({ code: 'stream_not_live' });
  });
});
