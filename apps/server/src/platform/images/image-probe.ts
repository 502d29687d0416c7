/**
 * Reads an image's format and size without decoding it: a file of a few kilobytes can declare an image that would fill
 * all memory, and the content type that a client sends proves nothing. Decoders allocate what the frames of an image
 * declare, which may be far larger than its canvas, so every frame counts.
 */

export interface ImageHeader {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  /** The width that the canvas and all frames cover together. */
  readonly width: number;
  readonly height: number;
}

/** The area of the canvas or a frame. */
interface Area {
  readonly left?: number;
  readonly top?: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Reads the areas of an image, the canvas first. Reading beyond the end of the file throws a RangeError.
 * @param count called for each part of the file
 */
type Areas = (bytes: Buffer, count: () => void) => Iterable<Area>;

/** An image of 8 MiB has 33,000 sub-blocks of GIF. Reading millions would hold up all other requests. */
const MAX_PARTS = 100_000;

class TooManyParts extends Error {
  override readonly name = 'TooManyParts';
}

/** @returns null for an unsupported format, a file that ends before its size, and one with too many parts */
export function probeImage(bytes: Buffer): ImageHeader | null {
  const [type, areas] = formatOf(bytes) ?? [];
  if (type === undefined || areas === undefined) return null;
  let [width, height, parts] = [0, 0, 0];
  const count = () => {
    parts += 1;
    if (parts > MAX_PARTS) throw new TooManyParts();
  };
  try {
    for (const { left = 0, top = 0, ...area } of areas(bytes, count)) {
      if (area.width === 0 || area.height === 0) return null;
      width = Math.max(width, left + area.width);
      height = Math.max(height, top + area.height);
    }
  } catch (error) {
    if (error instanceof TooManyParts) return null;
    // A file that ends early is shown as far as it goes, since decoders do not read beyond its end either.
    if (!(error instanceof RangeError)) throw error;
  }
  return width > 0 ? { type, width, height } : null;
}

function formatOf(bytes: Buffer): readonly [ImageHeader['type'], Areas] | null {
  if (starts(bytes, '\x89PNG\r\n\x1a\n') && starts(bytes, 'IHDR', 12)) return ['image/png', png];
  if (starts(bytes, 'GIF87a') || starts(bytes, 'GIF89a')) return ['image/gif', gif];
  if (starts(bytes, 'RIFF') && starts(bytes, 'WEBP', 8)) return ['image/webp', webp];
  return starts(bytes, '\xff\xd8\xff') ? ['image/jpeg', jpeg] : null;
}

/** The FFmpeg format of an image that may have several frames; null: it has one. Requires a header. */
export function animationFormat(bytes: Buffer, { type }: ImageHeader): 'gif' | 'apng' | 'webp_anim' | null {
  if (type === 'image/gif') return 'gif';
  // The control chunk of an animation comes before the first image data (PNG, third edition, 11.3.6.1).
  if (type === 'image/png') return isBefore(bytes, 'acTL', 'IDAT') ? 'apng' : null;
  // The animation flag of the extended format (RFC 9649, 2.7).
  const isAnimated = type === 'image/webp' && starts(bytes, 'VP8X', 12) && (bytes.readUInt8(20) & 2) !== 0;
  return isAnimated ? 'webp_anim' : null;
}

function isBefore(bytes: Buffer, name: string, other: string): boolean {
  const at = bytes.indexOf(name, 0, 'latin1');
  return at >= 0 && at < bytes.indexOf(other, 0, 'latin1');
}

const starts = (bytes: Buffer, text: string, at = 0) =>
  bytes.toString('latin1', at, at + text.length) === text;

/**
 * The number of a name with four characters. It compares fast, which matters since a file can have a million chunks.
 */
const named = (name: string) => Buffer.from(name, 'latin1').readUInt32BE();
const [IHDR, FCTL, IEND] = [named('IHDR'), named('fcTL'), named('IEND')];
const [VP8X, VP8L, VP8, ANMF] = [named('VP8X'), named('VP8L'), named('VP8 '), named('ANMF')];

/** Reads PNG (third edition), 5.2, 11.2.1 and 11.3.6.2: the header chunk comes first, frames have control chunks. */
function* png(bytes: Buffer, count: () => void): Iterable<Area> {
  for (let at = 8; ; at += 12 + bytes.readUInt32BE(at)) {
    count();
    const name = bytes.readUInt32BE(at + 4);
    const data = at + 8;
    if (name === IEND) return;
    if (name === IHDR) yield { width: bytes.readUInt32BE(data), height: bytes.readUInt32BE(data + 4) };
    if (name !== FCTL) continue;
    yield {
      width: bytes.readUInt32BE(data + 4),
      height: bytes.readUInt32BE(data + 8),
      left: bytes.readUInt32BE(data + 12),
      top: bytes.readUInt32BE(data + 16),
    };
  }
}

const IMAGE_DESCRIPTOR = 0x2c;
const EXTENSION = 0x21;

/** Reads GIF89a, 18 to 26: the logical screen, and a descriptor before each frame. */
function* gif(bytes: Buffer, count: () => void): Iterable<Area> {
  yield { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  for (let at = 13 + colorTable(bytes.readUInt8(10)); ; ) {
    const block = bytes.readUInt8(at);
    if (block === IMAGE_DESCRIPTOR) {
      yield {
        left: bytes.readUInt16LE(at + 1),
        top: bytes.readUInt16LE(at + 3),
        width: bytes.readUInt16LE(at + 5),
        height: bytes.readUInt16LE(at + 7),
      };
      at += 11 + colorTable(bytes.readUInt8(at + 9));
    } else if (block === EXTENSION) {
      at += 2;
    } else {
      // The trailer, or damage.
      return;
    }
    // Skips sub-blocks up to an empty one.
    for (let length = -1; length !== 0; at += 1 + length) {
      count();
      length = bytes.readUInt8(at);
    }
  }
}

/** @returns the length of the color table that the packed fields declare */
const colorTable = (packed: number) => ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 7) + 1));

