/** Splits AV1 temporal units into RTP payloads (RTP Payload Format For AV1, section 4). */
import { invalid } from '../../codecs/format-error.ts';
import {
  HAS_SIZE,
  leb128,
  OBU_SEQUENCE_HEADER,
  OBU_TEMPORAL_DELIMITER,
  OBU_TILE_LIST,
  obuAt,
} from '../../codecs/obu.ts';
import { MAX_PAYLOAD_BYTES, type Pieces } from './rtp-packets.ts';

const CONTINUES_PREVIOUS = 0x80;
const CONTINUED_IN_NEXT = 0x40;
const NEW_SEQUENCE = 0x08;

/**
 * Fills each packet with OBU elements, each behind its length. Elements have no size field; temporal delimiters and
 * tile lists are not sent (section 5).
 * @param unit whole OBUs with sizes
 */
export function av1Payloads(unit: Uint8Array): Pieces[] {
  const payloads: Pieces[] = [];
  let pieces: Uint8Array[] = [];
  let aggregation = Uint8Array.of(0);
  let room = MAX_PAYLOAD_BYTES - 1;
  const finish = (flags: number) => {
    aggregation[0] = (aggregation[0] ?? 0) | flags;
    payloads.push([aggregation, ...pieces]);
    aggregation = Uint8Array.of(flags === CONTINUED_IN_NEXT ? CONTINUES_PREVIOUS : 0);
    pieces = [];
    room = MAX_PAYLOAD_BYTES - 1;
  };
  for (const { type, element } of elementsOf(unit)) {
    if (type === OBU_SEQUENCE_HEADER && payloads.length === 0 && pieces.length === 0)
      aggregation[0] = NEW_SEQUENCE;
    // A length takes two bytes, and an element needs one more to be worth it.
    if (room < 3) finish(0);
    for (let at = 0; at < element.length; ) {
      const bytes = element.subarray(at, at + room - 2);
      const length = leb128(bytes.length);
      pieces.push(length, bytes);
      room -= length.length + bytes.length;
      at += bytes.length;
      if (at < element.length) finish(CONTINUED_IN_NEXT);
    }
  }
  if (pieces.length > 0) finish(0);
  return payloads;
}

/** The OBUs that are sent, with a header that says that they have no size. @throws MediaFormatError */
function* elementsOf(unit: Uint8Array): Generator<{ type: number; element: Uint8Array }> {
  for (let at = 0; at < unit.length; ) {
    const { type, hasExtension, hasSize, start, end } = obuAt(unit, at);
    if (!hasSize) throw invalid(`The OBU at byte ${at} of ${unit.length} has no size.`);
    if (type !== OBU_TEMPORAL_DELIMITER && type !== OBU_TILE_LIST) {
      const headerBytes = hasExtension ? 2 : 1;
      const element = new Uint8Array(headerBytes + end - start);
      element.set(unit.subarray(at, at + headerBytes));
      element[0] = (unit[at] ?? 0) & ~HAS_SIZE;
      element.set(unit.subarray(start, end), headerBytes);
      yield { type, element };
    }
    at = end;
  }
}
