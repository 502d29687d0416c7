import type { InstanceSettings, UserId } from '@tributary/contracts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createChannels } from '#features/channels/index.ts';
import { createUsers, userBanned } from '#features/identity/index.ts';
import { audit } from '#platform/audit/index.ts';
import { openEvents } from '#platform/events/index.ts';
import type { Actor } from '#platform/http/index.ts';
import { createLog } from '#platform/log/log.ts';
import { changeSettings } from '#platform/settings/index.ts';
import { createTestDatabase } from '../../../test/support/database.ts';
import { createAuditTrail } from './audit.service.ts';
import { channelJudged, streamStopped } from './moderation.events.ts';
import { createPeople } from './people.service.ts';
import { createSettings } from './settings.service.ts';
import { createStreamModeration } from './streams.service.ts';
import { createVerification } from './verification.service.ts';

const db = await createTestDatabase();
const users = createUsers(db);
const channels = createChannels({ db, users, rtmpUrl: 'rtmp://x/live', streamKeySecret: 's'.repeat(32) });
const told: { userId: UserId; title: string; message: string }[] = [];
const tell = async (_tx: unknown, news: (typeof told)[number]) => void told.push(news);
const parts = { db, users, channels, tell };
const people = createPeople(parts);
const trail = createAuditTrail(parts);

let made = 0;
async function someone(): Promise<UserId> {
  const username = `person-${++made}`;
  return (await users.create({ username, email: `${username}@example.org` })).id;
}

const actor = (userId: UserId): Actor => ({ userId, requestId: 'a request', addressHash: 'a hash' });

