import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageReader, writeMessage } from './wire.ts';

describe('MessageReader', () => {
  it('reads the messages that were written, however the pipe cuts them', () => {
    const message = fc.record({
      type: fc.constantFrom('source', 'unit', 'taken', 'outputs'),
      output: fc.integer({ min: 0, max: 0xffff }),
      kind: fc.constantFrom('video', 'audio'),
      keyframe: fc.boolean(),
      dts: fc.maxSafeInteger(),
      pts: fc.maxSafeInteger(),
      body: fc.uint8Array({ maxLength: 100 }),
    });
    fc.assert(
      fc.property(fc.array(message), fc.array(fc.integer({ min: 1, max: 60 })), (messages, cuts) => {
        const bytes = Buffer.concat(messages.flatMap((one) => writeMessage(one)));
        const reader = new MessageReader();
        const read = [];
        for (let at = 0, i = 0; at < bytes.length; i += 1) {
          const length = cuts[i % cuts.length] ?? bytes.length;
          read.push(...reader.read(bytes.subarray(at, at + length)));
          at += length;
        }
        expect(read.map((one) => ({ ...one, body: Uint8Array.from(one.body) }))).toEqual(messages);
      }),
    );
  });

  it('refuses a message of an unknown type and one that is too long', () => {
    const header = (length: number, type: number) => {
      const bytes = Buffer.alloc(24);
      bytes.writeUInt32LE(length, 0);
      bytes[4] = type;
      return bytes;
    };
    expect(() => [...new MessageReader().read(header(0, 200))]).toThrow('There is no message of type 200.');
    expect(() => [...new MessageReader().read(header(2 ** 30, 2))]).toThrow(/at most 16777216/);
  });
});
