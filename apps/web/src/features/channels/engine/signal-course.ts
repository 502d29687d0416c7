import { SIGNAL_COURSE_SECONDS, type SignalPoint } from '@tributary/contracts';

/** The course with one more point, and without what has grown too old; a point that it has changes nothing. */
export function appendPoint(points: SignalPoint[], point: SignalPoint): SignalPoint[] {
  const last = points.at(-1);
  if (last && last.at >= point.at) return points;
  const oldest = new Date(Date.parse(point.at) - SIGNAL_COURSE_SECONDS * 1000).toISOString();
  return [...points.filter(({ at }) => at > oldest), point];
}

export type SignalFigure = Exclude<keyof SignalPoint, 'at'>;

/** The least and the most that was measured; null where nothing was. */
export function rangeOf(points: readonly SignalPoint[], figure: SignalFigure): [number, number] | null {
  const values = points.flatMap((point) => point[figure] ?? []);
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}
