import { REPORTS_KEPT_DAYS, REPORTS_PER_DAY, type ReportTarget } from '@tributary/contracts/moderation';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createUsers } from '#features/identity/index.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createTestDatabase } from '../../../../test/support/database.ts';
import { inEnglish } from '../../../../test/support/in-english.ts';
import { createPeopleFixture } from '../../../../test/support/people-fixture.ts';
import { createContentRemoval } from './content-removal.service.ts';
import { createDecisions } from './decisions.service.ts';
import { deleteFramesOf } from './report-frames.repo.ts';
import { createReportFrames } from './report-frames.service.ts';
import { deleteDecidedBefore } from './reports.repo.ts';
import { createReports, type NewReport } from './reports.service.ts';
import { findUnread } from './warnings.repo.ts';

const db = await createTestDatabase();
const { people, person, streamer, stream } = createPeopleFixture(db);
const users = createUsers(db);
const notified: { userId: UserId; title: string; message: string }[] = [];
const mailed: UserId[] = [];
/** The streams that have a recording. */
const recorded = new Set<StreamId>();
const frameOf = (payload: string) =>
  ({ codec: 'h264', configuration: Buffer.alloc(0), payload: Buffer.from(payload) }) as const;
/** The reports for which a job was sent to keep a frame. */
const wanted: string[] = [];
const frames = createReportFrames({
  db,
  jobs: {
    async send(_tx, { schema }, data) {
      wanted.push(z.object({ reportId: z.string() }).parse(schema.parse(data)).reportId);
    },
  },
  live: {
    thumbnails: {
      renderNewest: async (id) => Buffer.from(`live ${id}`),
      renderThumbnail: async ({ payload }) => payload,
      stored: async (id) => Buffer.from(`thumbnail ${id}`),
    },
  },
  recordings: { keyframeAt: async (id, ms) => (recorded.has(id) ? frameOf(`${id} at ${ms}`) : null) },
  clips: { storedThumbnail: async () => null },
});
const reports = createReports({ db, sharedState: createMemoryState(), frames });
const decide = createDecisions({
  db,
  users,
  notify: async (_tx, content) => void notified.push(inEnglish(content)),
  sendBanMail: async (_tx, id) => void mailed.push(id),
  remove: createContentRemoval({
    users,
    images: { release: async () => {} },
    clips: { remove: async () => null },
  }),
  nowMs: () => Date.parse('2030-01-01T00:00:00.000Z'),
});

const actor = (userId: UserId) => ({ userId, requestId: 'a request', addressHash: null });
type ReportedMoment = Pick<NewReport, 'positionMs' | 'agoMs'>;
const NOW: ReportedMoment = { positionMs: null, agoMs: 0 };
const report = (userId: UserId, target: ReportTarget, details = '', moment = NOW) =>
  reports.send({ target, reason: 'harassment', details, ...moment }, { userId, network: uuidv7() });
const caseAbout = async (target: ReportTarget) => {
  const { items } = await reports.list({ state: 'all', kind: target.kind });
  return items[0] ?? expect.fail();
};
const DISMISS = { outcome: 'dismissed', reason: 'other', message: 'Within the rules', days: null } as const;
const unread = (id: UserId) => db.read((reader) => findUnread(reader, id));
const toldTo = (id: UserId) => notified.filter(({ userId }) => userId === id).map(({ title }) => title);

/** Fills a chat with messages `1` to `count`. */
async function write(id: StreamId, authorId: UserId, count: number): Promise<void> {
  await db.pool.query('insert into chat_rooms (stream_id, last_number) values ($1, $2)', [id, count]);
  await db.pool.query(
    `insert into chat_messages (stream_id, number, author_id, client_id, text)
     select $1, n, $2, gen_random_uuid(), 'message ' || n from generate_series(1, $3::int) n`,
    [id, authorId, count],
  );
}

