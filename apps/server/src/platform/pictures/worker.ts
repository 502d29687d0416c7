/**
 * A process of its own for one picture: bytes on standard input, a WebP of the size that the arguments
 * name on standard output. Decoders are large and fed by strangers; what breaks here breaks nobody else.
 * Orientation from EXIF is applied, and what else the file says besides its picture stays behind.
 */
import { buffer } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const QUALITY = 84;

const [width = 0, height = 0] = process.argv.slice(2).map(Number);
const picture = await loadImage(await buffer(process.stdin));
const canvas = createCanvas(width, height);
const context = canvas.getContext('2d');
context.imageSmoothingEnabled = true;
context.imageSmoothingQuality = 'high';
// The middle, as large as it goes.
const scale = Math.max(width / picture.width, height / picture.height);
const [w, h] = [picture.width * scale, picture.height * scale];
context.drawImage(picture, (width - w) / 2, (height - h) / 2, w, h);
process.stdout.write(await canvas.encode('webp', QUALITY));
