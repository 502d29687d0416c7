import { expect, it } from 'vitest';
import { playlistOfRendition, type StoredLadder, withRenditions } from './ladder-files.ts';
import { parsePath } from './recording-files.ts';
import { isKept } from './trimmed-recording.ts';

const [RUN, OLDER, EDGE] = ['1760000000000-5-a', '1760000100000-0-b', 'trims/abc/1760000200000-0-edge'];
const rendition = { codecString: 'avc1.64001e', width: 854, height: 480, frameRate: 30 };
const ladder: StoredLadder = {
  renditions: [{ name: '480p', ...rendition, peakBitrate: 900_000, averageBitrate: 700_000 }],
  audio: { codecString: 'mp4a.40.2', channels: 2, peakBitrate: 130_000, averageBitrate: 128_000 },
  gaps: [`${RUN}/6`],
};

it('derives the playlist of a rendition from that of the source, in both layouts of blocks, with gaps of its own', () => {
  const source = [
    '#EXTM3U',
    `#EXT-X-MAP:URI="${RUN}/video/init.mp4"`,
    '#EXTINF:2.00000,',
    `${RUN}/0/video-5-2.00000.m4s`,
    '#EXTINF:2.00000,',
    `${RUN}/0/video-6-2.00000.m4s`,
    '#EXT-X-GAP',
    '#EXTINF:2.00000,',
    `${RUN}/0/video-7-2.00000.m4s`,
    '#EXT-X-DISCONTINUITY',
    `#EXT-X-MAP:URI="${OLDER}/video/init.mp4"`,
    '#EXTINF:1.50000,',
    `${OLDER}/video/1/1004-1.50000.m4s`,
    '#EXT-X-DISCONTINUITY',
    `#EXT-X-MAP:URI="${EDGE}/video/init.mp4"`,
    '#EXTINF:0.50000,',
    `${EDGE}/0/video-0-0.50000.m4s`,
    '#EXT-X-ENDLIST',
    '',
  ];
  const derived = [...source.map((line) => line.replace('/video/init', '/480p/init'))];
  derived[3] = `${RUN}/480p/0/5-2.00000.m4s`;
  derived[5] = `${RUN}/480p/0/6-2.00000.m4s`;
  derived[8] = `${RUN}/480p/0/7-2.00000.m4s`;
  derived[12] = `${OLDER}/480p/1/1004-1.50000.m4s`;
  derived[16] = `${EDGE}/480p/0/0-0.50000.m4s`;
  derived.splice(4, 0, '#EXT-X-GAP');
  expect(playlistOfRendition(source.join('\n'), ladder, '480p')?.split('\n')).toEqual(derived);
  expect(playlistOfRendition(source.join('\n'), ladder, '720p')).toBeNull();
});

it('lists renditions behind the source, with its audio, and the audio alone', () => {
  const source = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="audio"\nvideo.m3u8\n';
  expect(withRenditions(source, ladder)).toBe(
    `${source}#EXT-X-STREAM-INF:BANDWIDTH=1030000,AVERAGE-BANDWIDTH=828000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=854x480,FRAME-RATE=30.000,AUDIO="audio"
480p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=130000,AVERAGE-BANDWIDTH=128000,CODECS="mp4a.40.2"
audio.m3u8
`,
  );
  expect(withRenditions(source, { ...ladder, renditions: [] })).toBe(source);
});

it('keeps the segments of renditions where those of the source are kept', () => {
  const kept = [{ run: RUN, firstMsn: 5, lastMsn: 5 }];
  const isServed = (path: string) => {
    const file = parsePath(path);
    return file?.kind === 'rendition' ? isKept(kept, file) : null;
  };
  expect(isServed(`${RUN}/480p/0/5-2.00000.m4s`)).toBe(true);
  expect(isServed(`${RUN}/480p/0/6-2.00000.m4s`)).toBe(false);
  expect(isServed(`${OLDER}/480p/0/5-2.00000.m4s`)).toBe(false);
  expect(isServed(`${OLDER}/480p/init.mp4`)).toBe(true);
  expect(parsePath(`${RUN}/480p/track.json`)).toBeNull();
  expect(parsePath(`${RUN}/../480p/init.mp4`)).toBeNull();
});