describe('a report', () => {
  it('keeps a chat message with the ten before and after it, even after the message is deleted', async () => {
    const [river, rude, fan] = [await streamer(), await person(), await person()];
    const streamId = await stream(river);
    await write(streamId, rude, 30);
    await report(fan, { kind: 'message', streamId, number: 15 }, 'Look at the rest, too');
    await db.pool.query('delete from chat_messages where stream_id = $1', [streamId]);
    const { id } = await caseAbout({ kind: 'message', streamId, number: 15 });
    const { snapshot, person: subject, reports: received } = await reports.find(id);
    expect(snapshot.text).toBe('message 15');
    expect(snapshot.context.map(({ number }) => number)).toEqual(Array.from({ length: 21 }, (_, n) => n + 5));
    expect(snapshot.context.filter(({ isReported }) => isReported)).toMatchObject([{ text: 'message 15' }]);
    expect(subject?.id).toBe(rude);
    expect(received).toMatchObject([{ reason: 'harassment', details: 'Look at the rest, too' }]);
  });

  it('joins the open case of the same content, and counts once per person', async () => {
    const [rude, admin, fans] = [await streamer(), await person(), await people(3)];
    const target = { kind: 'profile', id: rude } as const;
    await Promise.all([...fans, ...fans].map((fan) => report(fan, target)));
    const first = await caseAbout(target);
    expect(first).toMatchObject({ reportCount: 3, reasons: ['harassment'], decision: null });
    await decide(first.id, DISMISS, actor(admin));
    await report(fans[0] ?? expect.fail(), target);
    const second = await caseAbout(target);
    expect(second.id).not.toBe(first.id);
    expect((await reports.find(second.id)).history.map(({ id }) => id)).toEqual([first.id]);
  });

  it('is refused about oneself, about unknown content, and beyond the limit of a day', async () => {
    const fan = await person();
    await expect(report(fan, { kind: 'profile', id: fan })).rejects.toMatchObject({ code: 'not_yourself' });
    const nothing = { kind: 'event', id: uuidv7() } as const;
    for (let sent = 1; sent < REPORTS_PER_DAY; sent++) {
      await expect(report(fan, nothing)).rejects.toMatchObject({ code: 'report_target_not_found' });
    }
    const more = report(fan, { kind: 'profile', id: await person() });
    await expect(more).rejects.toMatchObject({ code: 'report_limited' });
  });
});

