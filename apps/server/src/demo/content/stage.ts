import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';

export type Ctx = SKRSContext2D;

/** Scenes are drawn in these units, independent of the size in pixels. */
export const W = 640;
export const H = 360;

/** An image drawn once and used many times. */
export interface Sprite {
  readonly width: number;
  readonly height: number;
  /** Draws it at (x, y), its top left corner, scaled and with an opacity. */
  draw(ctx: Ctx, x: number, y: number, scale?: number, alpha?: number): void;
}

export interface Stage {
  /** Length of the loop in seconds. */
  readonly seconds: number;
  /** Draws a sprite of the given size in scene units. */
  sprite(width: number, height: number, paint: (ctx: Ctx) => void): Sprite;
  /** A soft disc of light with a radius of 64. */
  glow(ctx: Ctx, color: string, x: number, y: number, radius: number, alpha?: number): void;
}

/** Draws the whole stage at the time `t` (0 to `seconds`). */
export type Draw = (ctx: Ctx, t: number) => void;

export interface Scene {
  readonly seconds: 16 | 32;
  /** Darkness of the vignette, 0 to 1. Default: no vignette. */
  readonly vignette?: number;
  /** Draws sprites. Called in the worker process. */
  readonly prepare: (stage: Stage) => Draw;
}

/** @param pixelWidth width of the output in pixels */
export function prepareScene(scene: Scene, pixelWidth: number): Draw {
  const stage = createStage(scene.seconds, pixelWidth / W);
  const draw = scene.prepare(stage);
  if (scene.vignette === undefined) return draw;
  const shade = vignette(stage, scene.vignette);
  return (ctx, t) => {
    draw(ctx, t);
    shade.draw(ctx, 0, 0);
  };
}

function createStage(seconds: number, scale: number): Stage {
  const glows = new Map<string, Sprite>();
  const sprite = (width: number, height: number, paint: (ctx: Ctx) => void): Sprite => {
    const canvas = createCanvas(Math.ceil(width * scale), Math.ceil(height * scale));
    const context = canvas.getContext('2d');
    context.scale(scale, scale);
    paint(context);
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
  };
  return {
    seconds,
    sprite,
    glow(ctx, color, x, y, radius, alpha = 1) {
      let disc = glows.get(color);
      if (!disc) {
        disc = sprite(128, 128, (c) => {
          const light = c.createRadialGradient(64, 64, 0, 64, 64, 64);
          for (const [stop, strength] of [
            [0, 1],
            [0.15, 0.72],
            [0.35, 0.34],
            [0.6, 0.11],
            [0.8, 0.03],
            [1, 0],
          ] as const)
            light.addColorStop(stop, fade(color, strength));
          c.fillStyle = light;
          c.fillRect(0, 0, 128, 128);
        });
        glows.set(color, disc);
      }
      disc.draw(ctx, x - radius, y - radius, radius / 64, alpha);
    },
  };
}

/** A canvas whose context draws in scene units. */
export function createPage(pixelWidth: number): { canvas: Canvas; ctx: Ctx } {
  const canvas = createCanvas(pixelWidth, Math.round((pixelWidth * H) / W));
  const ctx = canvas.getContext('2d');
  ctx.scale(pixelWidth / W, pixelWidth / W);
  return { canvas, ctx };
}

const FONTS = {
  Inter: '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  Bricolage: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-wght-normal.woff2',
  Greek: '@fontsource-variable/inter/files/inter-greek-wght-normal.woff2',
  Mono: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
} as const;

/** Registers the scenes' fonts; once per process. */
export function loadFonts(): void {
  const require = createRequire(import.meta.url);
  for (const [family, file] of Object.entries(FONTS)) {
    if (!GlobalFonts.has(family)) GlobalFonts.register(readFileSync(require.resolve(file)), family);
  }
}

export const TAU = Math.PI * 2;
export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));
export const lerp = (a: number, b: number, k: number): number => a + (b - a) * k;
export const smooth = (k: number): number => clamp(k) ** 2 * (3 - 2 * clamp(k));
/** Smoothstep: 0 before `from`, 1 after `to`. */
export const ramp = (x: number, from: number, to: number): number => smooth((x - from) / (to - from));
export const wrap = (x: number, period: number): number => ((x % period) + period) % period;

