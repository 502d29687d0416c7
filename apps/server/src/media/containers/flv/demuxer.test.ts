import { beforeEach, describe, expect, it } from 'vitest';
import { readCorpus } from '../../../../test/fuzz/corpus.ts';
import {
  AVCC,
  aacFrame,
  aacHeader,
  avcFrame,
  avcHeader,
  enhancedAudio,
  enhancedVideo,
  nal,
  withLength,
} from '../../../../test/support/rtmp/flv-samples.ts';
import { MediaFormatError } from '../../codecs/format-error.ts';
import type { Track, Unit } from '../../unit.ts';
import { FlvDemuxer } from './demuxer.ts';

const kept = new Map(readCorpus('codecs').map(({ name, bytes }) => [name.replace('.bin', ''), bytes]));
const bytesOf = (name: string): Buffer => kept.get(name) ?? Buffer.alloc(0);

let tracks: Track[];
let units: Unit[];
let demuxer: FlvDemuxer;

beforeEach(() => {
  tracks = [];
  units = [];
  demuxer = new FlvDemuxer({ track: (track) => tracks.push(track), unit: (unit) => units.push(unit) });
});

describe('FlvDemuxer', () => {
  it('reads H.264 in legacy and enhanced tags', () => {
    demuxer.video(avcHeader(), 0);
    demuxer.video(avcFrame(true, nal(5), 80), 1000);
    demuxer.video(enhancedVideo(1, 0, 'avc1', AVCC), 1000);
    demuxer.video(enhancedVideo(1, 1, 'avc1', Buffer.concat([Buffer.of(0, 0, 80), nal(5)])), 1000);
    expect(tracks).toHaveLength(1);
    const expected = { kind: 'video', dts: 90_000, pts: 97_200, keyframe: true, payload: nal(5) };
    expect(units).toEqual([expected, expected]);
  });

  it.each([
    // The frame has user_data_registered_itu_t_t35 with the code GA94 of ATSC A/53 and one pair of CEA-608.
    ['CEA-608', '06040eb500314741393403c1fffc9420ff80'],
    // The frame has the same pair, with the start and the rest of a CEA-708 packet (cc_type 3 and 2).
    ['CEA-608 and CEA-708', '060414b500314741393403c3fffc9420ff0221fe0000ff80'],
  ])('passes on the closed captions (SEI) of a frame: %s', (_, sei) => {
    const captions = withLength(Buffer.from(sei, 'hex'));
    demuxer.video(avcHeader(), 0);
    demuxer.video(avcFrame(true, Buffer.concat([captions, nal(5)])), 0);
    demuxer.video(avcFrame(false, Buffer.concat([captions, nal(1)])), 40);
    expect(units.map(({ payload }) => Buffer.from(payload).includes(captions))).toEqual([true, true]);
  });

  it('returns payloads as views of the tag', () => {
    const tag = avcFrame(true);
    demuxer.video(avcHeader(), 0);
    demuxer.video(tag, 0);
    expect(units[0]?.payload.buffer).toBe(tag.buffer);
  });

  it('reads HEVC under the codec id of hardware encoders', () => {
    demuxer.video(Buffer.concat([Buffer.of(0x1c, 0, 0, 0, 0), bytesOf('hvcc-x265-aac')]), 0);
    demuxer.video(Buffer.concat([Buffer.of(0x1c, 1, 0xff, 0xff, 0xf6), bytesOf('hevc-x265-aac')]), 40);
    expect(tracks).toMatchObject([{ codec: 'hevc', width: 320 }]);
    expect(units).toMatchObject([{ dts: 3600, pts: 2700 }]);
  });

  it('waits for a keyframe of AV1 and VP9, which has the frame size', () => {
    demuxer.video(enhancedVideo(1, 0, 'vp09', bytesOf('vpcc-vp9-opus')), 0);
    demuxer.video(enhancedVideo(2, 1, 'vp09', Buffer.of(1, 2, 3)), 0);
    expect([tracks, units]).toEqual([[], []]);
    demuxer.video(enhancedVideo(1, 1, 'vp09', bytesOf('vp9-vp9-opus')), 0);
    expect(tracks).toMatchObject([{ codec: 'vp9', width: 320, height: 180 }]);
    demuxer.video(enhancedVideo(1, 0, 'av01', bytesOf('av1c-svtav1-opus')), 0);
    demuxer.video(enhancedVideo(1, 1, 'av01', bytesOf('av1-svtav1-opus')), 0);
    expect(tracks[1]).toMatchObject({ codec: 'av1', width: 320, height: 180 });
    expect(units).toHaveLength(2);
  });

  it('reports a VP9 track whose frame size changes', () => {
    const keyframe = bytesOf('vp9-vp9-opus');
    const smaller = Buffer.from(keyframe);
    // The width less one is in 16 bits from the middle of the fifth byte on: 0x013f becomes 0x009f.
    smaller[5] = 0x09;
    demuxer.video(enhancedVideo(1, 0, 'vp09', bytesOf('vpcc-vp9-opus')), 0);
    for (const frame of [keyframe, keyframe, smaller]) demuxer.video(enhancedVideo(1, 1, 'vp09', frame), 0);
    expect(tracks).toHaveLength(2);
    expect(tracks[1]).toMatchObject({ codec: 'vp9', width: 160, height: 180 });
    expect(units).toHaveLength(3);
  });

  it('reads Opus with a header, without one and under its old format number', () => {
    demuxer.audio(enhancedAudio(1, 'Opus', Buffer.of(0xfc, 1)), 0);
    demuxer.audio(Buffer.of(0xd0, 0xfc, 2), 20);
    demuxer.audio(enhancedAudio(0, 'Opus', bytesOf('opushead-5.1')), 40);
    demuxer.audio(enhancedAudio(1, 'Opus', Buffer.of(0xfc, 3)), 40);
    expect(tracks).toMatchObject([
      { codec: 'opus', channels: 2 },
      { codec: 'opus', channels: 6 },
    ]);
    expect(units.map(({ dts, payload }) => [dts / 90, payload[1]])).toEqual([
      [0, 1],
      [20, 2],
      [40, 3],
    ]);
  });

  it('skips frames that cannot be decoded, and empty tags', () => {
    demuxer.audio(aacFrame(), 0);
    demuxer.video(avcFrame(true), 0);
    demuxer.video(avcHeader(), 0);
    demuxer.video(avcFrame(false), 0);
    demuxer.video(Buffer.of(0x17, 2, 0, 0, 0), 0); // the end of the sequence
    demuxer.video(Buffer.of(0x57, 0), 0); // a seek command
    demuxer.video(Buffer.of(0x84), 0); // enhanced metadata
    demuxer.video(enhancedVideo(1, 2, 'avc1', Buffer.alloc(0)), 0);
    demuxer.video(avcFrame(true, Buffer.alloc(0)), 0);
    for (const empty of [Buffer.alloc(0), Buffer.of(0xaf), Buffer.of(0xaf, 1)]) demuxer.audio(empty, 0);
    demuxer.audio(aacHeader(), 0);
    expect(units).toEqual([]);
    demuxer.audio(aacFrame(), 0);
    expect(units).toHaveLength(1);
  });

  it('skips unknown modifiers', () => {
    demuxer.video(avcHeader(), 0);
    // Type 9 with 300 bytes of data (a length of 255 + 1 means that two bytes follow), then CodedFramesX.
    const unknown = Buffer.concat([
      Buffer.of(0x97, 0xff, 1, 43),
      Buffer.alloc(300),
      Buffer.of(0x93),
      Buffer.from('avc1'),
      nal(5),
    ]);
    demuxer.video(unknown, 40);
    expect(units).toMatchObject([{ dts: 3600, pts: 3600, payload: nal(5) }]);
    expect(() => demuxer.video(unknown.subarray(0, 100), 80)).toThrow(MediaFormatError);
  });
});
