import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { describeFindings, lintMediaPlaylist } from '../../../test/support/playlist-linter/index.ts';
import { initPath, parsePath, segmentPath, trackPath } from './recording-files.ts';
import { RecordingIndex, type StoredFile } from './recording-index.ts';
import { renderAll, renderMedia } from './recording-playlists.ts';
import { durationMsOf } from './recording-view.ts';

const RUN = '1760000000000-0-Ab3_x9-Q';
const TRACK = { kind: 'video', codecString: 'avc1.64001f', width: 1280, height: 720, frameRate: 30 } as const;
const AUDIO = { kind: 'audio', codecString: 'mp4a.40.2', channels: 2 } as const;
const read = async (path: string) => (path.includes('/audio/') ? AUDIO : TRACK);

const indexOf = (stored: readonly StoredFile[]) => RecordingIndex.of(stored, read);
const playlistsOf = async (stored: readonly StoredFile[]) => renderAll(await indexOf(stored));

const beginning = (run: string, name: 'video' | 'audio'): StoredFile[] => [
  { path: initPath(run, name), byteLength: 700 },
  { path: trackPath(run, name), byteLength: 100 },
];

const segment = (run: string, name: 'video' | 'audio', msn: number, seconds: number, byteLength = 1000) => ({
  path: segmentPath({ path: run, layout: 'shared' }, name, msn, seconds),
  byteLength,
});

it('describes 12 hours in less than 200 kB on the wire, even if no two segments have the same duration', async () => {
  const stored = beginning(RUN, 'video');
  for (let msn = 0; msn < 21_600; msn += 1) {
    stored.push(
      segment(RUN, 'video', msn, 2 + ((msn * 7919) % 200) / 5000, 750_000 + ((msn * 104_729) % 9000)),
    );
  }
  const index = await indexOf(stored);
  const text = renderMedia(index, 'video', { isComplete: true }) ?? '';
  expect(text.match(/#EXTINF/g)).toHaveLength(21_600);
  expect(durationMsOf(index) / 3_600_000).toBeCloseTo(12.1, 1);
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
  const text = (await playlistsOf(stored)).get('video.m3u8') ?? '';
  const uris = text.split('\n').filter((line) => line.endsWith('.m4s'));
  expect(uris).toEqual([
    `${RUN}/0/video-9-2.00000.m4s`,
    `${RUN}/0/video-10-2.00000.m4s`,
    `${later}/0/video-0-2.00000.m4s`,
  ]);
});

it('lists the segments of an older recording at their paths, in folders of their renditions', async () => {
  const path = `${RUN}/video/1/1234-2.00000.m4s`;
  expect(parsePath(path)).toMatchObject({ kind: 'segment', run: RUN, name: 'video', msn: 1234, seconds: 2 });
  const stored = [...beginning(RUN, 'video'), { path, byteLength: 1000 }];
  const text = (await playlistsOf(stored)).get('video.m3u8') ?? '';
  expect(text.split('\n').filter((line) => line.endsWith('.m4s'))).toEqual([path]);
});

it('fills segments that a rendition lacks with gaps, so that both have the same timeline', async () => {
  const stored = [
    ...beginning(RUN, 'video'),
    ...[0, 1, 2].map((msn) => segment(RUN, 'video', msn, 2, msn === 1 ? 0 : 1000)),
    ...beginning(RUN, 'audio'),
    segment(RUN, 'audio', 2, 2.005),
  ];
  const files = await playlistsOf(stored);
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

it('keeps its timeline through a run without audio, whose segments are gaps of the video’s length', async () => {
  const [second, third] = ['1760000100000-0-second', '1760000200000-0-third'];
  const whole = (run: string, names: readonly ('video' | 'audio')[]) =>
    names.flatMap((name) => [...beginning(run, name), segment(run, name, 0, 2), segment(run, name, 1, 2)]);
  const stored = [
    ...whole(RUN, ['video', 'audio']),
    ...whole(second, ['video']),
    ...whole(third, ['video', 'audio']),
  ];
  const files = await playlistsOf(stored);
  const audio = files.get('audio.m3u8') ?? '';
  expect(describeFindings(lintMediaPlaylist(audio))).toBe('');
  expect(audio.match(/#EXTINF:2.00000/g)).toHaveLength(6);
  expect(audio.match(/#EXT-X-GAP/g)).toHaveLength(2);
  expect(audio.match(/#EXT-X-MAP:URI="(.+)"/g)).toHaveLength(2);
  expect(audio.match(/#EXT-X-DISCONTINUITY/g)).toHaveLength(2);
});

it('leaves segments that a client with a recent playlist knows out of a delta update', async () => {
  const stored = [RUN, '1760000100000-0-second'].flatMap((run) => [
    ...beginning(run, 'video'),
    ...Array.from({ length: 20 }, (_, msn) => segment(run, 'video', msn, 2)),
  ]);
  const index = await indexOf(stored);
  const [whole = '', delta = ''] = [false, true].map(
    (isDelta) => renderMedia(index, 'video', { isComplete: false, delta: isDelta }) ?? '',
  );
  // With segments of 2 s, CAN-SKIP-UNTIL is 12 s.
  expect(delta).toContain(
    '#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=12.0\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-SKIP:SKIPPED-SEGMENTS=34',
  );
  const uris = (text: string) => text.split('\n').filter((line) => line.endsWith('.m4s'));
  expect(uris(delta)).toEqual(uris(whole).slice(34));
  expect(delta).toContain('#EXT-X-PROGRAM-DATE-TIME:2025-10-09T08:55:28.000Z');
  expect(renderMedia(index, 'video', { isComplete: true, delta: true })).not.toContain('SKIP');
});

it('makes no playlist if no segment was recorded', async () => {
  expect((await playlistsOf([])).size).toBe(0);
  expect((await playlistsOf(beginning(RUN, 'video'))).size).toBe(0);
});

it('ends the audio of a complete recording with its last media, so that players reach the end', async () => {
  const stored = [...beginning(RUN, 'video'), ...beginning(RUN, 'audio')];
  for (const msn of [0, 1]) stored.push(segment(RUN, 'video', msn, 2), segment(RUN, 'audio', msn, 2));
  stored.push(segment(RUN, 'video', 2, 0.1));
  const index = await indexOf(stored);
  const [video, audio] = (['video', 'audio'] as const).map(
    (name) => renderMedia(index, name, { isComplete: true })?.match(/#EXTINF|#EXT-X-GAP/g) ?? [],
  );
  expect([video, audio]).toEqual([Array(3).fill('#EXTINF'), Array(2).fill('#EXTINF')]);
  // While the recording grows, listed segments stay, and the encoder may return.
  expect(renderMedia(index, 'audio', { isComplete: false })).toContain('#EXT-X-GAP');
});