/** Pseudo-random numbers from 0 to 1, the same on every run. */
export function random(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function channels(hex: string): [number, number, number] {
  const value = Number.parseInt(hex.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

/** Mixes two colors given as #rrggbb. */
export function mix(a: string, b: string, k: number): string {
  const [from, to] = [channels(a), channels(b)];
  const part = (i: 0 | 1 | 2) => Math.round(lerp(from[i], to[i], clamp(k)));
  return `#${((part(0) << 16) | (part(1) << 8) | part(2)).toString(16).padStart(6, '0')}`;
}

/** #rrggbb with an opacity. */
export function fade(hex: string, alpha: number): string {
  return `rgba(${channels(hex).join(',')},${alpha})`;
}

/** An even gradient through the colors, from top to bottom or along the given line. */
export function gradient(ctx: Ctx, colors: readonly string[], y0 = 0, y1 = H, x0 = 0, x1 = 0) {
  const fill = ctx.createLinearGradient(x0, y0, x1, y1);
  for (const [index, color] of colors.entries()) fill.addColorStop(index / (colors.length - 1), color);
  return fill;
}

export function backdrop(ctx: Ctx, colors: readonly string[]): void {
  ctx.fillStyle = gradient(ctx, colors);
  ctx.fillRect(0, 0, W, H);
}

type Fill = Ctx['fillStyle'];

export function disc(ctx: Ctx, x: number, y: number, radius: number, fill?: string): void {
  ctx.beginPath();
  ctx.arc(x, y, Math.max(0, radius), 0, TAU);
  if (fill) ctx.fillStyle = fill;
  ctx.fill();
}

/** A filled ellipse. @param rotation in radians */
export function ellipse(ctx: Ctx, x: number, y: number, rx: number, ry: number, rotation = 0): void {
  ctx.beginPath();
  ctx.ellipse(x, y, rx, ry, rotation, 0, TAU);
  ctx.fill();
}

export function box(
  ctx: Ctx,
  x: number,
  y: number,
  w: number,
  h: number,
  radius: number,
  fill?: string,
): void {
  ctx.beginPath();
  ctx.roundRect(x, y, w, h, radius);
  if (fill) ctx.fillStyle = fill;
  ctx.fill();
}

export function rect(ctx: Ctx, x: number, y: number, w: number, h: number, fill: Fill): void {
  ctx.fillStyle = fill;
  ctx.fillRect(x, y, w, h);
}

/** Sets the color and the width of strokes. */
export function pen(ctx: Ctx, color: Fill, width: number): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
}

export function path(ctx: Ctx, points: readonly (readonly [number, number])[], close = false): void {
  ctx.beginPath();
  for (const [index, [x, y]] of points.entries()) index === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y);
  if (close) ctx.closePath();
}

export function label(
  ctx: Ctx,
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
}

/** Hills across the width, filled to the bottom edge, whose outline repeats after `period` units. */
export function hills(
  ctx: Ctx,
  offset: number,
  base: number,
  height: number,
  period: number,
  waves: readonly number[],
  fill: string,
): void {
  ctx.beginPath();
  ctx.moveTo(-4, H + 4);
  for (let x = -4; x <= W + 4; x += 4) {
    let y = 0;
    for (const [index, wave] of waves.entries())
      y += Math.sin(((x + offset) / period) * TAU * wave + index * 1.7) / (index + 1);
    ctx.lineTo(x, base - y * height);
  }
  ctx.lineTo(W + 4, H + 4);
  ctx.closePath();
  ctx.fillStyle = fill;
  ctx.fill();
}

/** Darkens the corners. */
export function vignette(stage: Stage, strength: number): Sprite {
  return stage.sprite(W, H, (ctx) => {
    const shade = ctx.createRadialGradient(W / 2, H / 2, H * 0.45, W / 2, H / 2, W * 0.62);
    shade.addColorStop(0, 'rgba(0,0,0,0)');
    shade.addColorStop(1, `rgba(0,0,0,${strength})`);
    ctx.fillStyle = shade;
    ctx.fillRect(0, 0, W, H);
  });
}