/** Reads WebP (RFC 9649, 2.3 to 2.7): chunks, of which those of frames contain further ones. */
const webp: Areas = (bytes, count) => webpChunks(bytes, count, { from: 12, to: Number.POSITIVE_INFINITY });

interface Chunks {
  readonly from: number;
  /** Infinite for chunks outside any other chunk. */
  readonly to: number;
  /** The position of the frame that contains the chunks. */
  readonly left?: number;
  readonly top?: number;
}

function* webpChunks(
  bytes: Buffer,
  count: () => void,
  { from, to, left = 0, top = 0 }: Chunks,
): Iterable<Area> {
  for (let at = from; at < to; ) {
    count();
    const length = bytes.readUInt32LE(at + 4);
    const data = at + 8;
    switch (bytes.readUInt32BE(at)) {
      case VP8X:
        yield { width: bytes.readUIntLE(data + 4, 3) + 1, height: bytes.readUIntLE(data + 7, 3) + 1 };
        break;
      case VP8L: {
        const packed = bytes.readUInt32LE(data + 1);
        yield { left, top, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
        break;
      }
      case VP8:
        yield {
          left,
          top,
          width: bytes.readUInt16LE(data + 6) & 0x3fff,
          height: bytes.readUInt16LE(data + 8) & 0x3fff,
        };
        break;
      case ANMF: {
        const [x, y] = [2 * bytes.readUIntLE(data, 3), 2 * bytes.readUIntLE(data + 3, 3)];
        const [width, height] = [bytes.readUIntLE(data + 6, 3) + 1, bytes.readUIntLE(data + 9, 3) + 1];
        yield { left: x, top: y, width, height };
        // Only the outermost chunks are searched for frames, so a frame that claims to contain another one is read
        // once.
        if (to === Number.POSITIVE_INFINITY) {
          yield* webpChunks(bytes, count, { from: data + 16, to: data + length, left: x, top: y });
        }
      }
    }
    at = data + length + (length % 2);
  }
}

/** Reads JPEG (ITU-T T.81, B.1 and B.2.2): segments up to the image data. */
function* jpeg(bytes: Buffer, count: () => void): Iterable<Area> {
  for (let at = 2; bytes.readUInt8(at) === 0xff; ) {
    count();
    const marker = bytes.readUInt8(at + 1);
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) yield { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    // The image data begins, or the file ends.
    if (marker === 0xda || marker === 0xd9) return;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}
