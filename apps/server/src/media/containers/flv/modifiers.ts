import { ByteReader } from '../../codecs/byte-reader.ts';

/** The only modifier of Enhanced RTMP v2: nanoseconds beyond a millisecond timestamp. */
const TIMESTAMP_OFFSET_NANO = 0;

/** The rest of a tag's header after its ModEx prefixes. */
export interface Modifiers {
  readonly packetType: number;
  /** The offset at which the header continues. */
  readonly start: number;
  readonly offsetNanos: number;
}

/**
 * Reads the ModEx prefixes of an Enhanced RTMP v2 tag ("ModEx signal"), which video and audio share.
 * Each takes at least two bytes, so that the length of the tag bounds the loop. Unknown modifiers are
 * skipped, as the specification requires.
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
      // The value is a UI24 of at most 999,999; larger values are ignored.
      const nanos = ((data[0] ?? 0) << 16) | ((data[1] ?? 0) << 8) | (data[2] ?? 0);
      offsetNanos = nanos < 1_000_000 ? nanos : 0;
    }
  }
  return { packetType, start: body.length - reader.left, offsetNanos };
}
