/** Pictures that people send become pictures of ours: one at a time, each in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { PICTURE_MAX_PIXELS } from '@tributary/contracts';

import { picturesErrors } from './pictures.errors.ts';
import { probePicture } from './probe.ts';

export interface PictureRenderer {
  /**
   * @returns WebP of exactly that size
   * @throws AppError `picture_unreadable`, `picture_too_large`, `pictures_busy`
   */
  render(bytes: Buffer, size: { readonly width: number; readonly height: number }): Promise<Buffer>;
  /** Ends what runs; whoever waits gets `picture_unreadable`. Idempotent. */
  close(): void;
}

const WORKER = fileURLToPath(new URL('worker.ts', import.meta.url));

/** The largest picture at four bytes a pixel takes 200 MB to decode: never two at once. */
const MAX_WAITING = 16;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
const MAX_SIDE = 16_384;

/** @param timeoutMs after which a decoder has lost its way */
export function createPictureRenderer(timeoutMs = 15_000): PictureRenderer {
  const closing = new AbortController();
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;

  async function run(bytes: Buffer, size: { width: number; height: number }): Promise<Buffer> {
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=128', WORKER, `${size.width}`, `${size.height}`],
      {
        stdio: ['pipe', 'pipe', 'ignore'],
        // Nothing of the instance's settings is its to know.
        env: {},
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
        killSignal: 'SIGKILL',
      },
    );
    const closed = once(child, 'close').catch(() => [null]);
    // The system could not start it: it has no file descriptors left, say.
    if (child.pid === undefined) throw picturesErrors.pictures_busy({ retryAfterSeconds: 10 });
    // A child that dies early takes no more input; its exit says enough.
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
    if (code !== 0 || length === 0) throw picturesErrors.picture_unreadable();
    return Buffer.concat(chunks);
  }

  return {
    async render(bytes, size) {
      const facts = probePicture(bytes);
      if (!facts) throw picturesErrors.picture_unreadable();
      const { width, height } = facts;
      if (width * height > PICTURE_MAX_PIXELS || Math.max(width, height) > MAX_SIDE) {
        throw picturesErrors.picture_too_large();
      }
      if (waiting >= MAX_WAITING) throw picturesErrors.pictures_busy({ retryAfterSeconds: 10 });
      waiting++;
      const mine = last.catch(() => {}).then(() => run(bytes, size));
      last = mine;
      return await mine.finally(() => {
        waiting--;
      });
    },
    close: () => closing.abort(),
  };
}
