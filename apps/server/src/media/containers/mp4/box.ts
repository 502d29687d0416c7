/** Boxes of ISO base media files (ISO/IEC 14496-12 section 4.2), for headers and not for hot paths. */

export type Bytes = Uint8Array | readonly number[];

/** A box: its size, its type and its content. */
export function box(type: string, ...content: readonly Bytes[]): Uint8Array {
  const size = content.reduce((sum, bytes) => sum + bytes.length, 8);
  const out = new Uint8Array(size);
  out.set(u32(size), 0);
  out.set(fourCC(type), 4);
  let at = 8;
  for (const bytes of content) {
    out.set(bytes, at);
    at += bytes.length;
  }
  return out;
}

/** A box that begins with a version and flags. */
export function fullBox(
  type: string,
  version: number,
  flags: number,
  ...content: readonly Bytes[]
): Uint8Array {
  return box(type, [version], u24(flags), ...content);
}

export function fourCC(text: string): number[] {
  return Array.from(text, (letter) => letter.charCodeAt(0));
}

export function u16(value: number): number[] {
  return [(value >>> 8) & 0xff, value & 0xff];
}

export function u24(value: number): number[] {
  return [(value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

export function u32(value: number): number[] {
  return [(value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

export function zeros(count: number): number[] {
  return new Array<number>(count).fill(0);
}