describe('the frame of a report', () => {
  const frame = async (id: string) => (await frames.find(id))?.toString();
  const startedAnHourAgo = (id: StreamId) =>
    db.pool.query("update streams set started_at = now() - interval '1 hour' where id = $1", [id]);
  const record = (id: StreamId) =>
    db.pool.query(
      `insert into recordings (stream_id, streamer_id, state, starts_at)
       select id, streamer_id, 'recording', started_at from streams where id = $1`,
      [id],
    );

  it('is the current one of a live stream, with the time, a link to that moment, and the channel', async () => {
    const [river, fan] = [await streamer(), await person()];
    const id = await stream(river);
    await startedAnHourAgo(id);
    await report(fan, { kind: 'stream', id });
    const found = await reports.find((await caseAbout({ kind: 'stream', id })).id);
    const [sent] = found.reports;
    expect(Math.round((sent?.positionMs ?? 0) / 60_000)).toBe(60);
    expect(sent).toMatchObject({ frame: null, href: `/stream/${id}` });
    expect(found.channel).toMatch(/^p/);
    const reportId = wanted.at(-1) ?? expect.fail();
    await frames.keepLive(reportId, id);
    await frames.keep(reportId);
    expect(await frame(reportId)).toBe(`live ${id}`);
    await record(id);
    const { reports: kept } = await reports.find(found.id);
    expect(kept).toMatchObject([
      { id: reportId, frame: 'moment', href: expect.stringMatching(/\?t=36\d\ds$/) },
    ]);
  });

  it('shows the moment of a recording at which the reporter was, or else the thumbnail', async () => {
    const [river, fan] = [await streamer(), await person()];
    const [watched, unplayed, gone] = [
      await stream(river, 'ended'),
      await stream(river, 'ended'),
      await stream(river, 'ended'),
    ];
    recorded.add(watched).add(unplayed);
    const kept = async (id: StreamId, positionMs: number | null, agoMs = 0) => {
      await report(fan, { kind: 'stream', id }, '', { positionMs, agoMs });
      const reportId = wanted.at(-1) ?? expect.fail();
      await frames.keep(reportId);
      return frame(reportId);
    };
    expect(await kept(watched, 90_000)).toBe(`${watched} at 90000`);
    expect(await kept(unplayed, null)).toBe(`thumbnail ${unplayed}`);
    expect(await kept(gone, 90_000)).toBe(`thumbnail ${gone}`);
    // A form that was open for ten minutes reports the moment at which it was opened.
    const running = await stream(await streamer());
    await startedAnHourAgo(running);
    await record(running);
    recorded.add(running);
    expect(await kept(running, null, 600_000)).toMatch(/ at 300\d{4}$/);
  });

  it('is kept for the first five reports of a case, and not for a repeated report of a person', async () => {
    const id = await stream(await streamer());
    const fans = await people(6);
    const before = wanted.length;
    for (const fan of [...fans, ...fans]) await report(fan, { kind: 'stream', id });
    expect(wanted).toHaveLength(before + 5);
  });

  it('is deleted with the case, and with the channel that it shows', async () => {
    const [admin, fan] = [await person(), await person()];
    const [river, lake] = [await streamer(), await streamer()];
    const ids: string[] = [];
    for (const by of [river, lake]) {
      const id = await stream(by);
      await report(fan, { kind: 'stream', id });
      const reportId = wanted.at(-1) ?? expect.fail();
      await frames.keepLive(reportId, id);
      ids.push(reportId);
    }
    await db.transact((tx) => deleteFramesOf(tx, lake));
    expect(await Promise.all(ids.map(frame))).toEqual([expect.stringContaining('live'), undefined]);
    const [open] = (await reports.list({ state: 'open', kind: 'stream' })).items.filter(
      ({ person }) => person?.id === river,
    );
    await decide(open?.id ?? expect.fail(), DISMISS, actor(admin));
    await db.transact((tx) => deleteDecidedBefore(tx, new Date(Date.now() + 1_000), 100));
    expect(await frame(ids[0] ?? '')).toBeUndefined();
  });
});

