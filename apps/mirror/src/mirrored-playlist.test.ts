import { addressKey } from '@tributary/swarm/media-address';
import { expect, it } from 'vitest';
import { MediaStore } from './media-store.ts';
import { parseMirrorOptions } from './mirror-options.ts';
import { hasReached, mediaPlaylists, readPlaylist, withRenditions } from './mirrored-playlist.ts';

const PLAYLIST = `#EXTM3U
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:7
#EXT-X-MAP:URI="video/init-0.mp4"
#EXTINF:2.00000,
video/7.m4s
#EXT-X-PART:DURATION=1.00000,URI="video/8.0.m4s",INDEPENDENT=YES
#EXT-X-PART:DURATION=1.00000,URI="video/8.1.m4s"
#EXTINF:2.00000,
video/8.m4s
#EXT-X-PART:DURATION=1.00000,URI="video/9.0.m4s",INDEPENDENT=YES
#EXT-X-PRELOAD-HINT:TYPE=PART,URI="video/9.1.m4s"
`;

const MULTIVARIANT = `#EXTM3U
#EXT-X-VERSION:9
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Audio",URI="e1/audio.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=3000000,AUDIO="audio"
e1/video.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=900000,AUDIO="audio"
e1/480p.m3u8
`;

it('reads the parts, the init sections and the edge of a playlist, and which segments are finished', () => {
  const { parts, inits, edge, finished, targetDurationSeconds } = readPlaylist(PLAYLIST, 0);
  expect([...parts.values()]).toEqual(['video/8.0.m4s', 'video/8.1.m4s', 'video/9.0.m4s']);
  expect(parts.get(addressKey({ rendition: 0, sequence: 9, part: 0 }))).toBe('video/9.0.m4s');
  expect(inits).toEqual(['video/init-0.mp4']);
  expect(edge).toEqual({ msn: 9, part: 0 });
  expect([...finished]).toEqual([[8, 2]]);
  expect(targetDurationSeconds).toBe(2);
});

it('answers a blocking reload once the part, or the whole segment, is listed', () => {
  const edge = { msn: 9, part: 0 };
  expect(hasReached(edge, 9, 0)).toBe(true);
  expect(hasReached(edge, 9, 1)).toBe(false);
  expect(hasReached(edge, 9, null)).toBe(false);
  expect(hasReached(edge, 8, null)).toBe(true);
});

it('lists the variants that it mirrors, and their audio', () => {
  expect(mediaPlaylists(MULTIVARIANT)).toEqual(['e1/audio.m3u8', 'e1/video.m3u8', 'e1/480p.m3u8']);
  const served = withRenditions(MULTIVARIANT, ['video', 'audio']);
  expect(mediaPlaylists(served)).toEqual(['e1/audio.m3u8', 'e1/video.m3u8']);
  expect(served).not.toContain('BANDWIDTH=900000');
});

it('keeps media up to its limit, drops the oldest first, and has a segment only with all of its parts', () => {
  const store = new MediaStore(25);
  for (const part of [0, 1]) store.add(`video/8.${part}.m4s`, new Uint8Array(10).fill(part));
  expect(store.segment('video', 8)).toBeNull();
  store.finished('video', 8, 2);
  expect(store.segment('video', 8)?.map((bytes) => bytes[0])).toEqual([0, 1]);
  store.add('video/9.0.m4s', new Uint8Array(10));
  expect(store.bytes).toBe(20);
  expect(store.get('video/8.0.m4s')).toBeNull();
  expect(store.segment('video', 8)).toBeNull();
});

it('takes the address of a channel or a stream, and says what is wrong with any other', () => {
  expect(parseMirrorOptions(['https://live.example.org/streamer/ada'])).toMatchObject({
    instance: 'https://live.example.org',
    username: 'ada',
    port: 8090,
    memoryBytes: 256 * 1024 * 1024,
    renditions: [],
  });
  const words = ['http://localhost:8080/s/ada/evening-tide', '--port', '9000', '--renditions', '720p,480p'];
  expect(parseMirrorOptions(words)).toMatchObject({ port: 9000, renditions: ['720p', '480p'] });
  expect(() => parseMirrorOptions([])).toThrow('Name one channel.');
  expect(() => parseMirrorOptions(['ada'])).toThrow('"ada" is not the address of a channel.');
  expect(() => parseMirrorOptions([...words, '--memory', '1'])).toThrow('--memory 1 is not a number from 16');
  expect(() => parseMirrorOptions([...words, '--speed', '1'])).toThrow('--speed');
});
