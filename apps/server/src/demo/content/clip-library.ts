import { type ChildProcess, fork } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SceneName } from '@tributary/demo-content/scenes';
import { type Clip, readClip } from './clip.ts';

/** Increase it with every change of the scenes, the sound or the file format: clips of other versions are rendered again. */
export const CONTENT_VERSION = 5;

export interface WorkerTask {
  readonly name: SceneName;
  readonly path: string;
  /** The first channel, which a visitor may be waiting for. */
  readonly urgent: boolean;
}

export interface WorkerReply {
  readonly name: SceneName;
  readonly failure: { readonly code: string | null; readonly message: string } | null;
}

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

export interface ClipLibraryOptions {
  /** Where clips are stored. */
  readonly directory: string;
  /** In the order in which to render them. */
  readonly names: readonly SceneName[];
  readonly log: Log;
  /** Rendering waits while disk space is low. */
  readonly diskSpace: { readonly isLow: boolean; whenFree(signal: AbortSignal): Promise<void> };
  /** The worker's program; tests pass one that misbehaves. */
  readonly worker?: string;
  /** Called once for each clip as it becomes ready. */
  onReady(name: SceneName, clip: Clip): void;
}

export interface ClipLibrary {
  /** Resolves when every clip is ready or given up; never rejects. */
  readonly finished: Promise<void>;
  /** Stops rendering. Unfinished clips are rendered on the next start. */
  close(): Promise<void>;
}

const RENDERER = fileURLToPath(new URL('./clip-worker.ts', import.meta.url));

/** A clip is given up when its worker has died this often. */
const MAX_DEATHS = 2;

/**
 * Opens stored clips and renders the others in a child process: one, since a renderer takes up to 350 MB
 * and encodes in a second thread. Resolves when the first rendering has started; never rejects.
 */
export async function openClipLibrary(options: ClipLibraryOptions): Promise<ClipLibrary> {
  const { log, diskSpace } = options;
  const directory = join(options.directory, `v${CONTENT_VERSION}`);
  const deaths = new Map<SceneName, number>();
  const queue: SceneName[] = [];
  let child: ChildProcess | null = null;
  const closing = new AbortController();
  let closed = false;
  let diskFull = false;

  const pathOf = (name: SceneName): string => join(directory, `${name}.clip`);

  /** @returns false if the clip is missing or damaged */
  async function open(name: SceneName): Promise<boolean> {
    try {
      const clip = readClip(await readFile(pathOf(name)));
      if (!closed) options.onReady(name, clip);
      return true;
    } catch {
      return false;
    }
  }

  async function removeOldVersions(): Promise<void> {
    const entries = await readdir(options.directory).catch(() => []);
    await Promise.all(
      entries
        .filter((entry) => /^v\d+$/.test(entry) && entry !== `v${CONTENT_VERSION}`)
        .map((entry) => rm(join(options.directory, entry), { recursive: true, force: true })),
    );
  }

  /** Runs a worker that takes scenes from the queue until it is empty. Resolves when it has exited. */
  async function runWorker(): Promise<void> {
    const worker = fork(options.worker ?? RENDERER, [], { serialization: 'json' });
    child = worker;
    let current: SceneName | undefined;
    const next = () => {
      current = closed || diskSpace.isLow ? undefined : queue.shift();
      if (current && worker.connected)
        worker.send({
          name: current,
          path: pathOf(current),
          urgent: current === options.names[0],
        } satisfies WorkerTask);
      else worker.kill('SIGKILL');
    };
    worker.on('message', async (reply: WorkerReply) => {
      current = undefined;
      if (reply.failure) giveUp(reply.name, reply.failure.code, reply.failure.message);
      else if (!(await open(reply.name))) giveUp(reply.name, null, 'its file is missing or damaged');
      next();
    });
    worker.on('error', (err) =>
      log.warn({ err }, 'Could not start or message the worker that renders demo channels'),
    );
    const gone = new Promise<void>((resolve) =>
      worker.once('exit', () => resolve()).once('error', () => resolve()),
    );
    next();
    await gone;
    child = null;
    if (!current || closed) return;
    const count = (deaths.get(current) ?? 0) + 1;
    deaths.set(current, count);
    if (count < MAX_DEATHS) queue.unshift(current);
    else giveUp(current, null, `its worker exited ${MAX_DEATHS} times`);
  }

  function giveUp(name: SceneName, code: string | null, reason: string): void {
    if (closed) return;
    if (diskFull) return;
    if (code === 'ENOSPC') {
      diskFull = true;
      // The next one would fail too.
      queue.length = 0;
      log.warn(
        { directory },
        'The disk is full, so the remaining demo channels stay offline. Free some space and restart',
      );
    } else log.warn({ scene: name, reason }, 'Could not render a demo channel; it stays offline');
  }

  async function render(): Promise<void> {
    log.info({ channels: queue.length }, 'Rendering the demo channels in the background; this happens once');
    while (queue.length > 0 && !closed) {
      if (diskSpace.isLow) await diskSpace.whenFree(closing.signal).catch(() => undefined);
      else await runWorker();
    }
    if (!closed) log.info({}, 'All demo channels are rendered');
  }

  const fail = (err: unknown) => log.warn({ err }, 'Could not prepare the demo channels');
  let finished = Promise.resolve();
  try {
    await removeOldVersions();
    for (const name of options.names) if (!(await open(name))) queue.push(name);
    if (queue.length > 0) finished = render().catch(fail);
  } catch (err) {
    fail(err);
  }
  return {
    finished,
    async close() {
      closed = true;
      closing.abort();
      queue.length = 0;
      child?.kill('SIGKILL');
      await finished;
    },
  };
}
