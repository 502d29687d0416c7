/** Formats minor units as `12.50` or `-12.50`, from digits to avoid floating point. */
export function toDecimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
