import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitWriter } from '../../../test/support/bit-writer.ts';
import { BitReader } from './bit-reader.ts';
import { MediaFormatError } from './format-error.ts';

type Field =
  | { readonly kind: 'bits'; readonly count: number; readonly value: number }
  | { readonly kind: 'exp'; readonly value: number }
  | { readonly kind: 'signedExp'; readonly value: number };

const field: fc.Arbitrary<Field> = fc.oneof(
  fc
    .tuple(fc.integer({ min: 1, max: 32 }), fc.nat({ max: 2 ** 32 - 1 }))
    .map(([count, value]) => ({ kind: 'bits' as const, count, value: value % 2 ** count })),
  fc.nat({ max: 2 ** 32 - 2 }).map((value) => ({ kind: 'exp' as const, value })),
  fc
    .integer({ min: -(2 ** 31) + 1, max: 2 ** 31 - 1 })
    .map((value) => ({ kind: 'signedExp' as const, value: value | 0 })),
);

describe('BitReader', () => {
  it('reads values at any alignment', () => {
    fc.assert(
      fc.property(fc.array(field), (fields) => {
        const writer = new BitWriter();
        for (const each of fields) {
          if (each.kind === 'bits') writer.bits(each.value, each.count);
          else writer[each.kind](each.value);
        }
        const reader = new BitReader(writer.bytes(), 'A test');
        for (const each of fields) {
          const value = each.kind === 'bits' ? reader.bits(each.count) : reader[each.kind]();
          // se(v) of code 0 is -0.
          expect(value + 0).toBe(each.value);
        }
        expect(reader.bitsLeft).toBeLessThan(8);
      }),
    );
  });

  it('throws rather than read past the end', () => {
    const reader = new BitReader(Uint8Array.of(0xff), 'A test');
    expect(() => reader.bits(9)).toThrow(MediaFormatError);
    expect(reader.bits(8)).toBe(255);
    expect(() => reader.flag()).toThrow('A test ends before it is complete.');
    expect(() => new BitReader(new Uint8Array(2), 'A test').exp()).toThrow(MediaFormatError);
    expect(() => new BitReader(new Uint8Array(8), 'A test').exp()).toThrow('more than 32 bits');
  });
});
