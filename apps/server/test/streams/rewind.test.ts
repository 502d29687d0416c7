/** The recording of a stream that still runs, and what becomes of it at the moment when the stream ends. */
import type { Gate } from '@tributary/contracts/channels';
import { openPlayback } from '@tributary/contracts/live';
import { v7 as uuidv7 } from 'uuid';
import { expect, it, vi } from 'vitest';
import { setStreamGate } from '../../src/features/live/index.ts';
import { json } from '../support/browser.ts';
import { describeFindings, lintMediaPlaylist } from '../support/playlist-linter/index.ts';
import { SOON, startRecordingApp } from '../support/recording-app.ts';
import { readRecording } from '../support/recording-reader.ts';

const app = await startRecordingApp();
const { db, url, visitor, signedIn, holders, detailOf } = app;
const { sent, id, slug } = await app.publish();
const at = (path: string) => `/recordings/${id}/${path}`;
const frames = sent.packets.filter(({ kind }) => kind === 'video').map(({ digest }) => digest);
const text = async (path: string) => (await visitor.get(at(path))).text;

const recording = await vi.waitFor(
  async () => (await detailOf(slug)).stream?.recording ?? expect.fail('nothing is recorded yet'),
  SOON,
);

it('lets viewers rewind a running stream to its first frame', async () => {
  const detail = await detailOf(slug);
  expect(detail.state).not.toBe('ended');
  expect(recording).toMatchObject({ durationMs: null, isPrivate: false, playbackUrl: at('index.m3u8') });
  const startedAt = Date.parse(detail.stream?.startedAt ?? '');
  expect(Date.parse(recording.startsAt)).toBeGreaterThanOrEqual(startedAt);

  const { frames: stored, playlist } = await vi.waitFor(async () => {
    const read = await readRecording(url, id, 'video');
    expect(read.frames.length).toBeGreaterThanOrEqual(250);
    return read;
  }, SOON);
  expect(stored).toEqual(frames.slice(0, stored.length));
  expect(describeFindings(lintMediaPlaylist(playlist))).toBe('');
  expect(playlist).toContain('#EXT-X-PLAYLIST-TYPE:EVENT');
  expect(playlist).not.toContain('#EXT-X-ENDLIST');
  expect(playlist).toContain(`#EXT-X-PROGRAM-DATE-TIME:${recording.startsAt}`);
  expect(await text('index.m3u8')).toContain('#EXT-X-STREAM-INF');
  expect((await visitor.get(at('subtitles.m3u8'))).status).toBe(404);
});

it('protects the recording of a running stream as the stream itself', async () => {
  const gate: Gate = { kind: 'event', id: uuidv7() };
  await db.transact((tx) => setStreamGate(tx, id, gate));
  const refused = async () => (await visitor.get(at('video.m3u8'))).status;
  await vi.waitFor(async () => expect(await refused()).toBe(403), SOON);
  expect((await detailOf(slug)).stream?.recording?.playbackUrl).toBeNull();
  const holder = await signedIn('holder');
  holders.add(holder.id);
  const opened = json(await holder.browser.post(openPlayback.path.replace(':id', id), {}));
  expect(opened).toMatchObject({ playbackUrl: `/live/${id}/index.m3u8`, recordingUrl: at('index.m3u8') });
  expect((await holder.browser.get(at('video.m3u8'))).status).toBe(200);
  expect((await holder.browser.get(`/live/${id}/index.m3u8`)).status).toBe(200);
  await db.transact((tx) => setStreamGate(tx, id, null));
  await vi.waitFor(async () => expect(await refused()).toBe(200), SOON);
});

it('plays without a gap when the stream ends: its page never lacks the recording, which then gets its end', async () => {
  const gaps: unknown[] = [];
  const ending = app.end();
  await vi.waitFor(
    async () => {
      const { state, stream } = await detailOf(slug);
      const playlist = await visitor.get(at('video.m3u8'));
      // At every moment, before and after the end.
      const seen = { playbackUrl: stream?.recording?.playbackUrl, status: playlist.status };
      if (seen.playbackUrl !== at('index.m3u8') || seen.status !== 200) gaps.push({ state, ...seen });
      expect(state).toBe('ended');
      expect(playlist.text).toContain('#EXT-X-ENDLIST');
    },
    { ...SOON, interval: 10 },
  );
  await ending;
  expect(gaps).toEqual([]);
  expect((await readRecording(url, id, 'video')).frames).toEqual(frames);
  const finished = await app.recorded(slug);
  expect(finished.startsAt).toBe(recording.startsAt);
  expect((await readRecording(url, id, 'video')).frames).toEqual(frames);
});

it('saves a running stream of a channel that is not recorded, from the beginning of its live window', async () => {
  const { ada, end, recorded } = app;
  await ada.browser.request('PUT', '/api/me/recording-settings', { records: 'never' });
  const next = await app.publish(100);
  expect((await detailOf(next.slug)).stream?.recording).toBeNull();
  expect((await ada.browser.post('/api/me/stream/record')).status).toBe(204);
  await vi.waitFor(async () => expect((await detailOf(next.slug)).stream?.recording).not.toBeNull(), SOON);
  await end();
  await recorded(next.slug);
  const published = next.sent.packets.filter(({ kind }) => kind === 'video').map(({ digest }) => digest);
  expect((await readRecording(url, next.id, 'video')).frames).toEqual(published);
});
