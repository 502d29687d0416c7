/** The figures of one stream, as each page and list shows them. */
import type { PastStream, Video } from '@tributary/contracts/discovery';
import type { WatchedItem } from '@tributary/contracts/library';
import type { StreamStatistics, ViewerSample } from '@tributary/contracts/live';
import type { AdminStream } from '@tributary/contracts/moderation';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import type { Recording } from '@tributary/contracts/recordings';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Browser } from '../support/browser.ts';
import { json } from '../support/browser.ts';
import { connectTab } from '../support/realtime-harness.ts';
import { SOON, startRecordingApp } from '../support/recording-app.ts';

const { db, url, ada, visitor, signedIn, publish, end, recorded, detailOf } = await startRecordingApp();
const { id, slug } = await publish();
const viewer = await signedIn('viewer');
const admin = await signedIn('an-admin');
await db.pool.query("insert into user_roles (user_id, role) values ($1, 'admin')", [admin.id]);

const byId = (item: { id: string }) => item.id;
const watchedId = ({ stream }: WatchedItem) => stream.id;

/** Watches the stream live until the tab is closed, and waits until that is written. */
async function watchLive(): Promise<void> {
  const headers = { cookie: viewer.browser.cookieHeader(), origin: url };
  const tab = await connectTab(`${url.replace('http', 'ws')}${REALTIME_PATH}`, headers);
  tab.act(`stream:${id}`, 'watching', { watching: true }, 1);
  await vi.waitFor(async () => {
    const { rows } = await db.pool.query('select watched_seconds as seconds from streams where id = $1', [
      id,
    ]);
    expect(rows[0].seconds).toBeGreaterThan(0);
  }, SOON);
  tab.socket.terminate();
}

/** The stream in a list, as `browser` gets it. */
async function inList<Item>(browser: Browser, path: string, idOf: (item: Item) => string): Promise<Item> {
  const { items } = json<{ items: Item[] }>(await browser.get(path));
  return items.find((item) => idOf(item) === id) ?? expect.fail(`The stream is not in ${path}`);
}

beforeAll(async () => {
  await watchLive();
  await end();
  await recorded(slug);
  await db.pool.query(
    'insert into watch_history (user_id, stream_id, first_watched_at, last_watched_at, seconds_watched) values ($1, $2, now(), now(), 5)',
    [viewer.id, id],
  );
  // The recording has been watched since.
  await db.pool.query('update recordings set views = 48, watched_seconds = 7200 where stream_id = $1', [id]);
});

describe('the pages of a stream', () => {
  it('show the same views, live and of its recording, the same length and the same date', async () => {
    const { stream } = await detailOf(slug);
    const video = await inList<Video>(visitor, '/api/streamers/ada/videos', byId);
    const own = await inList<Recording>(ada.browser, '/api/me/recordings', ({ streamId }) => streamId);
    const statistics = await inList<StreamStatistics>(ada.browser, '/api/me/streams', byId);
    const [csv] = (await ada.browser.get('/api/me/streams.csv')).text.split('\n').slice(1);
    const past = await inList<PastStream>(visitor, '/api/streamers/ada/streams', byId);
    const listed = await inList<AdminStream>(admin.browser, '/api/admin/streams', byId);
    const history = await inList<WatchedItem>(viewer.browser, '/api/me/history', watchedId);

    const views = 1 + 48;
    expect([stream?.recording?.views, video.views, own.views, statistics.views]).toEqual(
      [1, 2, 3, 4].map(() => views),
    );
    expect(csv?.trim().split(',').at(-1)).toBe(String(views));
    expect([video.durationMs, own.durationMs]).toEqual([1, 2].map(() => stream?.recording?.durationMs));
    const dates = [video, own, statistics, past, listed, history.stream].map(({ startedAt }) => startedAt);
    expect(dates).toEqual(dates.map(() => stream?.startedAt));
    expect(own.watchedSeconds).toBe(statistics.watchedSeconds + 7200);
  });

  it('show the peak of its chart, and the average that follows from its watch time', async () => {
    const charts = await Promise.all(
      ['latest', `${id}/viewers`].map(async (path) =>
        json<{ stream: StreamStatistics; samples: ViewerSample[] }>(
          await ada.browser.get(`/api/me/streams/${path}`),
        ),
      ),
    );
    const past = await inList<PastStream>(visitor, '/api/streamers/ada/streams', byId);
    const listed = await inList<AdminStream>(admin.browser, '/api/admin/streams', byId);
    expect([past.peakViewers, listed.peakViewers]).toEqual([1, 1]);
    for (const { stream, samples } of charts) {
      expect(Math.max(...samples.map(({ viewers }) => viewers))).toBe(1);
      expect(stream.peakViewers).toBe(1);
      const { averageViewers, watchedSeconds, durationSeconds } = stream;
      // The length is rounded to seconds.
      expect(Math.abs(averageViewers * durationSeconds - watchedSeconds)).toBeLessThanOrEqual(
        averageViewers / 2,
      );
      expect(durationSeconds).toBe(past.durationSeconds);
    }
  });
});
