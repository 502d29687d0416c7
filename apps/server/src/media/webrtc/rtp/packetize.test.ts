import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MediaFormatError } from '../../codecs/format-error.ts';
import { packetize, type RtpCodec } from './packetize.ts';
import { MAX_PAYLOAD_BYTES, RTP_HEADER_BYTES, writeHeader } from './rtp-packets.ts';

/** Bytes that differ from one position to the next, behind a header. */
const filled = (header: readonly number[], bytes: number) =>
  Buffer.concat([Buffer.from(header), Buffer.from(Array.from({ length: bytes }, (_, i) => i % 251))]);
const withLengths = (nals: readonly Buffer[]) =>
  Buffer.concat(
    nals.map((nal) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(nal.length);
      return Buffer.concat([length, nal]);
    }),
  );
const withSizes = (obus: readonly Buffer[]) =>
  Buffer.concat(
    obus.map((obu) => {
      const size = obu.length - 1;
      return Buffer.concat([
        Buffer.of((obu[0] ?? 0) | 2, (size & 127) | 128, ((size >> 7) & 127) | 128, size >> 14),
        obu.subarray(1),
      ]);
    }),
  );

function payloadsOf(codec: RtpCodec, frame: Uint8Array, keyframe = false): Buffer[] {
  const { packets, bytes } = packetize(codec, frame, keyframe);
  expect(bytes).toBe(packets.reduce((sum, packet) => sum + packet.length, 0));
  packets.forEach((packet, index) => {
    // The last packet of a frame has the marker.
    expect([packet[0], packet[1]]).toEqual([0x80, index === packets.length - 1 ? 0x80 : 0]);
    expect(packet.length).toBeLessThanOrEqual(MAX_PAYLOAD_BYTES + RTP_HEADER_BYTES);
  });
  return packets.map((packet) => packet.subarray(RTP_HEADER_BYTES));
}

function expectSame(found: readonly Buffer[], expected: readonly Buffer[]): void {
  expect(found.map(({ length }) => length)).toEqual(expected.map(({ length }) => length));
  expect(Buffer.concat(found).equals(Buffer.concat(expected))).toBe(true);
}

const sizes = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 6 });

it('splits NAL units of H.264 into fragments that a receiver puts together again', () => {
  fc.assert(
    fc.property(sizes, (bodies) => {
      const nals = bodies.map((bytes, i) => filled([i === 0 ? 0x67 : 0x65], bytes));
      const found: Buffer[] = [];
      for (const payload of payloadsOf('h264', withLengths(nals))) {
        const [indicator = 0, header = 0] = payload;
        if ((indicator & 31) !== 28) found.push(payload);
        else if ((header & 0x80) !== 0)
          found.push(Buffer.concat([Buffer.of((indicator & 0xe0) | (header & 31)), payload.subarray(2)]));
        else found.push(Buffer.concat([found.pop() ?? Buffer.alloc(0), payload.subarray(2)]));
      }
      expectSame(found, nals);
    }),
  );
});

it('splits NAL units of HEVC into fragments that a receiver puts together again', () => {
  fc.assert(
    fc.property(sizes, (bodies) => {
      const nals = bodies.map((bytes, i) => filled([(i === 0 ? 32 : 19) << 1, 1], bytes));
      const found: Buffer[] = [];
      for (const payload of payloadsOf('hevc', withLengths(nals))) {
        const [first = 0, second = 0, header = 0] = payload;
        const rest = payload.subarray(3);
        if (first >> 1 !== 49) found.push(payload);
        else if ((header & 0x80) !== 0)
          found.push(Buffer.concat([Buffer.of((header & 63) << 1, second), rest]));
        else found.push(Buffer.concat([found.pop() ?? Buffer.alloc(0), rest]));
      }
      expectSame(found, nals);
    }),
  );
});

it('packs the OBUs of AV1 without sizes and delimiters, so that a receiver puts them together again', () => {
  fc.assert(
    fc.property(sizes, (bodies) => {
      const obus = bodies.map((bytes, i) => filled([(i === 0 ? 1 : 6) << 3], bytes));
      const found: Buffer[] = [];
      payloadsOf('av1', withSizes([Buffer.of(0x10), ...obus]), true).forEach((payload, index) => {
        const aggregation = payload[0] ?? 0;
        // Only the first packet begins a coded video sequence.
        expect(aggregation & 0x08).toBe(index === 0 ? 0x08 : 0);
        let continues = (aggregation & 0x80) !== 0;
        for (let at = 1; at < payload.length; ) {
          const [low = 0, high = 0] = payload.subarray(at);
          const length = low < 128 ? low : (low & 127) + high * 128;
          at += low < 128 ? 1 : 2;
          const element = payload.subarray(at, at + length);
          found.push(continues ? Buffer.concat([found.pop() ?? Buffer.alloc(0), element]) : element);
          continues = false;
          at += length;
        }
      });
      expectSame(found, obus);
    }),
  );
});

it.each([
  [true, [0x08, 0x00, 0x04]],
  [false, [0x48, 0x40, 0x44]],
])('describes where a frame of VP9 begins and ends, and whether it is a keyframe: %s', (keyframe, flags) => {
  const frame = filled([0x82], 3 * (MAX_PAYLOAD_BYTES - 1) - 1);
  const payloads = payloadsOf('vp9', frame, keyframe);
  expect(payloads.map(([descriptor]) => descriptor)).toEqual(flags);
  expect(Buffer.concat(payloads.map((payload) => payload.subarray(1)))).toEqual(frame);
});

it('sends a frame of Opus in one packet', () => {
  expect(payloadsOf('opus', Buffer.of(0xfc, 1, 2))).toEqual([Buffer.of(0xfc, 1, 2)]);
});

it.each<[string, RtpCodec, string]>([
  ['a NAL unit that exceeds the frame', 'h264', '000000ff61'],
  ['a length that is cut off', 'hevc', '0000'],
  ['an OBU without a size', 'av1', '30aabb'],
  ['an OBU that exceeds the unit', 'av1', '3205aabb'],
])('refuses %s', (_what, codec, hex) => {
  expect(() => packetize(codec, Buffer.from(hex, 'hex'), true)).toThrow(MediaFormatError);
});

it('writes the headers of one viewer over those of another, and keeps the marker', () => {
  const [first, last] = packetize('vp9', filled([0x82], 2_000), true).packets;
  if (first === undefined || last === undefined) throw new Error('The frame needs two packets');
  const header = { sequence: 65_535, timestamp: 2 ** 32 - 1, ssrc: 1 };
  for (const packet of [first, last]) {
    writeHeader(packet, { ...header, payloadType: 127 });
    writeHeader(packet, { ...header, payloadType: 98 });
  }
  expect(first.toString('hex', 0, 12)).toBe('8062ffffffffffff00000001');
  expect(last[1]).toBe(0x80 | 98);
});
