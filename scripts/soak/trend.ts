/** Whether a measured value has stopped growing. */

export interface Reading {
  readonly atMs: number;
  readonly value: number;
}

export interface Trend {
  readonly first: number;
  readonly last: number;
  /** The slope of the second half, by least squares. */
  readonly perHour: number;
  /** Whether the second half grows by no more than the tolerance. */
  readonly isFlat: boolean;
}

/** Growth over the second half that counts as none, as a share of its mean. */
const TOLERANCE = 0.05;

/** The lowest value of each period: what remains after garbage collections, and between streams. */
export function lowestOfEach(readings: readonly Reading[], periodMs: number): Reading[] {
  const [start] = readings;
  if (start === undefined) return [];
  const lowest = new Map<number, Reading>();
  for (const reading of readings) {
    const period = Math.floor((reading.atMs - start.atMs) / periodMs);
    const found = lowest.get(period);
    if (found === undefined || reading.value < found.value) lowest.set(period, reading);
  }
  return [...lowest.values()];
}

/** @param slack growth in units of the value that counts as none, for small numbers */
export function trendOf(readings: readonly Reading[], slack: number): Trend {
  const half = readings.slice(Math.floor(readings.length / 2));
  const meanAt = half.reduce((sum, { atMs }) => sum + atMs, 0) / half.length;
  const mean = half.reduce((sum, { value }) => sum + value, 0) / half.length;
  const spread = half.reduce((sum, { atMs }) => sum + (atMs - meanAt) ** 2, 0);
  const slope =
    half.reduce((sum, { atMs, value }) => sum + (atMs - meanAt) * (value - mean), 0) / (spread || 1);
  const lastedMs = (half.at(-1)?.atMs ?? 0) - (half[0]?.atMs ?? 0);
  return {
    first: readings[0]?.value ?? 0,
    last: readings.at(-1)?.value ?? 0,
    perHour: slope * 3_600_000,
    isFlat: slope * lastedMs <= Math.max(slack, TOLERANCE * mean),
  };
}
