import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRtcp } from './rtcp.ts';

const REPORT = '81c90007000004d2000004d240000000000000000000000000cf93e50b000000'.slice(0, 64);
const PLI = '81ce0002000004d2000004d2';

const SSRC = 1_234;
/** Packets 65,534 and, of the 16 that follow, the second and the last. */
const NACK = '81cd0003000004d2000004d2fffe8002';
const NOTHING = { needsKeyframe: false, fractionLost: null, lost: [] };

it.each([
  ['a report of a quarter lost', REPORT, { ...NOTHING, fractionLost: 0.25 }],
  ['a lost picture', PLI, { ...NOTHING, needsKeyframe: true }],
  ['both in one packet', REPORT + PLI, { ...NOTHING, needsKeyframe: true, fractionLost: 0.25 }],
  ['a NACK, also beyond 16 bits', NACK, { ...NOTHING, lost: [65_534, 0, 14] }],
  ['no NACK of another track', NACK.replace('000004d2fffe', '000004d3fffe'), NOTHING],
  ['a packet that is cut off', PLI.slice(0, 20), NOTHING],
])('reads %s', (_what, hex, feedback) => {
  expect(readRtcp(Buffer.from(hex, 'hex'), SSRC)).toEqual(feedback);
});

it('reads any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const { fractionLost } = readRtcp(bytes, SSRC);
      expect(fractionLost ?? 0).toBeLessThan(1);
    }),
  );
});
