import type { RetentionPoint } from '@tributary/contracts/analytics';

interface MinuteCounts {
  readonly minute: number;
  readonly started: number;
  readonly watched: number;
}

/**
 * Each minute up to the last one that viewers watched, with those who had started by then: the others are those who left.
 * @param minutes in order
 */
export function retentionOf(minutes: readonly MinuteCounts[]): RetentionPoint[] {
  const byMinute = new Map(minutes.map((one) => [one.minute, one]));
  const last = minutes.at(-1)?.minute ?? -1;
  const points: RetentionPoint[] = [];
  let started = 0;
  for (let minute = 0; minute <= last; minute += 1) {
    const counts = byMinute.get(minute);
    started += counts?.started ?? 0;
    points.push({ minute, started, watching: Math.min(started, counts?.watched ?? 0) });
  }
  return points;
}
