/**
 * Renders the icons of the installed app from the logo in favicon.svg to apps/web/public/icons.
 * Run `node scripts/make-icons.ts` when the logo changes.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const PUBLIC = join(import.meta.dirname, '../apps/web/public');
const BACKGROUND = '#0a1215';

const favicon = await readFile(join(PUBLIC, 'favicon.svg'), 'utf8');
const strokes = favicon.match(/<path [^>]+>/g)?.join('') ?? '';

/** @param share the logo's share of the icon's width */
async function render(
  size: number,
  { share, background, ink }: { share: number; background?: string; ink: string },
) {
  const canvas = createCanvas(size, size);
  const context = canvas.getContext('2d');
  if (background) {
    context.fillStyle = background;
    context.fillRect(0, 0, size, size);
  }
  const side = size * share;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 32 32" fill="none" stroke="${ink}" stroke-width="3" stroke-linecap="round">${strokes}</svg>`;
  context.drawImage(await loadImage(Buffer.from(svg)), (size - side) / 2, (size - side) / 2);
  return canvas.encode('png');
}

const INK = '#3fd3d2';
/** Platforms may crop a maskable icon to a circle of 80% of its width (W3C, Web App Manifest). */
const MASKABLE = { share: 0.74, background: BACKGROUND, ink: INK };
const FULL_SIZE = { share: 1, background: BACKGROUND, ink: INK };

await mkdir(join(PUBLIC, 'icons'), { recursive: true });
for (const [name, size, look] of [
  ['icon-192', 192, FULL_SIZE],
  ['icon-512', 512, FULL_SIZE],
  ['maskable-192', 192, MASKABLE],
  ['maskable-512', 512, MASKABLE],
  ['apple-touch-icon', 180, MASKABLE],
  // Android only uses its alpha channel.
  ['badge-96', 96, { share: 1, ink: '#ffffff' }],
] as const) {
  await writeFile(join(PUBLIC, 'icons', `${name}.png`), await render(size, look));
}
