/** Renders a scene's banner, the poster of its events and the thumbnails of its past streams. */
import { createCanvas } from '@napi-rs/canvas';
import { SCENES, type SceneName } from '@tributary/demo-content/scenes';
import { createPage, loadFonts, prepareScene } from '@tributary/demo-content/stage';

/** The size of uploaded banners. */
const BANNER = { width: 1600, height: 400 };
const POSTER = { width: 1280, height: 720 };
const STILL = { width: 640, height: 360 };
const QUALITY = 82;

/** Moments of the loop with different colors, so that past streams look different. */
const VARIATIONS = [
  { part: 0.18, filter: 'none' },
  { part: 0.52, filter: 'hue-rotate(-12deg) saturate(0.9)' },
  { part: 0.86, filter: 'hue-rotate(14deg) brightness(0.92)' },
];

/** Takes about two seconds of CPU time; run it in a child process. @returns files by name, without the scene's name */
export function renderStills(name: SceneName): ReadonlyMap<string, Uint8Array> {
  loadFonts();
  return new Map([
    ['poster.webp', still(name, POSTER, { part: 0.68, filter: 'none' })],
    ['banner.webp', banner(name)],
    ...VARIATIONS.map((variation, index): [string, Uint8Array] => [
      `${index + 1}.webp`,
      still(name, STILL, variation),
    ]),
  ]);
}

function banner(name: SceneName): Uint8Array {
  const page = drawScene(name, BANNER.width, 0.3);
  const canvas = createCanvas(BANNER.width, BANNER.height);
  canvas.getContext('2d').drawImage(page, 0, (BANNER.height - page.height) / 2);
  return canvas.encodeSync('webp', QUALITY);
}

function still(
  name: SceneName,
  { width, height }: typeof STILL,
  { part, filter }: (typeof VARIATIONS)[number],
): Uint8Array {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.filter = filter;
  ctx.drawImage(drawScene(name, width, part), 0, 0);
  return canvas.encodeSync('webp', QUALITY);
}

function drawScene(name: SceneName, width: number, part: number) {
  const { canvas, ctx } = createPage(width);
  const scene = SCENES[name];
  prepareScene(scene, width)(ctx, scene.seconds * part);
  return canvas;
}
