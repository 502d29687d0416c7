/** Data of closed captions (CEA-608 without parity, which is not checked, and CEA-708). */

export type CaptionPair = readonly [number, number];

/** Characters of the basic set. */
export const characters = (words: string): CaptionPair[] =>
  Array.from({ length: Math.ceil(words.length / 2) }, (_, i) => [
    words.charCodeAt(i * 2),
    words.charCodeAt(i * 2 + 1) || 0,
  ]);

/** A control code, as encoders send it. */
export const control = (...pair: CaptionPair): CaptionPair[] => [pair, pair];

export const ROW_15 = control(0x14, 0x70);
/** What follows appears at once. */
export const PAINT_ON = [...control(0x14, 0x29), ...ROW_15];
/** What follows is loaded, and appears behind END_OF_CAPTION. */
export const POP_ON = [...control(0x14, 0x20), ...control(0x14, 0x2e), ...ROW_15];
export const END_OF_CAPTION = control(0x14, 0x2f);
export const ERASE = control(0x14, 0x2c);

/** cc_data() of a frame. @param type 0 and 1: the fields; 2 and 3: CEA-708 */
export const ccData = (pairs: readonly CaptionPair[], type = 0): Uint8Array =>
  Uint8Array.from([0x40 | pairs.length, 0xff, ...pairs.flatMap((pair) => [0xfc | type, ...pair])]);

/**
 * cc_data() with a packet of CEA-708.
 * @param services the codes of service blocks, by the number of their service
 */
export function captionPacket(...services: (readonly [number, readonly number[]])[]): Uint8Array {
  const blocks = services.flatMap(([number, codes]) => [
    ...(number < 7 ? [(number << 5) | codes.length] : [(7 << 5) | codes.length, number]),
    ...codes,
  ]);
  const size = Math.ceil((blocks.length + 1) / 2);
  const packet = Uint8Array.from({ length: size * 2 }, (_, i) => (i === 0 ? size : (blocks[i - 1] ?? 0)));
  const pairs = Array.from({ length: size }, (_, i) => [...packet.subarray(i * 2, i * 2 + 2)]);
  return Uint8Array.from([
    ...[0x40 | size, 0xff],
    ...pairs.flatMap((pair, i) => [0xfc | (i === 0 ? 3 : 2), ...pair]),
  ]);
}
