import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRtcp } from './rtcp.ts';

const REPORT = '81c90007000004d2000004d240000000000000000000000000cf93e50b000000'.slice(0, 64);
const PLI = '81ce0002000004d2000004d2';

it.each([
  ['a report of a quarter lost', REPORT, { needsKeyframe: false, fractionLost: 0.25 }],
  ['a lost picture', PLI, { needsKeyframe: true, fractionLost: null }],
  ['both in one packet', REPORT + PLI, { needsKeyframe: true, fractionLost: 0.25 }],
  ['a NACK', '81cd0003000004d2000004d200010000', { needsKeyframe: false, fractionLost: null }],
  ['a packet that is cut off', PLI.slice(0, 20), { needsKeyframe: false, fractionLost: null }],
])('reads %s', (_what, hex, feedback) => {
  expect(readRtcp(Buffer.from(hex, 'hex'))).toEqual(feedback);
});

it('reads any bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const { fractionLost } = readRtcp(bytes);
      expect(fractionLost ?? 0).toBeLessThan(1);
    }),
  );
});
