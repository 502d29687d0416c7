import { invalid } from './format-error.ts';

/** The longest parameter set, in bytes; real ones have less than a few hundred. */
const MAX_PARAMETER_SET = 4096;

/** Removes emulation prevention from a NAL unit (H.264 section 7.4.1). @throws MediaFormatError */
export function unescapeNal(nal: Uint8Array): Uint8Array {
  if (nal.length > MAX_PARAMETER_SET) {
    throw invalid(`A parameter set of ${nal.length} bytes exceeds the limit of ${MAX_PARAMETER_SET} bytes.`);
  }
  const out = new Uint8Array(nal.length);
  let length = 0;
  let zeros = 0;
  for (const byte of nal) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    out[length++] = byte;
  }
  return out.subarray(0, length);
}

/**
 * Walks the length-prefixed NAL units of one frame. Lengths that do not add up are `invalid`, since players' demuxers
 * stop at such a frame.
 * @param visit receives the start and end of each unit; null checks the lengths only
 * @returns the frame without the padding, shorter than a length field, that some encoders append
 */
export function walkNals(
  frame: Uint8Array,
  lengthSize: number,
  visit: ((start: number, end: number) => void) | null,
): Uint8Array {
  let position = 0;
  while (position + lengthSize <= frame.length) {
    let length = 0;
    for (let i = 0; i < lengthSize; i++) length = length * 256 + (frame[position + i] ?? 0);
    const start = position + lengthSize;
    const end = start + length;
    if (end > frame.length) {
      throw invalid(
        `A NAL unit of ${length} bytes exceeds its frame of ${frame.length} bytes; send length-prefixed NAL units.`,
      );
    }
    if (length > 0) visit?.(start, end);
    position = end;
  }
  return position === frame.length ? frame : frame.subarray(0, position);
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && Buffer.compare(a, b) === 0;
}

/** Whether `known` contains each of `found`, byte for byte. */
export function areKnown(found: readonly Uint8Array[], known: readonly Uint8Array[]): boolean {
  return found.every((item) => known.some((other) => sameBytes(item, other)));
}
