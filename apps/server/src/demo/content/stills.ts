/** Pictures of a scene: a banner for its channel, and what streams of the past show. */
import { createCanvas } from '@napi-rs/canvas';
import { SCENES, type SceneName } from './scenes/index.ts';
import { createPage, loadFonts, prepareScene } from './stage.ts';

/** As wide and as high as uploaded banners become. */
const BANNER = { width: 1600, height: 400 };
const STILL = { width: 640, height: 360 };
const QUALITY = 82;

/** Moments of the loop, each in a light of its own: no two evenings look the same. */
const EVENINGS = [
  { part: 0.18, filter: 'none' },
  { part: 0.52, filter: 'hue-rotate(-12deg) saturate(0.9)' },
  { part: 0.86, filter: 'hue-rotate(14deg) brightness(0.92)' },
];

/** File names without the scene's, and what is in them. Takes a second of a core: for a process of its own. */
export function renderStills(name: SceneName): ReadonlyMap<string, Uint8Array> {
  loadFonts();
  return new Map([
    ['banner.webp', banner(name)],
    ...EVENINGS.map(({ part, filter }, index): [string, Uint8Array] => [
      `${index + 1}.webp`,
      evening(name, part, filter),
    ]),
  ]);
}

function banner(name: SceneName): Uint8Array {
  const page = moment(name, BANNER.width, 0.3);
  const canvas = createCanvas(BANNER.width, BANNER.height);
  canvas.getContext('2d').drawImage(page, 0, (BANNER.height - page.height) / 2);
  return canvas.encodeSync('webp', QUALITY);
}

function evening(name: SceneName, part: number, filter: string): Uint8Array {
  const canvas = createCanvas(STILL.width, STILL.height);
  const ctx = canvas.getContext('2d');
  ctx.filter = filter;
  ctx.drawImage(moment(name, STILL.width, part), 0, 0);
  return canvas.encodeSync('webp', QUALITY);
}

function moment(name: SceneName, width: number, part: number) {
  const { canvas, ctx } = createPage(width);
  const scene = SCENES[name];
  prepareScene(scene, width)(ctx, scene.seconds * part);
  return canvas;
}
