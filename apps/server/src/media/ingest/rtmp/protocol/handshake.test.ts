import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Handshake } from './handshake.ts';
import { RtmpError } from './rtmp-error.ts';

const C1 = Buffer.concat([Buffer.of(0, 0, 0, 9, 0, 0, 0, 0), Buffer.alloc(1528, 0x5a)]);

describe('the handshake', () => {
  it('answers the simple handshake with an echo, split anywhere, and leaves the bytes after it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 2000 }), { minLength: 1 }),
        fc.nat({ max: 50 }),
        (cuts, more) => {
          const replies: Buffer[] = [];
          const handshake = new Handshake((bytes) => replies.push(bytes));
          const bytes = Buffer.concat([Buffer.of(3), C1, Buffer.alloc(1536), Buffer.alloc(more)]);
          let unread = 0;
          for (let at = 0, i = 0; at < bytes.length; i++) {
            const piece = Buffer.from(bytes.subarray(at, at + (cuts[i % cuts.length] ?? 1)));
            at += piece.length;
            if (handshake.done) unread += piece.length;
            else unread += piece.length - handshake.read(piece, 0);
            // The next read overwrites this one.
            piece.fill(0xee);
          }
          expect(handshake.done).toBe(true);
          expect(unread).toBe(more);
          expect(replies).toHaveLength(1);
          expect(replies[0]).toHaveLength(1 + 2 * 1536);
          expect(replies[0]?.[0]).toBe(3);
          // S1 has version 0 as in the simple handshake; S2 is C1.
          expect(replies[0]?.readUInt32BE(5)).toBe(0);
          expect(replies[0]?.subarray(1537)).toEqual(C1);
        },
      ),
    );
  });

  it('treats a C1 with a wrong digest as a simple handshake', () => {
    const replies: Buffer[] = [];
    const c1 = Buffer.from(C1);
    c1.writeUInt32BE(0x80000702, 4);
    new Handshake((bytes) => replies.push(bytes)).read(Buffer.concat([Buffer.of(3), c1]), 0);
    expect(replies[0]?.subarray(1537)).toEqual(c1);
  });

  it.each([6, 0x47, 0x16])('rejects a first byte of %i at once', (version) => {
    const handshake = new Handshake(() => expect.unreachable());
    expect(() => handshake.read(Buffer.of(version), 0)).toThrow(RtmpError);
  });
});
