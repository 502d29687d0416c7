/**
 * Small files that declare or unpack to far more than they contain, in every accepted format. They are written by hand,
 * since no encoder makes them.
 */
import { crc32, deflateSync } from 'node:zlib';

// GIF89a

/** Codes of LZW that clear the table again and again, for the requested number of pixels, all of the first color. */
function gifPixels(count: number): Buffer {
  // With a minimum code size of 7, codes have 8 bits until 126 of them follow a clear code (GIF89a, appendix F).
  const codes = Buffer.alloc(count + Math.ceil(count / 100) + 1, 0);
  let at = 0;
  for (let pixel = 0; pixel < count; pixel++) {
    if (pixel % 100 === 0) codes[at++] = 0x80;
    codes[at++] = 0;
  }
  codes[at++] = 0x81;
  const blocks: Buffer[] = [Buffer.from([7])];
  for (let from = 0; from < at; from += 255) {
    const block = codes.subarray(from, Math.min(at, from + 255));
    blocks.push(Buffer.from([block.length]), block);
  }
  return Buffer.concat([...blocks, Buffer.from([0])]);
}

export interface GifFrame {
  readonly left?: number;
  readonly top?: number;
  readonly width: number;
  readonly height: number;
  /** The number of pixels. If the frame has more, the rest of it stays empty. */
  readonly pixels?: number;
}

export function gifOf(
  screen: { readonly width: number; readonly height: number },
  frames: readonly GifFrame[],
): Buffer {
  const header = Buffer.from('GIF89a\0\0\0\0\xf6\0\0', 'latin1');
  header.writeUInt16LE(screen.width, 6);
  header.writeUInt16LE(screen.height, 8);
  const palette = Buffer.alloc(3 * 128, 0x5a);
  const parts = frames.flatMap(({ left = 0, top = 0, width, height, pixels = 100 }) => {
    const control = Buffer.from('!\xf9\x04\0\x0a\0\0\0', 'latin1');
    const descriptor = Buffer.alloc(10);
    descriptor.write(',');
    for (const [n, value] of [left, top, width, height].entries()) descriptor.writeUInt16LE(value, 1 + 2 * n);
    return [control, descriptor, gifPixels(pixels)];
  });
  return Buffer.concat([header, palette, ...parts, Buffer.from(';')]);
}

// PNG and APNG (third edition, 5.3 and 11)

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(data.length);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}

const uint32s = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUInt32BE(value, 4 * n);
  return bytes;
};

export interface PngOptions {
  readonly width: number;
  readonly height: number;
  readonly bits?: 8 | 16;
  readonly isInterlaced?: boolean;
  /** The number of bytes that the image data unpacks to. */
  readonly unpacked?: number;
  /** Chunks between the header and the image data. */
  readonly before?: readonly Buffer[];
  readonly after?: readonly Buffer[];
}

export function pngOf({
  width,
  height,
  bits = 8,
  isInterlaced = false,
  unpacked = 1000,
  before = [],
  after = [],
}: PngOptions): Buffer {
  const header = Buffer.concat([uint32s(width, height), Buffer.from([bits, 6, 0, 0, isInterlaced ? 1 : 0])]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    ...before,
    pngChunk('IDAT', deflateSync(Buffer.alloc(unpacked), { level: 9 })),
    ...after,
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Text or a color profile whose data unpacks to this many bytes. */
export const packedChunk = (type: 'zTXt' | 'iCCP', unpacked: number): Buffer =>
  pngChunk(
    type,
    Buffer.concat([Buffer.from('name\0\0', 'latin1'), deflateSync(Buffer.alloc(unpacked), { level: 9 })]),
  );

export interface ApngFrame {
  readonly left?: number;
  readonly top?: number;
  readonly width: number;
  readonly height: number;
  readonly unpacked?: number;
}

export function apngOf(
  size: { readonly width: number; readonly height: number },
  frames: readonly ApngFrame[],
): Buffer {
  let sequence = 0;
  const control = ({ left = 0, top = 0, width, height }: ApngFrame) =>
    pngChunk(
      'fcTL',
      Buffer.concat([uint32s(sequence++, width, height, left, top), Buffer.from([0, 1, 0, 10, 0, 0])]),
    );
  const [first, ...others] = frames;
  const data = ({ unpacked = 1000 }: ApngFrame) =>
    pngChunk('fdAT', Buffer.concat([uint32s(sequence++), deflateSync(Buffer.alloc(unpacked), { level: 9 })]));
  return pngOf({
    ...size,
    unpacked: first?.unpacked ?? 1000,
    before: [pngChunk('acTL', uint32s(frames.length, 0)), ...(first ? [control(first)] : [])],
    after: others.flatMap((frame) => [control(frame), data(frame)]),
  });
}

// WebP (RFC 9649, 2)

function riffChunk(type: string, data: Uint8Array): Buffer {
  const header = Buffer.alloc(8);
  header.write(type, 'latin1');
  header.writeUInt32LE(data.length, 4);
  return Buffer.concat([header, data, Buffer.alloc(data.length % 2)]);
}

const riff = (...chunks: readonly Buffer[]) => {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...chunks]);
  const header = Buffer.from('RIFF\0\0\0\0', 'latin1');
  header.writeUInt32LE(body.length, 4);
  return Buffer.concat([header, body]);
};

