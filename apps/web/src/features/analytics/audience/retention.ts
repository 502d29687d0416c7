import type { RetentionPoint } from '@tributary/contracts/analytics';

export interface RetentionMarker {
  readonly id: string;
  readonly positionMs: number;
  readonly label: string;
}

export interface RetentionStep {
  readonly minute: number;
  /** The share that watches, of those who had started by then. */
  readonly share: number;
  readonly watching: number;
  readonly started: number;
  /** The numbers of the markers in these minutes. */
  readonly markers: readonly number[];
}

/** More steps would be thinner than a pixel. */
const STEPS_MAX = 360;

/**
 * The steps of a chart. Of a longer stream, each is the mean of several minutes, without those before anyone watched.
 */
export function stepsOf(
  points: readonly RetentionPoint[],
  markers: readonly RetentionMarker[],
  max = STEPS_MAX,
): RetentionStep[] {
  const minutes = Math.max(1, Math.ceil(points.length / max));
  const steps: RetentionStep[] = [];
  for (let from = 0; from < points.length; from += minutes) {
    const part = points.slice(from, from + minutes).filter(({ started }) => started > 0);
    if (part.length === 0) continue;
    const mean = (of: (point: RetentionPoint) => number) =>
      part.reduce((sum, point) => sum + of(point), 0) / part.length;
    steps.push({
      minute: from,
      share: mean(({ watching, started }) => watching / started),
      watching: Math.round(mean(({ watching }) => watching)),
      started: part.at(-1)?.started ?? 0,
      markers: markers.flatMap(({ positionMs }, index) => {
        const minute = Math.floor(positionMs / 60_000);
        return minute >= from && minute < from + minutes ? index + 1 : [];
      }),
    });
  }
  return steps;
}
