import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { initPath, segmentPath, trackPath } from './recording-files.ts';
import { makePlaylists, type StoredFile } from './recording-playlists.ts';

const RUN = '1760000000000-0-Ab3_x9-Q';
const TRACK = { kind: 'video', codecString: 'avc1.64001f', width: 1280, height: 720, frameRate: 30 } as const;
const AUDIO = { kind: 'audio', codecString: 'mp4a.40.2', channels: 2 } as const;
const read = async (path: string) => (path.includes('/audio/') ? AUDIO : TRACK);

const beginning = (run: string, name: 'video' | 'audio'): StoredFile[] => [
  { path: initPath(run, name), byteLength: 700 },
  { path: trackPath(run, name), byteLength: 100 },
];

const segment = (run: string, name: 'video' | 'audio', msn: number, seconds: number, byteLength = 1000) => ({
  path: segmentPath(run, name, msn, seconds),
  byteLength,
});

it('describes 12 hours in less than 200 kB on the wire, also where no two segments last the same', async () => {
  const stored = beginning(RUN, 'video');
  for (let msn = 0; msn < 21_600; msn += 1) {
    stored.push(
      segment(RUN, 'video', msn, 2 + ((msn * 7919) % 200) / 5000, 750_000 + ((msn * 104_729) % 9000)),
    );
  }
  const { files, durationMs } = await makePlaylists(stored, read);
  const text = files.get('video.m3u8') ?? '';
  expect(text.match(/#EXTINF/g)).toHaveLength(21_600);
  expect(durationMs / 3_600_000).toBeCloseTo(12.1, 1);
  expect(gzipSync(text, { level: 1 }).byteLength).toBeLessThan(200_000);
});

it('puts segments in order whatever the order of the files, and runs by the time of their start', async () => {
  const later = '1760000100000-0-zzzzzzzz';
  const stored = [
    segment(later, 'video', 0, 2),
    ...beginning(later, 'video'),
    segment(RUN, 'video', 10, 2),
    segment(RUN, 'video', 9, 2),
    ...beginning(RUN, 'video'),
  ];
  const text = (await makePlaylists(stored, read)).files.get('video.m3u8') ?? '';
  const uris = text.split('\n').filter((line) => line.endsWith('.m4s'));
  expect(uris).toEqual([
    `${RUN}/video/0/9-2.00000.m4s`,
    `${RUN}/video/0/10-2.00000.m4s`,
    `${later}/video/0/0-2.00000.m4s`,
  ]);
});

it('fills what a rendition lacks with gaps, so that both have the same time line', async () => {
  const stored = [
    ...beginning(RUN, 'video'),
    ...[0, 1, 2].map((msn) => segment(RUN, 'video', msn, 2, msn === 1 ? 0 : 1000)),
    ...beginning(RUN, 'audio'),
    segment(RUN, 'audio', 2, 2.005),
  ];
  const { files } = await makePlaylists(stored, read);
  const media = (name: string) => files.get(name)?.match(/#EXT-X-GAP|#EXTINF.*/g);
  expect(media('video.m3u8')).toEqual([
    '#EXTINF:2.00000,',
    '#EXT-X-GAP',
    '#EXTINF:2.00000,',
    '#EXTINF:2.00000,',
  ]);
  expect(media('audio.m3u8')).toEqual([
    '#EXT-X-GAP',
    '#EXTINF:2.00000,',
    '#EXT-X-GAP',
    '#EXTINF:2.00000,',
    '#EXTINF:2.00500,',
  ]);
});

it('makes no playlist where nothing was recorded', async () => {
  expect((await makePlaylists([], read)).files.size).toBe(0);
  expect((await makePlaylists(beginning(RUN, 'video'), read)).files.size).toBe(0);
});
