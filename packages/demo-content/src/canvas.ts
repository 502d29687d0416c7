import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { fade, H, TAU, W } from './drawing.ts';

type Fill = SKRSContext2D['fillStyle'];

/** A canvas context that draws in scene units, with the shapes that scenes are made of. */
export type Ctx = ReturnType<typeof withShapes>;

/** An image drawn once and used many times. */
export interface Sprite {
  readonly width: number;
  readonly height: number;
  /** Draws it at (x, y), its top left corner, scaled and with an opacity. */
  draw(ctx: SKRSContext2D, x: number, y: number, scale?: number, alpha?: number): void;
}

/** @param scale pixels per scene unit */
export function openCanvas(width: number, height: number, scale: number): { canvas: Canvas; ctx: Ctx } {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.scale(scale, scale);
  return { canvas, ctx: withShapes(ctx, scale) };
}

/** @param width, height in scene units */
export function createSprite(
  width: number,
  height: number,
  scale: number,
  paint: (ctx: Ctx) => void,
): Sprite {
  const { canvas, ctx: own } = openCanvas(Math.ceil(width * scale), Math.ceil(height * scale), scale);
  paint(own);
  return {
    width,
    height,
    draw(ctx, x, y, size = 1, alpha = 1) {
      if (alpha <= 0) return;
      const before = ctx.globalAlpha;
      ctx.globalAlpha = before * Math.min(1, alpha);
      ctx.drawImage(canvas, x, y, width * size, height * size);
      ctx.globalAlpha = before;
    },
  };
}

/** Discs of light by color and scale. */
const glows = new Map<string, Sprite>();

function glowOf(color: string, scale: number): Sprite {
  const key = `${color} ${scale}`;
  const glow =
    glows.get(key) ??
    createSprite(128, 128, scale, (ctx) => {
      const light = ctx.createRadialGradient(64, 64, 0, 64, 64, 64);
      const strengths = [1, 0.72, 0.34, 0.11, 0.03, 0];
      for (const [index, stop] of [0, 0.15, 0.35, 0.6, 0.8, 1].entries())
        light.addColorStop(stop, fade(color, strengths[index] ?? 0));
      ctx.block(0, 0, 128, 128, light);
    });
  glows.set(key, glow);
  return glow;
}

/** Adds the shapes. Those that take a fill set it; without one they keep the current fill style. */
function withShapes(ctx: SKRSContext2D, scale: number) {
  const fillWith = (fill?: Fill): void => {
    if (fill) ctx.fillStyle = fill;
    ctx.fill();
  };
  const trace = (points: readonly number[]): void => {
    ctx.beginPath();
    ctx.moveTo(points[0] ?? 0, points[1] ?? 0);
    for (let i = 2; i < points.length; i += 2) ctx.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  };
  /** @param points x and y of each corner, one after the other */
  const polygon = (points: readonly number[], fill?: Fill): void => {
    trace(points);
    fillWith(fill);
  };
  /** Sets the color and the width of strokes. */
  const pen = (color: Fill, width: number): void => {
    ctx.strokeStyle = color;
    ctx.lineWidth = width;
  };
  /** An even gradient through the colors, from top to bottom or along the given line. */
  const gradient = (colors: readonly string[], y0 = 0, y1 = H, x0 = 0, x1 = 0) => {
    const fill = ctx.createLinearGradient(x0, y0, x1, y1);
    for (const [index, color] of colors.entries()) fill.addColorStop(index / (colors.length - 1), color);
    return fill;
  };
  /** A filled rectangle. */
  const block = (x: number, y: number, w: number, h: number, fill: Fill): void => {
    ctx.fillStyle = fill;
    ctx.fillRect(x, y, w, h);
  };

  return Object.assign(ctx, {
    pen,
    gradient,
    block,
    polygon,

    /** Fills the scene with an even gradient from top to bottom. */
    backdrop: (colors: readonly string[]): void => block(0, 0, W, H, gradient(colors)),

    disc(x: number, y: number, radius: number, fill?: Fill): void {
      ctx.beginPath();
      ctx.arc(x, y, Math.max(0, radius), 0, TAU);
      fillWith(fill);
    },

    /** A filled ellipse. @param rotation in radians */
    oval(x: number, y: number, rx: number, ry: number, fill?: Fill, rotation = 0): void {
      ctx.beginPath();
      ctx.ellipse(x, y, rx, ry, rotation, 0, TAU);
      fillWith(fill);
    },

    /** A filled rectangle with rounded corners. */
    box(x: number, y: number, w: number, h: number, radius: number, fill?: Fill): void {
      ctx.beginPath();
      ctx.roundRect(x, y, w, h, radius);
      fillWith(fill);
    },

    /** A stroke through points. @param points x and y of each, one after the other */
    line(points: readonly number[], color?: Fill, width?: number): void {
      trace(points);
      if (color && width) pen(color, width);
      ctx.stroke();
    },

    /** A stroke along a circle. */
    ring(x: number, y: number, radius: number, from = 0, to = TAU): void {
      ctx.beginPath();
      ctx.arc(x, y, radius, from, to);
      ctx.stroke();
    },

    /** @param path SVG path data */
    shape(path: string, fill?: Fill): void {
      if (fill) ctx.fillStyle = fill;
      ctx.fill(new Path2D(path));
    },

    /** @param path SVG path data */
    curve: (path: string): void => ctx.stroke(new Path2D(path)),

    /** A soft disc of light. */
    glow(color: string, x: number, y: number, radius: number, alpha = 1): void {
      glowOf(color, scale).draw(ctx, x - radius, y - radius, radius / 64, alpha);
    },

    label(
      text: string,
      x: number,
      y: number,
      font: string,
      fill: string,
      align: 'left' | 'center' | 'right' = 'left',
    ): void {
      ctx.font = font;
      ctx.textAlign = align;
      ctx.fillStyle = fill;
      ctx.fillText(text, x, y);
    },

    /** Hills across the width, filled to the bottom edge, whose outline repeats after `period` units. */
    hills(
      offset: number,
      base: number,
      height: number,
      period: number,
      waves: readonly number[],
      fill: string,
    ): void {
      const outline = [-4, H + 4];
      for (let x = -4; x <= W + 4; x += 4) {
        let y = 0;
        for (const [index, wave] of waves.entries())
          y += Math.sin(((x + offset) / period) * TAU * wave + index * 1.7) / (index + 1);
        outline.push(x, base - y * height);
      }
      polygon([...outline, W + 4, H + 4], fill);
    },
  });
}
