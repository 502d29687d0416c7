/**
 * The decimal integer between two offsets of a text, or -1 where there is anything but 1 to 15
 * digits (what a number holds exactly).
 */
export function parseDecimal(text: string, from: number, to: number): number {
  const length = to - from;
  if (length < 1 || length > 15) return -1;
  let value = 0;
  for (let at = from; at < to; at++) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    value = value * 10 + digit;
  }
  return value;
}
