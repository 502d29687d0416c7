/**
 * A machine-readable wall clock in a video frame, which tells how old a displayed frame is. It consists
 * of 44 black or white cells in the top quarter of the frame, large enough to survive strong
 * compression and scaling.
 */

/** RGBA pixels, as a canvas returns them. */
interface Pixels {
  readonly [index: number]: number;
}

/** Uses nothing from outside itself, so that its source also runs in a page (`CLOCK_SCRIPT`). */
function createClock() {
  const COLUMNS = 11;
  const ROWS = 4;
  /** The cells take this share of the frame's height, from its top edge. */
  const HEIGHT_SHARE = 0.25;
  /** Two white and two black cells for reference come first: compression changes their levels. */
  const LEAD = [1, 0, 1, 0];
  const BLACK = 16;
  const WHITE = 235;

  /** CRC-8 (polynomial 0x07) over the four bytes of the time, which detects a frame with torn rows. */
  function checksum(value: number): number {
    let crc = 0xff;
    for (let shift = 24; shift >= 0; shift -= 8) {
      crc ^= (value >>> shift) & 0xff;
      for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : (crc << 1) & 0xff;
    }
    return crc;
  }

  /** The position of cell `index` in pixels. The cells fill the band without gaps. */
  function cellAt(index: number, width: number, height: number) {
    const column = index % COLUMNS;
    const row = Math.floor(index / COLUMNS);
    const band = height * HEIGHT_SHARE;
    return {
      left: Math.round((column * width) / COLUMNS),
      right: Math.round(((column + 1) * width) / COLUMNS),
      top: Math.round((row * band) / ROWS),
      bottom: Math.round(((row + 1) * band) / ROWS),
    };
  }

  return {
    /** Draws `ms` modulo 2^32 into the 8-bit luma plane, and makes the chroma of the band gray. */
    draw(
      ms: number,
      planes: { y: Uint8Array; u: Uint8Array; v: Uint8Array },
      width: number,
      height: number,
    ): void {
      const value = (ms % 2 ** 32) >>> 0;
      const sum = checksum(value);
      const bits = [...LEAD];
      for (let bit = 31; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
      for (let bit = 7; bit >= 0; bit -= 1) bits.push((sum >>> bit) & 1);
      for (const [index, bit] of bits.entries()) {
        const { left, right, top, bottom } = cellAt(index, width, height);
        for (let y = top; y < bottom; y += 1)
          planes.y.fill(bit ? WHITE : BLACK, y * width + left, y * width + right);
      }
      const chroma = (width / 2) * Math.ceil((height * HEIGHT_SHARE) / 2);
      planes.u.fill(128, 0, chroma);
      planes.v.fill(128, 0, chroma);
    },

    /**
     * The time in a frame of any size, in milliseconds modulo 2^32, or null where there is no clock or
     * its rows are torn. The frame fills `rgba`, as after `drawImage(video, 0, 0, width, height)`.
     */
    read(rgba: Pixels, width: number, height: number): number | null {
      const level = (index: number): number => {
        const { left, right, top, bottom } = cellAt(index, width, height);
        const insetX = Math.floor((right - left) / 4);
        const insetY = Math.floor((bottom - top) / 4);
        let sum = 0;
        let count = 0;
        for (let y = top + insetY; y < bottom - insetY; y += 1) {
          for (let x = left + insetX; x < right - insetX; x += 1) {
            sum += rgba[(y * width + x) * 4 + 1] ?? 0;
            count += 1;
          }
        }
        return count ? sum / count : 0;
      };
      const white = Math.min(level(0), level(2));
      const black = Math.max(level(1), level(3));
      if (white - black < 60) return null;
      const threshold = (white + black) / 2;
      let value = 0;
      for (let bit = 0; bit < 32; bit += 1)
        value = value * 2 + (level(LEAD.length + bit) > threshold ? 1 : 0);
      let sum = 0;
      for (let bit = 32; bit < 40; bit += 1) sum = sum * 2 + (level(LEAD.length + bit) > threshold ? 1 : 0);
      return sum === checksum(value) ? value : null;
    },
  };
}

export const { draw: drawClock, read: readClock } = createClock();

/** Defines `readClock(rgba, width, height)` in a page, by `addInitScript({ content: CLOCK_SCRIPT })`. */
export const CLOCK_SCRIPT = `globalThis.readClock = (${createClock.toString()})().read;`;

/** How long ago a clock value was drawn, in milliseconds. Valid for up to 24 days. */
export function clockAge(value: number, nowMs: number): number {
  return (nowMs - value) | 0;
}
