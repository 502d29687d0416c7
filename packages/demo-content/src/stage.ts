import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Canvas, GlobalFonts } from '@napi-rs/canvas';
import { type Ctx, createSprite, openCanvas, type Sprite } from './canvas.ts';
import { H, W } from './drawing.ts';

export interface Stage {
  /** Length of the loop in seconds. */
  readonly seconds: number;
  /** Draws a sprite of the given size in scene units. */
  sprite(width: number, height: number, paint: (ctx: Ctx) => void): Sprite;
}

/** Draws the whole stage at the time `t` (0 to `seconds`). */
export type Draw = (ctx: Ctx, t: number) => void;

export interface Scene {
  /** Length of the loop. Eight seconds are drawn twice as fast as sixteen, and their sound is as long as two rounds. */
  readonly seconds: 8 | 16 | 32;
  /** Darkness of the vignette, 0 to 1. Default: no vignette. */
  readonly vignette?: number;
  /** Draws sprites. Called in the worker process. */
  readonly prepare: (stage: Stage) => Draw;
}

/** @param pixelWidth width of the output in pixels */
export function prepareScene(scene: Scene, pixelWidth: number): Draw {
  const stage: Stage = { seconds: scene.seconds, sprite: createSpriteOf(pixelWidth) };
  const draw = scene.prepare(stage);
  if (scene.vignette === undefined) return draw;
  const shade = vignette(stage, scene.vignette);
  return (ctx, t) => {
    draw(ctx, t);
    shade.draw(ctx, 0, 0);
  };
}

/** @param pixelWidth width of the whole scene in pixels */
export const createSpriteOf =
  (pixelWidth: number): Stage['sprite'] =>
  (width, height, paint) =>
    createSprite(width, height, pixelWidth / W, paint);

/** A canvas of the whole scene. */
export function createPage(pixelWidth: number): { canvas: Canvas; ctx: Ctx } {
  return openCanvas(pixelWidth, Math.round((pixelWidth * H) / W), pixelWidth / W);
}

/** Darkens the corners. */
export function vignette(stage: Stage, strength: number): Sprite {
  return stage.sprite(W, H, (ctx) => {
    const shade = ctx.createRadialGradient(W / 2, H / 2, H * 0.45, W / 2, H / 2, W * 0.62);
    shade.addColorStop(0, 'rgba(0,0,0,0)');
    shade.addColorStop(1, `rgba(0,0,0,${strength})`);
    ctx.block(0, 0, W, H, shade);
  });
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