async function admin(): Promise<Actor> {
  const id = await someone();
  await people.grantRole(id, 'admin', null);
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

const actsOn = async (subject: string) => (await trail.list({ subject })).items;

describe('the last admin', () => {
  it('keeps the role, the account and the way in, also when two leave at once', async () => {
    const [one, two] = [await admin(), await admin()];
    // Each takes the other's role at the same moment.
    const both = await Promise.allSettled([
      people.takeRole(one.userId, 'admin', two),
      people.takeRole(two.userId, 'admin', one),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const [last] = await users.withRole('admin');
    const left = last?.id ?? expect.fail();

    const refused = { code: 'last_admin' };
    await expect(people.takeRole(left, 'admin', null)).rejects.toMatchObject(refused);
    await expect(people.ban(left, { reason: null, days: null }, null)).rejects.toMatchObject(refused);
    // Nor where a ban of theirs has run out before.
    await db.pool.query('update profiles set banned_at = now(), banned_until = now() where id = $1', [left]);
    await expect(people.ban(left, { reason: null, days: 1 }, null)).rejects.toMatchObject(refused);
    await expect(db.pool.query('delete from profiles where id = $1', [left])).rejects.toMatchObject({
      constraint: 'user_roles_keep_an_admin',
    });
    // One who is banned is nobody to leave an instance to.
    const banned = await admin();
    await people.ban(banned.userId, { reason: null, days: null }, null);
    await expect(people.takeRole(left, 'admin', null)).rejects.toMatchObject(refused);
  });

  it('is not there to be taken by oneself, even where there are others', async () => {
    const [one] = [await admin(), await admin()];
    await expect(people.takeRole(one.userId, 'admin', one)).rejects.toMatchObject({ code: 'not_yourself' });
    const ban = people.ban(one.userId, { reason: 'Tired', days: null }, one);
    await expect(ban).rejects.toMatchObject({ code: 'not_yourself' });
  });
});

describe('a ban', () => {
  it('ends sessions at once, is heard of, and ends by itself', async () => {
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
    await people.endSessions(id, by);
    expect(await sessions()).toBe(0);
    await signIn();
    await people.ban(id, { reason: 'Spam', days: 7 }, by);
    expect(await heard.promise).toEqual({ userId: id });
    expect(await sessions()).toBe(0);
    expect((await users.find(id))?.bannedAt).toBeInstanceOf(Date);

    // A week later.
    await db.pool.query("update profiles set banned_until = now() - interval '1 second' where id = $1", [id]);
    expect((await users.find(id))?.bannedAt).toBeNull();
    expect((await actsOn(id)).map(({ action }) => action)).toEqual(['user.banned', 'user.sessions_ended']);
  });
});

describe('the audit log', () => {
  it('takes entries and gives none back', async () => {
    const { userId } = await admin();
    for (const statement of [
      "update audit_log set action = 'user.unbanned'",
      'delete from audit_log',
      'truncate audit_log',
    ]) {
      await expect(db.pool.query(statement)).rejects.toThrow('append-only');
    }
    expect(await actsOn(userId)).toHaveLength(1);
  });

  it('keeps nothing of an act that did not happen', async () => {
    const id = await someone();
    const failing = db.transact(async (tx) => {
      await audit(tx, { by: null, action: 'user.banned', kind: 'user', id });
      throw new Error('It did not happen.');
    });
    await expect(failing).rejects.toThrow();
    expect(await actsOn(id)).toEqual([]);
  });

  it('says who, what, to whom, why and when; by person, act and day, page after page', async () => {
    const [by, id] = [await admin(), await someone()];
    await Promise.all([people.grantRole(id, 'streamer', by), people.grantRole(id, 'streamer', by)]);
    await people.ban(id, { reason: 'Spam', days: null }, by);
    await people.unban(id, null);
    await people.unban(id, null);
    const { rows } = await db.pool.query(
      "select granted_by from user_roles where user_id = $1 and role = 'streamer'",
      [id],
    );
    expect(rows).toEqual([{ granted_by: by.userId }]);
    const me = await users.find(by.userId);
    const subject = (await users.find(id))?.username ?? expect.fail();
    const [unbanned, banned, granted] = (await trail.list({ subject })).items;
    expect(unbanned).toMatchObject({ action: 'user.unbanned', actor: null, requestId: null });
    expect(banned).toMatchObject({
      action: 'user.banned',
      actor: { id: by.userId, username: me?.username },
      subject: { kind: 'user', id, label: subject },
      details: { reason: 'Spam', after: { until: null } },
      requestId: 'a request',
      addressHash: 'a hash',
    });
    expect(granted).toMatchObject({ action: 'user.role_granted', details: { after: { role: 'streamer' } } });

    const count = async (filter: Parameters<typeof trail.list>[0]) => (await trail.list(filter)).items.length;
    const actorName = me?.username ?? expect.fail();
    expect(await count({ actor: actorName })).toBe(2);
    expect(await count({ actor: actorName, action: 'user.banned' })).toBe(1);
    expect(await count({ actor: 'nobody-like-that' })).toBe(0);
    const today = new Date().toISOString().slice(0, 10);
    expect(await count({ subject, since: today, until: today })).toBe(3);
    expect(await count({ subject, until: '2020-01-01' })).toBe(0);

    for (let i = 0; i < 60; i++) {
      await db.transact((tx) => audit(tx, { by, action: 'page.edited', kind: 'page', id: 'faq' }));
    }
    const first = await trail.list({ subject: 'faq' });
    const second = await trail.list({ subject: 'faq', cursor: first.next ?? expect.fail() });
    expect([first.items.length, second.items.length, second.next]).toEqual([50, 10, null]);
    expect(new Set([...first.items, ...second.items].map((entry) => entry.id)).size).toBe(60);
  });
});

describe('verification', () => {
  const verification = createVerification(parts);
  const links = ['https://video.example/@me'];

  it('waits once at a time, and is decided once, with a badge or with notes', async () => {
    const [by, id] = [await admin(), await someone()];
    await channels.upgrade(id);
    const attempts = await Promise.allSettled([
      verification.request(id, links),
      verification.request(id, links),
    ]);
    expect(attempts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const find = async () =>
      (await verification.list({ status: 'pending' })).items.find(({ streamer }) => streamer.id === id);
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

    await people.takeBadge(id, 'The account was sold', by);
    expect((await channels.streamerDataOf(id))?.isVerified).toBe(false);
    expect((await actsOn(id)).map(({ action }) => action)).toEqual([
      'user.badge_taken',
      'verification.approved',
      'verification.rejected',
    ]);
    expect(told.filter(({ userId }) => userId === id)).toHaveLength(3);
  });
});

describe('a stream', () => {
  const streams = createStreamModeration(parts);

  it('is stopped while it runs, hidden and shown, and its streamer is told why', async () => {
    const events = await openEvents(db.pool, createLog('silent'));
    onTestFinished(() => events.close());
    const [stopped, judged] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()];
    events.on(streamStopped, stopped.resolve);
    events.on(channelJudged, judged.resolve);
    const [by, id] = [await admin(), await someone()];
    const streamId = (await stream(id, 'A show')) as Parameters<typeof streams.stop>[0];

    await streams.stop(streamId, 'A leak', by);
    expect(await stopped.promise).toEqual({ streamId, userId: id });
    const { rows: ended } = await db.pool.query('select status, end_reason from streams where id = $1', [
      streamId,
    ]);
    expect(ended).toEqual([{ status: 'ended', end_reason: 'kicked' }]);
    await streams.hide(streamId, 'Spoilers', by);
    expect(await judged.promise).toEqual({ userId: id });
    const { rows } = await db.pool.query('select hidden_by, hidden_reason from streams where id = $1', [
      streamId,
    ]);
    expect(rows).toEqual([{ hidden_by: by.userId, hidden_reason: 'Spoilers' }]);
    await streams.show(streamId, by);
    await streams.show(streamId, by);
    expect((await actsOn(streamId)).map(({ action }) => action)).toEqual([
      'stream.shown',
      'stream.hidden',
      'stream.stopped',
    ]);
    expect(
      told
        .filter(({ userId }) => userId === id)
        .map(({ message }) => message)
        .slice(0, 2),
    ).toEqual(['A leak', 'Spoilers']);
    const over = (await stream(await someone(), 'Over', 'ended')) as typeof streamId;
    await expect(streams.stop(over, 'A leak', by)).rejects.toMatchObject({ code: 'stream_not_live' });
  });
});

describe('the settings', () => {
  it('ask for a second factor only of admins who can still get in, and keep what changed', async () => {
    const settings = createSettings(parts);
    const by = await admin();
    const demand: Partial<InstanceSettings> = { adminsNeedSecondFactor: true };
    await expect(settings.change(demand, by)).rejects.toMatchObject({ code: 'own_second_factor_first' });
    await db.pool.query('update profiles set two_factor_enabled = true where id = $1', [by.userId]);
    await settings.change({ ...demand, tagline: 'Hello' }, by);
    onTestFinished(async () => {
      await db.transact((tx) => changeSettings(tx, { adminsNeedSecondFactor: false, tagline: '' }));
    });
    await settings.change({ tagline: 'Hello' }, by);
    const changed = (await trail.list({ action: 'settings.changed' })).items;
    expect(changed.map(({ details }) => details)).toEqual([
      {
        before: { tagline: '', adminsNeedSecondFactor: false },
        after: { tagline: 'Hello', adminsNeedSecondFactor: true },
      },
    ]);
    expect(await settings.read()).toMatchObject({ tagline: 'Hello', registrationOpen: true });
  });
});
