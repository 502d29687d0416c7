/**
 * A process that renders one image: it reads bytes from standard input, and writes a WebP of the size and fit that the
 * arguments name to standard output. Decoders are large and their input is untrusted, so a crash ends only this
 * process. It applies the EXIF orientation, centers the image, and drops all metadata.
 */
import { constants, setPriority } from 'node:os';
import { buffer } from 'node:stream/consumers';
import { createCanvas, loadImage } from '@napi-rs/canvas';

const QUALITY = 84;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const [width = 0, height = 0] = process.argv.slice(2, 4).map(Number);
const isCropped = process.argv[4] === 'cover';
const image = await loadImage(await buffer(process.stdin));
const canvas = createCanvas(width, height);
const context = canvas.getContext('2d');
context.imageSmoothingEnabled = true;
context.imageSmoothingQuality = 'high';
const scales = [width / image.width, height / image.height];
const scale = isCropped ? Math.max(...scales) : Math.min(...scales);
const [w, h] = [image.width * scale, image.height * scale];
context.drawImage(image, (width - w) / 2, (height - h) / 2, w, h);
process.stdout.write(await canvas.encode('webp', QUALITY));
