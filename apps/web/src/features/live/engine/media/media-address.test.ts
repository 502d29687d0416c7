import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { fetchMedia, mediaAddress, setMediaGrant, turnsToInstance } from './media-address.ts';

const LIVE = '/live/stream-1/index.m3u8';
const RECORDING = '/recordings/stream-2/video/3.m4s';
const requested: string[] = [];
/** Responses by address; 200 for others. */
const statuses = new Map<string, number>();

function openPage(mediaUrl?: string): void {
  vi.stubGlobal('location', new URL('https://live.example.org/s/ann/live'));
  vi.stubGlobal('document', { documentElement: { dataset: mediaUrl === undefined ? {} : { mediaUrl } } });
}

beforeEach(() => {
  openPage('https://media.example.org');
  vi.stubGlobal('fetch', async (url: string) => {
    requested.push(url);
    return new Response(null, { status: statuses.get(url) ?? 200 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const id of ['stream-1', 'stream-2']) setMediaGrant(id, null);
  requested.length = 0;
  statuses.clear();
});

it('leaves addresses as they are where the instance sends its media itself', () => {
  openPage();
  expect(mediaAddress(LIVE)).toBe(LIVE);
});

it('addresses public media on the other host, with the query and without a grant', () => {
  expect(mediaAddress(`https://live.example.org${LIVE}?_HLS_msn=4&_HLS_part=1`)).toBe(
    `https://media.example.org${LIVE}?_HLS_msn=4&_HLS_part=1`,
  );
});

it('puts the newest grant of the stream before the path, and no grant of another stream', () => {
  setMediaGrant('stream-1', 'first');
  setMediaGrant('stream-1', 'second');
  expect(mediaAddress(LIVE)).toBe(`https://media.example.org/~second${LIVE}`);
  expect(mediaAddress(RECORDING)).toBe(`https://media.example.org${RECORDING}`);
});

it('leaves what is no media, of another site, or for its creator alone with the instance', () => {
  for (const url of ['/api/instance', 'https://elsewhere.example/live/1/index.m3u8', 'blob:x'])
    expect(mediaAddress(url)).toBe(url);
  expect(mediaAddress('/recordings/stream-2/original/index.m3u8')).toBe(
    '/recordings/stream-2/original/index.m3u8',
  );
});

it('requests from the instance what the other host refuses without a grant, such as a private recording', async () => {
  statuses.set(`https://media.example.org${RECORDING}`, 403);
  expect((await fetchMedia(RECORDING, {})).status).toBe(200);
  await fetchMedia(RECORDING, {});
  expect(requested).toEqual([`https://media.example.org${RECORDING}`, RECORDING, RECORDING]);
});

it('keeps to the other host where it refuses a grant, which ended, and where it fails', () => {
  setMediaGrant('stream-1', 'ended');
  expect(turnsToInstance(LIVE, 403)).toBe(false);
  expect(turnsToInstance(RECORDING, 502)).toBe(false);
});
