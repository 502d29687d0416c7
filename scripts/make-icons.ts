/**
 * Draws the icons of the installed app from the mark in favicon.svg: `node scripts/make-icons.ts`
 * writes apps/web/public/icons. Run it when the mark changes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const PUBLIC = join(import.meta.dirname, '../apps/web/public');
const GROUND = '#0a1215';

const favicon = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8');
const strokes = favicon.match(/<path [^>]+>/g)?.join('') ?? '';

/** @param share how much of the side the mark's square takes */
async function draw(size: number, { share, ground, ink }: { share: number; ground?: string; ink: string }) {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  if (ground) {
    context.fillStyle = ground;
    context.fillRect(0, 0, size, size);
  }
  const side = size * share;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 32 32" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round">${strokes}</svg>`;
  context.drawImage(await loadImage(Buffer.from(svg)), (size - side) / 2, (size - side) / 2);
  return canvas.encode('png');
}

const INK = '#3fd3d2';
/** A platform may cut all but the middle four fifths away (W3C, maskable icons). */
const MASKABLE = { share: 0.74, ground: GROUND, ink: INK };
const WHOLE = { share: 1, ground: GROUND, ink: INK };

await mkdir(join(PUBLIC, 'icons'), { recursive: true });
for (const [name, size, look] of [
  ['icon-192', 192, WHOLE],
  ['icon-512', 512, WHOLE],
  ['maskable-192', 192, MASKABLE],
  ['maskable-512', 512, MASKABLE],
  ['apple-touch-icon', 180, MASKABLE],
  // Android shows its shape alone, in a colour of its own.
  ['badge-96', 96, { share: 1, ink: '#ffffff' }],
] as const) {
  await writeFile(join(PUBLIC, 'icons', `${name}.png`), await draw(size, look));
}
