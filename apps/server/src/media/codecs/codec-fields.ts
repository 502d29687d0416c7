import { invalid } from './format-error.ts';

/** The largest width or height that any level of the supported codecs allows. */
const MAX_SIDE = 16_384;

/**
 * Returns the size of a frame.
 * @throws MediaFormatError if no codec allows it
 */
export function checkedFrameSize(
  width: number,
  height: number,
  what: string,
): { width: number; height: number } {
  if (!(width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE)) {
    throw invalid(`${what} has a frame size of ${width} x ${height}; 1 to ${MAX_SIDE} are allowed.`);
  }
  return { width, height };
}

/** Returns the claimed frames per second, or null if the claim is not plausible. */
export function plausibleFrameRate(rate: number): number | null {
  return rate >= 1 && rate <= 1000 ? Math.round(rate * 1000) / 1000 : null;
}

/** Two hexadecimal digits, as in the codec strings of RFC 6381. */
export function hexByte(value: number): string {
  return value.toString(16).padStart(2, '0');
}

/** Two decimal digits, as in the codec strings of AV1 and VP9. */
export function twoDigits(value: number): string {
  return value.toString().padStart(2, '0');
}
