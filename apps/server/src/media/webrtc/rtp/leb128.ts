/** Sizes in AV1 (AV1 specification section 4.10.5), up to the 28 bits that frames need. */

const MAX_BYTES = 4;

/** @returns null where it does not end */
export function readLeb128(
  bytes: Uint8Array,
  position: number,
): { readonly value: number; readonly bytes: number } | null {
  let value = 0;
  for (let i = 0; i < MAX_BYTES; i++) {
    const byte = bytes[position + i];
    if (byte === undefined) return null;
    value += (byte & 127) * 128 ** i;
    if (byte < 128) return { value, bytes: i + 1 };
  }
  return null;
}

export function leb128(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push(0x80 | (rest & 127));
  }
}
