import { drawClock } from './clock.ts';

/** A moving test pattern, painted into one YUV 4:2:0 frame. */
export interface TestPattern {
  /** The three planes one after another, rows without padding. */
  readonly bytes: Buffer;
  /** Paints frame `index`: scrolling noise over a gradient, under a clock unless `clockMs` is null. */
  paint(index: number, clockMs: number | null): void;
}

/**
 * A test pattern that is cheap to paint (two copies a row) and expensive to encode: its noise makes an
 * encoder reach the configured bitrate, as a camera does.
 */
export function createTestPattern(width: number, height: number): TestPattern {
  if (width % 2 || height % 2)
    throw new RangeError(`A 4:2:0 frame needs an even width and height, not ${width}x${height}`);
  const luma = width * height;
  const bytes = Buffer.alloc((luma * 3) / 2);
  const planes = {
    y: bytes.subarray(0, luma),
    u: bytes.subarray(luma, luma + luma / 4),
    v: bytes.subarray(luma + luma / 4),
  };
  const scenery = {
    y: paintPlane(width, height, (x, y, grain) => 60 + 110 * y + 30 * Math.sin(x * 12.566) + grain * 24),
    u: paintPlane(width / 2, height / 2, (x, y) => 150 - 40 * y + 12 * Math.sin(x * 6.283)),
    v: paintPlane(width / 2, height / 2, (x, y) => 90 + 60 * y + 12 * Math.cos(x * 6.283)),
  };

  return {
    bytes,
    paint(index, clockMs) {
      const offset = (index * 4) % width;
      scroll(planes.y, scenery.y, width, offset);
      scroll(planes.u, scenery.u, width / 2, offset / 2);
      scroll(planes.v, scenery.v, width / 2, offset / 2);
      if (clockMs !== null) drawClock(clockMs, planes, width, height);
    },
  };
}

type Shade = (x: number, y: number, grain: number) => number;

/** Evaluates `shade` at every pixel. x and y run from 0 to 1; grain is reproducible noise from -0.5 to 0.5. */
function paintPlane(width: number, height: number, shade: Shade): Uint8Array {
  const plane = new Uint8Array(width * height);
  let seed = 0x2545f491;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      plane[y * width + x] = Math.max(16, Math.min(235, shade(x / width, y / height, seed / 2 ** 32 - 0.5)));
    }
  }
  return plane;
}

function scroll(into: Uint8Array, from: Uint8Array, width: number, offset: number): void {
  for (let row = 0; row < into.length; row += width) {
    into.set(from.subarray(row + offset, row + width), row);
    into.set(from.subarray(row, row + offset), row + width - offset);
  }
}
