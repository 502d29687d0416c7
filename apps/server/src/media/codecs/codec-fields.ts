import { invalid } from './format-error.ts';

/** The largest side that any level of the carried codecs allows. */
const MAX_SIDE = 16_384;

/** Holds a picture's size against what can exist. */
export function checkedFrameSize(
  width: number,
  height: number,
  what: string,
): { width: number; height: number } {
  if (!(width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE)) {
    throw invalid(`${what} says the picture is ${width} x ${height}.`);
  }
  return { width, height };
}

/** Frames per second that a stream may claim, or null where it claims nonsense. */
export function plausibleFrameRate(rate: number): number | null {
  return rate >= 1 && rate <= 1000 ? Math.round(rate * 1000) / 1000 : null;
}

/** A number as RFC 6381 codec strings hold it: two hexadecimal digits. */
export function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}
