/** The composed app with a streamer whose streams are recorded. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestAccess } from '@tributary/contracts/channels';
import type { StreamDetail } from '@tributary/contracts/live';
import type { StreamId, UserId } from '@tributary/contracts/shared';
import { afterAll, expect, vi } from 'vitest';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from './browser.ts';
import { createTestDatabase } from './database.ts';
import { freePort } from './instance-process.ts';
import { publishWithFfmpeg } from './rtmp/ffmpeg-publisher.ts';

export const SOON = { timeout: 20_000 };
export const password = 'correct horse battery';

/** Starts the app, which stops after the file's tests, with the streamer `ada`. */
export async function startRecordingApp(env: Readonly<Record<string, string>> = {}) {
  const db = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-recordings-'));
  const rtmpPort = Number(await freePort());
  const base = { DEMO: 'false', TRANSCODING: 'off', DATABASE_URL: db.url, TRUST_PROXY: '127.0.0.1' };
  const config = parseConfig({ ...base, ...env }, dataDir);
  /** The accounts that have a ticket for every event. */
  const holders = new Set<UserId>();
  const app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort },
    {
      log: createLog('silent'),
      webRoot: dataDir,
      features: [
        ({ live }) => {
          live.playback.addAccessPolicy('event', async (userId) => holders.has(userId));
          return { name: 'tickets' };
        },
      ],
    },
  );
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });

  const url = `http://127.0.0.1:${app.port}`;
  const users = createUsers(db);
  const visitor = new Browser(url);

  async function signedIn(username: string): Promise<{ id: UserId; browser: Browser }> {
    const email = `${username}@example.org`;
    const { id } = await users.create({ username, email, password });
    const browser = new Browser(url, { 'x-forwarded-for': `203.0.113.${username.length}` });
    const answer = await browser.post('/api/auth/sign-in/email', { email, password });
    expect(answer.status).toBe(200);
    return { id, browser };
  }

  const ada = await signedIn('ada');
  await ada.browser.post('/api/me/streamer');
  const { streamKey } = json<IngestAccess>(await ada.browser.get('/api/me/stream-key'));

  const detailOf = async (slug: string, browser = visitor): Promise<StreamDetail> =>
    json(await browser.get(`/api/streamers/ada/streams/${slug}`));

  /** Publishes 25 frames a second in segments of 2 s, after which the stream runs for the grace period. */
  async function publish(frames = 300) {
    await ada.browser.post('/api/me/stream/admit');
    const address = `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`;
    const sent = await publishWithFfmpeg({ address, video: 'h264', audio: 'aac', bFrames: 2, frames });
    const live = await vi.waitFor(
      async () => (await detailOf('live')).stream ?? expect.fail('not live'),
      SOON,
    );
    return { sent, id: live.id, slug: live.slug };
  }

  const end = () => ada.browser.post('/api/me/stream/stop');

  /** Waits for the finished recording of an ended stream. */
  const recorded = (slug: string) =>
    vi.waitFor(async () => {
      const { recording } = (await detailOf(slug)).stream ?? {};
      return recording?.durationMs ? recording : expect.fail('no finished recording');
    }, SOON);

  /** The names of a recording's files. */
  async function filesOf(id: StreamId): Promise<string[]> {
    const folder = join(config.dataDir, 'storage', 'recordings', id);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  }

  return { db, config, url, visitor, ada, holders, signedIn, detailOf, publish, end, recorded, filesOf };
}