const uint24s = (...values: readonly number[]) => {
  const bytes = Buffer.alloc(3 * values.length);
  for (const [n, value] of values.entries()) bytes.writeUIntLE(value, 3 * n, 3);
  return bytes;
};

/** A lossless image of one color: its prefix codes have one symbol each, so that its pixels take no bits. */
function vp8l(width: number, height: number): Buffer {
  const data = Buffer.alloc(32);
  data[0] = 0x2f;
  data.writeUInt32LE(((width - 1) | ((height - 1) << 14)) >>> 0, 1);
  // No transform, no color cache, no meta codes; then five simple codes of one symbol, 0 (3.7.2.1.1).
  let bit = 5 * 8 + 3;
  for (let code = 0; code < 5; code++) {
    for (const value of [1, 0, 0, 0]) {
      if (value) data[bit >> 3] = (data[bit >> 3] ?? 0) | (1 << (bit & 7));
      bit += 1;
    }
  }
  return riffChunk('VP8L', data);
}

/** The header of a lossy image (RFC 6386, 9.1) with almost no data after it. */
function vp8(width: number, height: number): Buffer {
  const data = Buffer.alloc(64);
  data.writeUIntLE((40 << 5) | 0x10, 0, 3);
  data.set([0x9d, 0x01, 0x2a], 3);
  data.writeUInt16LE(width, 6);
  data.writeUInt16LE(height, 8);
  return riffChunk('VP8 ', data);
}

const BITSTREAMS = { VP8L: vp8l, 'VP8 ': vp8 } as const;

export const webpOf = (width: number, height: number, kind: keyof typeof BITSTREAMS = 'VP8L'): Buffer =>
  riff(BITSTREAMS[kind](width, height));

export interface WebpFrame {
  /** The horizontal position, which is even. */
  readonly left?: number;
  readonly top?: number;
  readonly width: number;
  readonly height: number;
  /** The size that the bitstream of the frame declares. */
  readonly coded?: { readonly width: number; readonly height: number };
}

const extended = (flags: number, { width, height }: { readonly width: number; readonly height: number }) =>
  riffChunk('VP8X', Buffer.concat([Buffer.from([flags, 0, 0, 0]), uint24s(width - 1, height - 1)]));

export function animatedWebpOf(
  canvas: { readonly width: number; readonly height: number },
  frames: readonly WebpFrame[],
): Buffer {
  return riff(
    extended(2, canvas),
    riffChunk('ANIM', Buffer.alloc(6)),
    ...frames.map(({ left = 0, top = 0, width, height, coded = { width, height } }) =>
      riffChunk(
        'ANMF',
        Buffer.concat([
          uint24s(left / 2, top / 2, width - 1, height - 1, 10),
          Buffer.from([0]),
          vp8l(coded.width, coded.height),
        ]),
      ),
    ),
  );
}

/** A still image whose canvas and bitstream have different sizes. */
export const extendedWebpOf = (
  canvas: { readonly width: number; readonly height: number },
  width: number,
  height: number,
): Buffer => riff(extended(0, canvas), vp8l(width, height));

// JPEG (ITU-T T.81, B)

function segment(marker: number, data: Uint8Array): Buffer {
  const header = Buffer.from([0xff, marker, 0, 0]);
  header.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([header, data]);
}

const frameHeader = (width: number, height: number, components: number) => {
  const size = Buffer.alloc(6 + 3 * components);
  size.writeUInt8(8);
  size.writeUInt16BE(height, 1);
  size.writeUInt16BE(width, 3);
  size.writeUInt8(components, 5);
  for (let n = 0; n < components; n++) size.set([n + 1, 0x11, 0], 6 + 3 * n);
  return size;
};

export interface JpegOptions {
  readonly width: number;
  readonly height: number;
  readonly isProgressive?: boolean;
  readonly components?: 1 | 3 | 4;
  readonly scans?: number;
  /** Sizes of further frame headers. */
  readonly more?: readonly { readonly width: number; readonly height: number }[];
}

