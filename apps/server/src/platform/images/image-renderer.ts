/** Renders uploaded images one at a time, each in its own process. */
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { EMOTE_ANIMATION, IMAGE_MAX_PIXELS, IMAGE_MAX_SIDE } from '@tributary/contracts/shared';
import { type ProcessLimits, readable, spawnRestricted } from '#media/restricted-process.ts';
import { NetworkUsage } from '../network/network-usage.ts';
import { animationFormat, probeImage } from './image-probe.ts';
import { imageErrors } from './images.errors.ts';

export interface ImageTarget {
  readonly width: number;
  readonly height: number;
  /** Whether an image with another aspect ratio is cropped, or gets transparent edges. */
  readonly fit: 'cover' | 'contain';
}

export interface ImageRenderer {
  /**
   * @param owner the account that uploads the image
   * @returns a WebP of exactly that size
   * @throws AppError `image_unreadable`, `image_too_large`, `images_busy`
   */
  render(bytes: Buffer, target: ImageTarget, owner?: string): Promise<Buffer>;
  /**
   * @param owner the account that uploads the image
   * @returns an animated WebP of exactly that size; null if the image is not animated, or exceeds EMOTE_ANIMATION
   * @throws AppError `image_unreadable`, `images_busy`
   */
  animate(bytes: Buffer, size: Pick<ImageTarget, 'width' | 'height'>, owner?: string): Promise<Buffer | null>;
  /** Kills a running process; callers that wait get `image_unreadable`. Idempotent. */
  close(): void;
}

const FOLDER = new URL('.', import.meta.url);
const WORKERS = {
  image: {
    file: fileURLToPath(new URL('./image-worker.ts', import.meta.url)),
    reads: readable(FOLDER, '@napi-rs/canvas'),
  },
  animation: {
    file: fileURLToPath(new URL('./animation-worker.ts', import.meta.url)),
    reads: readable(FOLDER, 'node-av/lib'),
  },
};

/**
 * The limits allow half a gigabyte more than Node maps: lossless WebP takes eight bytes a pixel, and other formats take
 * four.
 */
const MEMORY = { dataKib: 1152 * 1024, heapMib: 128 };
/** Keeps the allocator of the canvas from reserving another gigabyte, which would count as used. */
const ENVIRONMENT = { MIMALLOC_ARENA_EAGER_COMMIT: '0' };

/**
 * The number of images that wait or are rendered, in total and for each account, so that no account can block the
 * others. Since the largest ones take half a gigabyte, only one is rendered at a time.
 */
const MAX_WAITING = { total: 16, perNetwork: 4 };
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

/** @param timeoutMs the time after which a decoder that hangs is killed */
export function createImageRenderer(timeoutMs = 15_000): ImageRenderer {
  const limits: ProcessLimits = { ...MEMORY, cpuSeconds: Math.ceil(timeoutMs / 1000) };
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  const waiting = new NetworkUsage(MAX_WAITING);

  /** @returns the output of the worker; empty if it failed */
  async function run(worker: keyof typeof WORKERS, bytes: Buffer, args: readonly string[]): Promise<Buffer> {
    const { file, reads } = WORKERS[worker];
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]);
    const child = spawnRestricted(file, limits, { args, reads, signal, env: ENVIRONMENT });
    const closed = once(child, 'close').catch(() => [null]);
    // The process could not be started, for example because no file descriptors are left.
    if (child.pid === undefined) throw imageErrors.images_busy({ retryAfterSeconds: 10 });
    // A child that exits early closes its input; its exit code is reported below.
    child.stdin.on('error', () => {});
    child.stdin.end(bytes);
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_OUTPUT_BYTES) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    const [code] = await closed;
    return code === 0 ? Buffer.concat(chunks) : Buffer.alloc(0);
  }

  async function queue(
    worker: keyof typeof WORKERS,
    bytes: Buffer,
    args: readonly string[],
    owner: string | undefined,
  ): Promise<Buffer> {
    if (!waiting.admits(owner ?? null)) throw imageErrors.images_busy({ retryAfterSeconds: 10 });
    const release = waiting.add(owner ?? null);
    const rendered = last.catch(() => {}).then(() => run(worker, bytes, args));
    last = rendered;
    return await rendered.finally(release);
  }

  return {
    async render(bytes, target, owner) {
      const header = probeImage(bytes);
      if (!header) throw imageErrors.image_unreadable();
      const { width, height } = header;
      if (width * height > IMAGE_MAX_PIXELS || Math.max(width, height) > IMAGE_MAX_SIDE) {
        throw imageErrors.image_too_large();
      }
      const image = await queue('image', bytes, [`${target.width}`, `${target.height}`, target.fit], owner);
      if (image.length === 0) throw imageErrors.image_unreadable();
      return image;
    },
    async animate(bytes, size, owner) {
      const header = probeImage(bytes);
      const format = header && animationFormat(bytes, header);
      if (!format || header.width * header.height > EMOTE_ANIMATION.maxPixels) return null;
      const { maxPixels, maxFrames, maxMs } = EMOTE_ANIMATION;
      const args = [format, ...[size.width, size.height, maxPixels, maxFrames, maxMs].map(String)];
      const animation = await queue('animation', bytes, args, owner);
      return animation.length > 0 && animation.length <= EMOTE_ANIMATION.maxBytes ? animation : null;
    },
    close: () => closing.abort(),
  };
}
