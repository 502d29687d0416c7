import { M3U8Parser } from 'hls.js';
import { expect, it } from 'vitest';
import { parseSound } from './sound-playlist.ts';

const LADDER = `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="7/audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=6000000,CODECS="avc1.64002a,mp4a.40.2",RESOLUTION=1920x1080,FRAME-RATE=60.000,AUDIO="audio"
7/video.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1000000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=854x480,FRAME-RATE=30.000,AUDIO="audio"
7/480p.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"
7/audio.m3u8
`;

it('finds the sound of a stream, and lists the renditions in the order of hls.js', () => {
  const sound = parseSound({ M3U8Parser }, LADDER, 'https://tributary.example/live/1/index.m3u8');
  expect(sound?.url).toBe('https://tributary.example/live/1/7/audio.m3u8');
  expect(sound?.qualities.map(({ label, isSource }) => [label, isSource])).toEqual([
    ['480p', false],
    ['1080p60', true],
    ['Audio only', false],
  ]);
});

it('finds none where a stream is sound alone, or has none of its own', () => {
  const alone = `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=128000,CODECS="mp4a.40.2"\n7/audio.m3u8\n`;
  expect(parseSound({ M3U8Parser }, alone, 'https://tributary.example/live/1/index.m3u8')).toBeNull();
});
