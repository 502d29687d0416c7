/** What a new feature needs: one folder (test/support/attendance) and one line in a list. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestAccess } from '@tributary/contracts/channels';
import type { StreamDetail } from '@tributary/contracts/live';
import type { Bell } from '@tributary/contracts/notifications';
import type { Preferences } from '@tributary/contracts/preferences';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { MIGRATION } from '../support/attendance/attendance.repo.ts';
import { createAttendance } from '../support/attendance/index.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/instance-process.ts';
import { connectTab } from '../support/realtime-harness.ts';
import { publishWithFfmpeg } from '../support/rtmp/ffmpeg-publisher.ts';

const db = await createTestDatabase();
const password = 'correct horse battery';

it('a feature reacts to streams, serves a topic with an action, runs a job, notifies people, and exports and deletes user data', async () => {
  await db.pool.query(MIGRATION);
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-new-feature-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const config = parseConfig({ DEMO: 'false', DATABASE_URL: db.url }, dataDir);
  const rtmpPort = Number(await freePort());
  const app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort },
    { log: createLog('silent'), webRoot: dataDir, features: [createAttendance] },
  );
  onTestFinished(() => app[Symbol.asyncDispose]());
  const url = `http://127.0.0.1:${app.port}`;
  const users = createUsers(db);
  async function signedIn(username: string): Promise<Browser> {
    const email = `${username}@example.org`;
    await users.create({ username, email, password });
    const browser = new Browser(url);
    expect((await browser.post('/api/auth/sign-in/email', { email, password })).status).toBe(200);
    return browser;
  }
  const [streamer, viewer] = [await signedIn('ada'), await signedIn('bob')];
  await streamer.post('/api/me/streamer');
  const { streamKey } = json<IngestAccess>(await streamer.get('/api/me/stream-key'));

  const address = `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`;
  await publishWithFfmpeg({ address, video: 'h264', audio: null, frames: 300 });
  const sheets = async () =>
    (await db.pool.query('select stream_id, closed_with from attendance_sheets')).rows;
  await expect.poll(sheets, { timeout: 20_000 }).toMatchObject([{ closed_with: null }]);
  const { stream } = json<StreamDetail>(await viewer.get('/api/streamers/ada/streams/live'));
  const topic = `attendance:${stream?.id}`;

  const headers = { cookie: viewer.cookieHeader(), origin: url };
  const tab = await connectTab(`${url.replace('http', 'ws')}${REALTIME_PATH}`, headers);
  onTestFinished(() => tab.socket.terminate());
  tab.subscribe(topic);
  expect(await tab.next()).toMatchObject({ kind: 'snapshot', data: { open: true, attendees: 0 } });
  tab.act(topic, 'checkIn', { seat: '12A' });
  const answers = [await tab.next(), await tab.next()];
  expect(answers).toContainEqual({ type: 'ack', id: 1, data: { attendees: 1 } });
  expect(answers).toContainEqual({ type: 'message', topic, kind: 'patch', data: { attendees: 1 } });
  tab.act(topic, 'checkIn', { seat: 'too long' }, 2);
  expect(await tab.next()).toMatchObject({ type: 'refused', id: 2, code: 'invalid' });

  await streamer.post('/api/me/stream/stop');
  expect(await tab.next()).toMatchObject({ kind: 'snapshot', data: { open: false, attendees: 1 } });
  tab.act(topic, 'checkIn', { seat: '12B' }, 3);
  expect(await tab.next()).toMatchObject({ type: 'refused', id: 3, code: 'sheet_closed' });

  expect(json<Bell>(await streamer.get('/api/me/bell')).notifications).toMatchObject([
    { type: 'attendance', icon: 'event', title: '1 attended' },
  ]);
  expect(json<Preferences>(await streamer.get('/api/me/preferences')).notifications).toContainEqual({
    key: 'attendance',
    label: 'An attendance sheet of your stream is closed',
    inApp: true,
    webPush: true,
    mail: false,
  });

  expect(json<object>(await viewer.get('/api/me/export'))).toMatchObject({
    profile: { username: 'bob' },
    attendance: [{ streamId: stream?.id, seat: '12A' }],
  });
  expect((await viewer.post('/api/me/delete', { password })).status).toBeLessThan(300);
  expect((await db.pool.query('select from attendance')).rowCount).toBe(0);
});