describe('a decision', () => {
  it('removes the message, notifies its author of the reason and the reporters of the outcome, and is in the audit log', async () => {
    const [river, rude, admin, fans] = [await streamer(), await person(), await person(), await people(2)];
    const streamId = await stream(river);
    await write(streamId, rude, 3);
    for (const fan of fans) await report(fan, { kind: 'message', streamId, number: 2 });
    const { id } = await caseAbout({ kind: 'message', streamId, number: 2 });
    const removal = { outcome: 'removed', reason: 'hate', message: 'This is hate', days: null } as const;
    await decide(id, removal, actor(admin));
    const left = await db.pool.query(
      'select number from chat_messages where stream_id = $1 and deleted_at is null order by number',
      [streamId],
    );
    expect(left.rows).toEqual([{ number: 1 }, { number: 3 }]);
    expect(notified.filter(({ userId }) => userId === rude)).toMatchObject([{ message: 'This is hate' }]);
    for (const fan of fans) expect(toldTo(fan)).toEqual(['Your report was reviewed']);
    const { rows } = await db.pool.query(
      'select action, subject_kind, details from audit_log where actor_id = $1',
      [admin],
    );
    const details = { reason: 'This is hate', after: { case: id, rule: 'hate' } };
    expect(rows).toEqual([{ action: 'report.removed', subject_kind: 'stream', details }]);
    await expect(decide(id, DISMISS, actor(admin))).rejects.toMatchObject({ code: 'report_decided' });
  });

  it('hides a stream and clears a profile, but cannot remove an event', async () => {
    const [river, admin, fan] = [await streamer(), await person(), await person()];
    const streamId = await stream(river);
    await db.pool.query("update profiles set bio = 'Rude words' where id = $1", [river]);
    const remove = async (target: ReportTarget) => {
      await report(fan, target);
      const { id } = await caseAbout(target);
      await decide(id, { outcome: 'removed', reason: 'spam', message: 'Spam', days: null }, actor(admin));
    };
    await remove({ kind: 'stream', id: streamId });
    await remove({ kind: 'profile', id: river });
    const { rows } = await db.pool.query(
      'select hidden_reason, bio from streams join profiles p on p.id = streamer_id where streams.id = $1',
      [streamId],
    );
    expect(rows).toEqual([{ hidden_reason: 'Spam', bio: '' }]);
    const eventId = uuidv7();
    await db.pool.query(
      `insert into ppv_events (id, creator_id, title, event_date, timezone, duration_minutes, price_cents, status, published_at)
       values ($1, $2, 'A concert', now() + interval '1 day', 'UTC', 60, 100, 'published', now())`,
      [eventId, river],
    );
    await expect(remove({ kind: 'event', id: eventId })).rejects.toMatchObject({ code: 'not_removable' });
    expect((await caseAbout({ kind: 'event', id: eventId })).decision).toBeNull();
  });

  it('warns the person until they confirm the warning, or suspends them, and never concerns the admin who decides', async () => {
    const [rude, admin, fan] = [await person(), await person(), await person()];
    const target = { kind: 'profile', id: rude } as const;
    await report(fan, target);
    const warning = { outcome: 'warned', reason: 'spam', message: 'Stop it', days: null } as const;
    await decide((await caseAbout(target)).id, warning, actor(admin));
    expect(toldTo(rude)).toEqual(['An admin warns you']);
    const [given = expect.fail(), ...others] = await unread(rude);
    expect([given.message, others]).toEqual(['Stop it', []]);
    await expect(reports.readWarning(fan, given.id)).rejects.toMatchObject({ code: 'warning_not_found' });
    expect((await reports.find(given.id)).decision?.readAt).toBeNull();
    await reports.readWarning(rude, given.id);
    const { decision } = await reports.find(given.id);
    await reports.readWarning(rude, given.id);
    expect((await reports.find(given.id)).decision).toEqual({ ...decision, readAt: expect.any(String) });
    expect(await unread(rude)).toEqual([]);
    await report(fan, target);
    const { id } = await caseAbout(target);
    await expect(decide(id, warning, actor(rude))).rejects.toMatchObject({ code: 'not_yourself' });
    const suspension = { outcome: 'suspended', reason: 'spam', message: 'Again', days: 7 } as const;
    await decide(id, suspension, actor(admin));
    const { rows } = await db.pool.query('select banned_until, ban_reason from profiles where id = $1', [
      rude,
    ]);
    expect(rows).toEqual([{ banned_until: new Date('2030-01-08T00:00:00.000Z'), ban_reason: 'Again' }]);
    expect(mailed).toEqual([rude]);
  });
});

it('deletes a decided case after its retention, and keeps open ones', async () => {
  const [one, other, admin, fan] = [await person(), await person(), await person(), await person()];
  await report(fan, { kind: 'profile', id: one });
  const decided = await caseAbout({ kind: 'profile', id: one });
  await decide(decided.id, DISMISS, actor(admin));
  await report(fan, { kind: 'profile', id: other });
  const open = await caseAbout({ kind: 'profile', id: other });
  const age = `${REPORTS_KEPT_DAYS + 1} days`;
  await db.pool.query(
    'update report_cases set opened_at = opened_at - $1::interval, decided_at = decided_at - $1::interval where subject_id = any($2)',
    [age, [one, other]],
  );
  const time = new Date(Date.now() - REPORTS_KEPT_DAYS * 86_400_000);
  await db.transact((tx) => deleteDecidedBefore(tx, time, 100));
  await expect(reports.find(decided.id)).rejects.toMatchObject({ code: 'report_not_found' });
  expect(await reports.find(open.id)).toMatchObject({ decision: null });
});
