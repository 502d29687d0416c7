import fc from 'fast-check';
import { expect, it } from 'vitest';
import { VIDEO_TRACK } from '../../../../test/support/packager/units.ts';
import { AVCC } from '../../../../test/support/rtmp/flv-samples.ts';
import type { VideoCodec, VideoTrack } from '../../unit.ts';
import { packetize } from '../rtp/packetize.ts';
import { GopCache } from './gop-cache.ts';
import { rtpPayloadOf } from './rtp-payload.ts';

const track = (codec: VideoCodec, configuration: Uint8Array): VideoTrack => ({
  ...VIDEO_TRACK,
  codec,
  configuration,
});
const unit = (payload: Uint8Array, keyframe = false) =>
  ({ kind: 'video', dts: 0, pts: 0, keyframe, payload }) as const;

/** NAL units of a byte each behind lengths of `size` bytes. */
const nals = (size: number, ...types: number[]) =>
  Buffer.concat(types.map((type) => Buffer.concat([Buffer.alloc(size - 1), Buffer.of(1, type)])));

function typesIn(payload: Uint8Array | null): number[] {
  const bytes = Buffer.from(payload ?? []);
  const types: number[] = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32BE(at)) types.push((bytes[at + 4] ?? 0) & 31);
  return types;
}

it('puts the parameter sets of H.264 before keyframes that have none', () => {
  const convert = rtpPayloadOf(track('h264', AVCC));
  expect(typesIn(convert(unit(nals(4, 5), true)))).toEqual([7, 8, 5]);
  expect(typesIn(convert(unit(nals(4, 7, 8, 5), true)))).toEqual([7, 8, 5]);
  expect(typesIn(convert(unit(nals(4, 1))))).toEqual([1]);
});

it('leaves out delimiters and filler data', () => {
  const convert = rtpPayloadOf(track('h264', AVCC));
  expect(typesIn(convert(unit(nals(4, 9, 6, 1, 12))))).toEqual([6, 1]);
  expect(convert(unit(nals(4, 9)))).toBeNull();
});

it('writes lengths of four bytes, whatever the encoder writes', () => {
  const short = Buffer.from(AVCC);
  short[4] = 0xfd;
  expect(typesIn(rtpPayloadOf(track('h264', short))(unit(nals(2, 1, 6))))).toEqual([1, 6]);
});

it('sends no frame whose lengths do not add up', () => {
  const broken = Buffer.from('000000ff61', 'hex');
  expect(rtpPayloadOf(track('h264', AVCC))(unit(broken))).toBeNull();
});

const SEQUENCE_HEADER = Buffer.from('0a0b000000043cfecc02f80040', 'hex');
const AV1C = Buffer.concat([Buffer.of(0x81, 0, 0x0c, 0), SEQUENCE_HEADER]);
/** OBU_FRAME with a size of two bytes. */
const OBU_FRAME = Buffer.from('3202aabb', 'hex');

it('puts the sequence header of AV1 before keyframes that have none', () => {
  const convert = rtpPayloadOf(track('av1', AV1C));
  expect(convert(unit(OBU_FRAME, true))).toEqual(Buffer.concat([SEQUENCE_HEADER, OBU_FRAME]));
  const whole = Buffer.concat([SEQUENCE_HEADER, OBU_FRAME]);
  expect(convert(unit(whole, true))).toEqual(whole);
  expect(convert(unit(OBU_FRAME))).toEqual(OBU_FRAME);
});

it.each([
  ['whose size exceeds the frame', '3205aabb'],
  ['without a size', '30aabb'],
  ['with an extension header', '360002aabb'],
  ['that is cut off in its size', '3280'],
])('sends no frame of AV1 with an OBU %s', (_what, hex) => {
  expect(rtpPayloadOf(track('av1', AV1C))(unit(Buffer.from(hex, 'hex')))).toBeNull();
});

it('passes frames of VP9 on as they are, but no empty ones', () => {
  const convert = rtpPayloadOf(track('vp9', Buffer.alloc(0)));
  expect(convert(unit(Buffer.of(1, 2, 3)))).toEqual(Buffer.of(1, 2, 3));
  expect(convert(unit(Buffer.alloc(0)))).toBeNull();
});

/** Bytes like those of frames: small lengths and sizes are right now and then. */
const frames = fc
  .array(fc.oneof(fc.constantFrom(0, 0, 0, 1, 2, 10, 0x12, 0x32, 0x65), fc.integer({ min: 0, max: 255 })), {
    maxLength: 40,
  })
  .map((bytes) => Buffer.from(bytes));

it.each([
  ['h264', AVCC],
  ['av1', AV1C],
  ['vp9', Buffer.alloc(0)],
] as const)(
  'passes on no frame of %s that cannot be packetized, whatever an encoder sends',
  (codec, configuration) => {
    const convert = rtpPayloadOf(track(codec, configuration));
    fc.assert(
      fc.property(frames, fc.boolean(), (bytes, keyframe) => {
        const payload = convert(unit(bytes, keyframe));
        if (payload !== null) packetize(codec, payload, keyframe);
      }),
      { numRuns: 2_000 },
    );
  },
);

it('keeps the frames since the newest keyframe, and none of a group that is too large', () => {
  const cache = new GopCache<ReturnType<typeof unit>>(10, ({ payload }) => payload.length);
  const add = (bytes: number, keyframe = false) => cache.add(unit(new Uint8Array(bytes), keyframe));
  add(3);
  expect(cache.frames).toEqual([]);
  add(4, true);
  add(4);
  expect(cache.frames).toHaveLength(2);
  add(4, true);
  expect(cache.frames).toHaveLength(1);
  add(7);
  add(1);
  expect([cache.frames.length, cache.bytes]).toEqual([0, 0]);
});
