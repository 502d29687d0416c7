/** Programs that replace that of a transcoder. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A program that is deleted after the test. */
export async function workerOf(source: string): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tributary-transcoder-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'worker.ts');
  await writeFile(file, source);
  return file;
}

/** x264 under another name, with faults. */
export interface FakeEncoder {
  readonly name: string;
  /** The delay of each frame. */
  readonly delayMs?: number;
  /** The frame at which it throws; 0 means that it cannot be opened. */
  readonly failsAt?: number;
  /** The frame from which on it returns nothing. */
  readonly silentFrom?: number;
}

/** The real program with other encoders, the best first. */
export function encodingWorker(encoders: readonly FakeEncoder[]): Promise<string> {
  const module = (name: string) =>
    JSON.stringify(new URL(`../../../src/media/transcoder/${name}`, import.meta.url).href);
  return workerOf(`
    import { runWorker } from ${module('worker/run-worker.ts')};
    import { x264 } from ${module('codecs/video-encoders.ts')};
    const fake = ({ name, delayMs = 0, failsAt = Infinity, silentFrom = Infinity }) => ({
      name,
      open(...args) {
        if (failsAt === 0) throw new Error('There is no such device.');
        const encoder = x264.open(...args);
        let frames = 0;
        const encode = async (frame) => {
          await new Promise((resolve) => setTimeout(resolve, delayMs));
          frames += 1;
          if (frames > failsAt) throw new Error('The device is gone.');
          const packets = await encoder.encode(frame);
          if (frames <= silentFrom) return packets;
          for (const packet of packets) packet.free();
          return [];
        };
        return { ...encoder, encode, encodeSync: undefined };
      },
    });
    await runWorker(${JSON.stringify(encoders)}.map((one) => fake({ ...one })));
    process.exit();
  `);
}