/** Every scan decodes to zeros: its only code has one bit, for the end of a block. */
export function jpegOf({
  width,
  height,
  isProgressive = false,
  components = 3,
  scans = 1,
  more = [],
}: JpegOptions): Buffer {
  const marker = isProgressive ? 0xc2 : 0xc0;
  const table = (id: number) => segment(0xc4, Buffer.from([id, 1, ...Array(15).fill(0), 0]));
  const scan = (at: number) => {
    const isDc = !isProgressive || at === 0;
    const ids = isDc ? Array.from({ length: components }, (_, n) => n + 1) : [1 + (at % components)];
    const range = isProgressive ? (isDc ? [0, 0, 0x00] : [1, 63, 0x00]) : [0, 63, 0];
    const header = segment(0xda, Buffer.from([ids.length, ...ids.flatMap((id) => [id, 0]), ...range]));
    return Buffer.concat([header, Buffer.alloc(64)]);
  };
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, Buffer.concat([Buffer.from([0]), Buffer.alloc(64, 1)])),
    segment(marker, frameHeader(width, height, components)),
    ...more.map((size) => segment(marker, frameHeader(size.width, size.height, components))),
    table(0x00),
    table(0x10),
    ...Array.from({ length: scans }, (_, at) => scan(at)),
    Buffer.from([0xff, 0xd9]),
  ]);
}

/** Files that declare more pixels than an image may have, by the place of the declaration. */
export function oversizedImages(): Record<string, Buffer> {
  const small = { width: 100, height: 100 };
  const huge = { width: 20_000, height: 20_000 };
  const webp = { width: 16_384, height: 16_384 };
  return {
    'gif-screen': gifOf({ width: 65_535, height: 65_535 }, [small]),
    'gif-first-frame': gifOf(small, [huge]),
    'gif-second-frame': gifOf(small, [small, huge]),
    'gif-frame-outside-the-screen': gifOf(small, [{ left: 65_000, top: 65_000, ...small }]),
    'png-header': pngOf(huge),
    'apng-second-frame': apngOf(small, [small, huge]),
    'apng-frame-outside-the-canvas': apngOf(small, [small, { left: 65_000, top: 65_000, ...small }]),
    'webp-canvas': animatedWebpOf({ width: 16_777_216, height: 256 }, [small]),
    'webp-frame': animatedWebpOf(small, [webp]),
    'webp-image-in-a-small-frame': animatedWebpOf(small, [small, { ...small, coded: webp }]),
    'webp-image-on-a-small-canvas': extendedWebpOf(small, webp.width, webp.height),
    'webp-lossless': webpOf(webp.width, webp.height),
    'webp-lossy': webpOf(16_383, 16_383, 'VP8 '),
    'jpeg-frame-header': jpegOf({ width: 65_500, height: 65_500 }),
    'jpeg-second-frame-header': jpegOf({ ...small, more: [{ width: 65_500, height: 65_500 }] }),
  };
}

/** Files of small images that unpack to half a gigabyte, or have very many frames or scans. */
export function packedImages(): Record<string, Buffer> {
  const small = { width: 100, height: 100 };
  const repeated = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);
  const unpacked = 512 * 1024 * 1024;
  return {
    'gif-100000-frames': gifOf(small, repeated(100_000, { width: 1, height: 1, pixels: 1 })),
    'png-text': pngOf({ ...small, before: [packedChunk('zTXt', unpacked)] }),
    'png-color-profile': pngOf({ ...small, before: [packedChunk('iCCP', unpacked)] }),
    'png-data': pngOf({ ...small, unpacked }),
    'apng-10000-frames': apngOf(small, repeated(10_000, { width: 1, height: 1, unpacked: 5 })),
    'webp-50000-frames': animatedWebpOf(small, repeated(50_000, small)),
    'jpeg-10000-scans': jpegOf({ ...small, isProgressive: true, scans: 10_000 }),
  };
}

/** Images of the largest allowed size, in the variants of their formats that take the most memory. */
export function largestImages(): Record<string, Buffer> {
  const size = { width: 7071, height: 7071 };
  return {
    gif: gifOf(size, [{ ...size, pixels: 7_000_000 }]),
    png: pngOf({ ...size, unpacked: 7071 * (7071 * 4 + 1) }),
    'png-16-bits': pngOf({ ...size, bits: 16, unpacked: 7071 * (7071 * 8 + 1) }),
    'png-16-bits-interlaced': pngOf({ ...size, bits: 16, isInterlaced: true, unpacked: 2 ** 28 }),
    'webp-lossless': webpOf(size.width, size.height),
    'webp-animated': animatedWebpOf(size, [size, size]),
    jpeg: jpegOf(size),
    'jpeg-progressive': jpegOf({ ...size, isProgressive: true, components: 4 }),
    'jpeg-progressive-10000-scans': jpegOf({ ...size, isProgressive: true, components: 4, scans: 10_000 }),
  };
}
