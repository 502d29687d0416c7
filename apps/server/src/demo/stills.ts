/** The demo's still images: rendered once in a child process, stored and served. */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CONTENT_VERSION } from './content/clip-library.ts';
import type { DemoLog } from './index.ts';

export interface Stills {
  /** Renders missing stills at low priority. */
  draw(): void;
  /** @param file the name in the URL @returns null if there is none (yet) */
  read(file: string): Promise<Uint8Array | null>;
  close(): void;
}

const WORKER = fileURLToPath(new URL('./content/stills-worker.ts', import.meta.url));
const FILE = /^[a-z]+-(?:banner|poster|\d)\.webp$/;

/** @param dataDir the instance's data directory; the demo uses `demo/` in it */
export function openStills(dataDir: string, log: DemoLog): Stills {
  const directory = join(dataDir, 'demo', 'pictures', `v${CONTENT_VERSION}`);
  let child: ChildProcess | null = null;
  let closed = false;
  return {
    draw() {
      if (closed || child) return;
      child = fork(WORKER, [directory]);
      child.on('error', (err) => log.warn({ err }, 'Could not start rendering the demo stills'));
      child.on('exit', (code) => {
        if (!closed && code !== 0) log.warn({ code }, 'Some demo stills could not be rendered');
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
