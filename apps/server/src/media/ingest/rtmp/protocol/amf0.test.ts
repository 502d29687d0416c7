import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Amf0Value, decodeAmf0, encodeAmf0 } from './amf0.ts';
import { RtmpError } from './rtmp-error.ts';

const { value } = fc.letrec<{ value: Amf0Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 12 },
    fc.double({ noNaN: true }),
    fc.boolean(),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom(null, undefined),
    fc.date({ noInvalidDate: true }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.string({ minLength: 1, unit: 'grapheme' }), tie('value'), {
      maxKeys: 6,
      noNullPrototype: false,
    }),
  ),
}));

describe('AMF0', () => {
  it('reads the values that it wrote', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 5 }), (values) => {
        expect(decodeAmf0(encodeAmf0(values))).toEqual(values);
      }),
    );
  });

  it('writes strings above 64 KiB as long strings', () => {
    const long = 'x'.repeat(70_000);
    expect(decodeAmf0(encodeAmf0([long]))).toEqual([long]);
  });

  it('reads types that encoders send and this server does not write', () => {
    const bytes = Buffer.concat([
      Buffer.of(8, 0, 0, 0, 99, 0, 1, 0x61, 1, 1, 0, 0, 9), // an ECMA array whose count lies
      Buffer.of(16, 0, 1, 0x43, 0, 1, 0x62, 5, 0, 0, 9), // a typed object
      Buffer.of(15, 0, 0, 0, 1, 0x3c), // XML
      Buffer.of(13), // unsupported
      Buffer.of(7, 0, 0), // a reference
    ]);
    expect(decodeAmf0(bytes)).toEqual([{ a: true }, { b: null }, '<', null, undefined]);
  });

  it('gives the key __proto__ no special meaning', () => {
    const [object] = decodeAmf0(
      Buffer.concat([
        Buffer.of(3, 0, 9),
        Buffer.from('__proto__'),
        Buffer.of(3, 0, 1, 0x78, 1, 1, 0, 0, 9, 0, 0, 9),
      ]),
    );
    expect(Object.getPrototypeOf(object)).toBe(null);
    expect(Object.keys(object ?? {})).toEqual(['__proto__']);
    expect({}).not.toHaveProperty('x');
  });

  it.each<[string, Buffer]>([
    ['a depth without end', Buffer.alloc(60_000, Buffer.of(10, 0, 0, 0, 1))],
    ['objects in objects without end', Buffer.alloc(60_000, Buffer.of(3, 0, 1, 0x61))],
    ['a count beyond the bytes', Buffer.of(10, 0xff, 0xff, 0xff, 0xff, 5)],
    ['a string beyond the bytes', Buffer.of(12, 0xff, 0xff, 0xff, 0xff, 0x61)],
    ['an object without an end', Buffer.of(3, 0, 1, 0x61, 5)],
    ['AMF3', Buffer.of(17, 4, 1)],
  ])('refuses %s', (_name, bytes) => {
    expect(() => decodeAmf0(bytes)).toThrow(RtmpError);
  });
});
