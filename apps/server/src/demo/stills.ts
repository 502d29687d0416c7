/** The demo's pictures: drawn once in a process of their own, kept, and served. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENT_VERSION } from './content/library.ts';
import type { DemoLog } from './index.ts';

export interface Stills {
  /** Draws what is missing, giving way to all else; call it once the first channel is on the air. */
  draw(): void;
  /** @param file as in the URL; null: there is none, or not yet */
  read(file: string): Promise<Uint8Array | null>;
  close(): void;
}

const WORKER = fileURLToPath(new URL('./content/stills-worker.ts', import.meta.url));
const FILE = /^[a-z]+-(?:banner|\d)\.webp$/;

/** @param dataDir the instance's; the demo keeps to `demo/` in it */
export function openStills(dataDir: string, log: DemoLog): Stills {
  const directory = join(dataDir, 'demo', 'pictures', `v${CONTENT_VERSION}`);
  let child: ChildProcess | null = null;
  let closed = false;
  return {
    draw() {
      if (closed || child) return;
      child = fork(WORKER, [directory]);
      child.on('error', (err) => log.warn({ err }, 'The demo’s pictures could not be drawn'));
      child.on('exit', (code) => {
        if (!closed && code !== 0) log.warn({ code }, 'The demo’s pictures could not all be drawn');
      });
    },
    async read(file) {
      if (!FILE.test(file)) return null;
      return readFile(join(directory, file)).catch(() => null);
    },
    close() {
      closed = true;
      child?.kill();
    },
  };
}
