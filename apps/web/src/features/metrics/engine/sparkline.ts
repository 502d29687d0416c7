/** A point of a trend: how high, or nothing where nothing was measured. */
export type Height = number | null;

/**
 * The lines of a sparkline in a box of 100 by 100, one for each stretch without a gap, as the points of
 * polylines; a stretch of one point is a short dash.
 * @param top what the box's upper edge stands for
 */
export function sparkline(heights: readonly Height[], top: number): string[] {
  const step = 100 / Math.max(1, heights.length - 1);
  const lines: string[][] = [];
  heights.forEach((height, index) => {
    if (height === null) return;
    const point = `${round(index * step)},${round(100 - (Math.min(height, top) / top) * 100)}`;
    const goesOn = index > 0 && heights[index - 1] !== null;
    const line = lines.at(-1);
    if (goesOn && line) line.push(point);
    else lines.push([point]);
  });
  return lines.map((points) => (points.length === 1 ? dash(points[0] ?? '') : points.join(' ')));
}

function dash(point: string): string {
  const [x = 0, y = 0] = point.split(',').map(Number);
  return `${Math.max(0, x - 1)},${y} ${Math.min(100, x + 1)},${y}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
