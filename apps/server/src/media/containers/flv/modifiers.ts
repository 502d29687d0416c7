import { ByteReader } from '../../codecs/byte-reader.ts';

/** The one modifier of Enhanced RTMP v2: nanoseconds that a millisecond timestamp cannot hold. */
const TIMESTAMP_OFFSET_NANO = 0;

/** What remains of a tag's header once its ModEx prefixes are read. */
export interface Modifiers {
  readonly packetType: number;
  /** Where the header goes on. */
  readonly start: number;
  readonly offsetNanos: number;
}

/**
 * Reads the ModEx prefixes of an Enhanced RTMP v2 tag ("ModEx signal"), the same for video and
 * audio. Each takes at least two bytes, so that a tag's own length bounds the loop. Unknown
 * modifiers are skipped, as the specification asks.
 */
export function readModifiers(body: Uint8Array, from: number, modEx: number): Modifiers {
  const reader = new ByteReader(body.subarray(from), 'An Enhanced RTMP tag');
  let packetType = modEx;
  let offsetNanos = 0;
  while (packetType === modEx) {
    let size = reader.uint(1) + 1;
    if (size === 256) size = reader.uint(2) + 1;
    const data = reader.view(size);
    const next = reader.uint(1);
    packetType = next & 15;
    if (next >> 4 === TIMESTAMP_OFFSET_NANO && size >= 3) {
      // UI24: at most 999,999, a millisecond less one; more is not an offset.
      const nanos = ((data[0] ?? 0) << 16) | ((data[1] ?? 0) << 8) | (data[2] ?? 0);
      offsetNanos = nanos < 1_000_000 ? nanos : 0;
    }
  }
  return { packetType, start: body.length - reader.left, offsetNanos };
}
