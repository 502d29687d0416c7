/**
 * Reads an image's format and size from its first bytes without decoding it: a file of a few kilobytes can
 * declare an image that would fill all memory, and the content type that a client sends proves nothing.
 */

export interface ImageHeader {
  readonly type: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif';
  readonly width: number;
  readonly height: number;
}

/** @returns null for an unsupported format, or a file that ends before its size */
export function probeImage(bytes: Buffer): ImageHeader | null {
  try {
    const header = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
    return header && header.width > 0 && header.height > 0 ? header : null;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** The format of FFmpeg by which an image may have several frames; null: it has one. Requires a header. */
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

/** PNG (third edition), 5.2 and 11.2.1: the header chunk comes first. */
function png(bytes: Buffer): ImageHeader | null {
  if (!starts(bytes, '\x89PNG\r\n\x1a\n') || !starts(bytes, 'IHDR', 12)) return null;
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** GIF89a, 18: the logical screen. */
function gif(bytes: Buffer): ImageHeader | null {
  if (!starts(bytes, 'GIF87a') && !starts(bytes, 'GIF89a')) return null;
  return { type: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
}

/** RFC 9649, 2.5 to 2.7: simple lossy, simple lossless, extended. */
function webp(bytes: Buffer): ImageHeader | null {
  if (!starts(bytes, 'RIFF') || !starts(bytes, 'WEBP', 8)) return null;
  const type = 'image/webp';
  if (starts(bytes, 'VP8X', 12)) {
    return { type, width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (starts(bytes, 'VP8L', 12)) {
    const packed = bytes.readUInt32LE(21);
    return { type, width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (starts(bytes, 'VP8 ', 12)) {
    return { type, width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  }
  return null;
}

/** ITU-T T.81, B.1 and B.2.2: segments up to the frame header. */
function jpeg(bytes: Buffer): ImageHeader | null {
  if (!starts(bytes, '\xff\xd8\xff')) return null;
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) return null;
    const marker = bytes.readUInt8(at + 1);
    // Fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    // The image data begins, or the file ends, without a frame header.
    if (marker === 0xda || marker === 0xd9) return null;
    at += 2 + bytes.readUInt16BE(at + 2);
  }
}
