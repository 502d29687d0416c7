/** Open bitstream units of AV1: their headers and sizes (AV1 sections 5.3 and 4.10.5). */
import { invalid, truncated } from './format-error.ts';

export const OBU_SEQUENCE_HEADER = 1;
export const OBU_TEMPORAL_DELIMITER = 2;
export const OBU_TILE_LIST = 8;

const HAS_EXTENSION = 0x04;
export const HAS_SIZE = 0x02;

export interface Obu {
  readonly type: number;
  readonly hasExtension: boolean;
  readonly hasSize: boolean;
  /** Where its body starts and ends. */
  readonly start: number;
  readonly end: number;
}

/** Reads the header at `position`; an OBU without a size ends with the frame. @throws MediaFormatError */
export function obuAt(bytes: Uint8Array, position: number): Obu {
  const header = bytes[position] ?? 0;
  if ((header & 0x80) !== 0) throw invalid('An AV1 frame does not begin with an OBU header.');
  const hasExtension = (header & HAS_EXTENSION) !== 0;
  const hasSize = (header & HAS_SIZE) !== 0;
  let start = position + (hasExtension ? 2 : 1);
  let end = bytes.length;
  if (hasSize) {
    let size = 0;
    for (let i = 0; ; i++) {
      const byte = bytes[start++];
      if (byte === undefined) throw truncated('An AV1 OBU');
      // Five bytes of seven bits hold 32 bits; leb128 allows eight, which no frame needs.
      if (i === 5) throw invalid('An AV1 OBU has a size of more than 32 bits.');
      size += (byte & 127) * 128 ** i;
      if (byte < 128) break;
    }
    end = start + size;
  }
  if (start > end || end > bytes.length) throw truncated('An AV1 OBU');
  return { type: (header >> 3) & 15, hasExtension, hasSize, start, end };
}

/** A size as leb128: seven bits a byte, the lowest first. */
export function leb128(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push(0x80 | (rest & 127));
  }
}
