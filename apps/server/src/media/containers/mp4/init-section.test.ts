import { createFile, MP4BoxBuffer } from 'mp4box';
import { describe, expect, it } from 'vitest';
import type { AudioTrack, Track, VideoTrack } from '../../unit.ts';
import { mediaTimescale, writeInitSection } from './init-section.ts';

const video: VideoTrack = {
  kind: 'video',
  codec: 'h264',
  codecString: 'avc1.4d400b',
  width: 192,
  height: 108,
  frameRate: 30,
  configuration: Buffer.from(
    '014d400bffe1001967 4d400beca0a0cfcf8088000003000800000301e0785 14cb001000468eb8f20'.replaceAll(' ', ''),
    'hex',
  ),
};
const audio: AudioTrack = {
  kind: 'audio',
  codec: 'aac',
  codecString: 'mp4a.40.2',
  sampleRate: 44_100,
  channels: 2,
  samplesPerFrame: 1024,
  configuration: Uint8Array.of(0x12, 0x10),
};

/** Reads the section with mp4box. */
function read(track: Track) {
  const file = createFile();
  file.appendBuffer(MP4BoxBuffer.fromArrayBuffer(Uint8Array.from(writeInitSection(track)).buffer, 0));
  file.flush();
  return file.getInfo();
}

describe('an initialization section', () => {
  it('declares a fragmented file with one video track', () => {
    const info = read(video);
    expect(info.isFragmented).toBe(true);
    expect(info.tracks).toHaveLength(1);
    expect(info.tracks[0]).toMatchObject({
      codec: 'avc1.4d400b',
      timescale: 90_000,
      video: { width: 192, height: 108 },
    });
  });

  it('contains the AudioSpecificConfig', () => {
    const info = read(audio);
    expect(info.tracks[0]).toMatchObject({
      codec: 'mp4a.40.2',
      timescale: 44_100,
      audio: { sample_rate: 44_100, channel_count: 2 },
    });
  });

  it('has a timescale of 48,000 for Opus and 90,000 for video', () => {
    expect(mediaTimescale({ ...audio, codec: 'opus', sampleRate: 24_000 })).toBe(48_000);
    expect(mediaTimescale(video)).toBe(90_000);
  });

  it('is the same for an equal track, so that its version does not change', () => {
    expect(Buffer.compare(writeInitSection(video), writeInitSection({ ...video }))).toBe(0);
  });
});
