/**
 * Lays connections out around the viewer, the server above. Their distance from the middle tells the round trip. Their
 * directions tell nothing, since no peer knows where another one is.
 */
import type { Connection } from './connections.ts';

export const MAP = { width: 320, height: 232, centerX: 160, centerY: 116 } as const;
/** The radius of the viewer's own circle, and that of the others. */
export const OWN_RADIUS = 22;
export const RADIUS = 11;

const RADIUS_X = 128;
const RADIUS_Y = 86;
/** The longest round trips of the inner rings, and the distances of all rings, as parts of the whole. */
const RINGS = [
  { untilMs: 20, distance: 0.62 },
  { untilMs: 80, distance: 0.81 },
] as const;
const MAX_WIDTH = 6;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** @param isMirrored begins to the left of the server, for pages that are read from the right */
export function placesOf(connections: readonly Connection[], isMirrored: boolean): Point[] {
  return connections.map(({ roundTripMs }, index) => {
    const angle = (2 * Math.PI * index) / connections.length;
    const distance = RINGS.find(({ untilMs }) => (roundTripMs ?? Infinity) <= untilMs)?.distance ?? 1;
    const side = isMirrored ? -1 : 1;
    return {
      x: MAP.centerX + side * RADIUS_X * distance * Math.sin(angle),
      y: MAP.centerY - RADIUS_Y * distance * Math.cos(angle),
    };
  });
}

/** The width of an arrow, which grows by a pixel each time that the rate doubles from 50 kbps on; 0 where nothing flows. */
export function widthOf(kbps: number): number {
  return kbps < 1 ? 0 : Math.min(MAX_WIDTH, 1 + Math.log2(Math.max(1, kbps / 50)));
}

interface Arrow {
  readonly from: Point;
  readonly to: Point;
  /** The corners of its head. */
  readonly head: readonly Point[];
}

/** An arrow between two circles, beside the line between their middles so that both directions have room. */
export function arrowOf(
  start: { readonly at: Point; readonly radius: number },
  end: { readonly at: Point; readonly radius: number },
  width: number,
): Arrow {
  const [dx, dy] = [end.at.x - start.at.x, end.at.y - start.at.y];
  const length = Math.hypot(dx, dy);
  const [ux, uy] = [dx / length, dy / length];
  // The arrow is drawn to the right of the line, so that both directions have a lane.
  const aside = width / 2 + 1;
  const at = ({ x, y }: Point, along: number, across: number): Point => ({
    x: x + ux * along - uy * across,
    y: y + uy * along + ux * across,
  });
  const size = width + 4;
  const tip = -(end.radius + 2);
  return {
    from: at(start.at, start.radius + 2, aside),
    to: at(end.at, tip - size, aside),
    head: [
      at(end.at, tip, aside),
      at(end.at, tip - size, aside + size / 2),
      at(end.at, tip - size, aside - size / 2),
    ],
  };
}
