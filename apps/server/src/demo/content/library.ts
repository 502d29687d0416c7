import { type ChildProcess, fork } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Clip, readClip } from './clip.ts';
import type { SceneName } from './scenes/index.ts';

/** Raised with every change of the scenes, the sound or the file format: clips of another version are made anew. */
export const CONTENT_VERSION = 1;

export interface WorkerTask {
  readonly name: SceneName;
  readonly path: string;
  /** No channel is on the air yet: somebody may be waiting for this one. */
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
  /** Where clips are kept between starts. */
  readonly directory: string;
  /** In the order in which they are wanted. */
  readonly names: readonly SceneName[];
  readonly log: Log;
  /** Of the disk; where it is low nothing is made until it is not. */
  readonly room: { readonly isLow: boolean; whenFree(signal: AbortSignal): Promise<void> };
  /** The program that renders; tests give one that misbehaves. */
  readonly worker?: string;
  /** A clip can be played. Called once for each name that works out, in order of readiness. */
  onReady(name: SceneName, clip: Clip): void;
}

export interface ClipLibrary {
  /** Settles when every clip is ready or given up; never rejects. */
  readonly finished: Promise<void>;
  /** Stops rendering; what is half made is made again on the next start. */
  close(): Promise<void>;
}

const RENDERER = fileURLToPath(new URL('./worker.ts', import.meta.url));

/** A clip is given up when the process that renders it has died this often. */
const MAX_DEATHS = 2;

/**
 * Opens the clips that are kept and renders the others, in processes of their own. Resolves when
 * the first of those has begun; never rejects.
 */
export async function openClipLibrary(options: ClipLibraryOptions): Promise<ClipLibrary> {
  const { log, room } = options;
  const directory = join(options.directory, `v${CONTENT_VERSION}`);
  const children = new Set<ChildProcess>();
  const deaths = new Map<SceneName, number>();
  const queue: SceneName[] = [];
  /** The first rendering has come to an end, whichever. */
  const firstReply = Promise.withResolvers<void>();
  const closing = new AbortController();
  let closed = false;
  let diskFull = false;

  const pathOf = (name: SceneName): string => join(directory, `${name}.clip`);

  /** @returns whether the clip is there and whole */
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

  /** One process that takes scenes from the queue until it is empty. Resolves when it is gone. */
  async function runWorker(): Promise<void> {
    const child = fork(options.worker ?? RENDERER, [], { serialization: 'json' });
    children.add(child);
    let current: SceneName | undefined;
    const next = () => {
      current = closed || room.isLow ? undefined : queue.shift();
      if (current && child.connected)
        child.send({
          name: current,
          path: pathOf(current),
          urgent: current === options.names[0],
        } satisfies WorkerTask);
      else child.kill('SIGKILL');
    };
    child.on('message', async (reply: WorkerReply) => {
      current = undefined;
      firstReply.resolve();
      if (reply.failure) giveUp(reply.name, reply.failure.code, reply.failure.message);
      else if (!(await open(reply.name))) giveUp(reply.name, null, 'its file cannot be read back');
      next();
    });
    child.on('error', (err) => log.warn({ err }, 'The process that renders the demo channels failed'));
    const gone = new Promise<void>((resolve) =>
      child.once('exit', () => resolve()).once('error', () => resolve()),
    );
    next();
    await gone;
    firstReply.resolve();
    children.delete(child);
    if (!current || closed) return;
    const count = (deaths.get(current) ?? 0) + 1;
    deaths.set(current, count);
    if (count < MAX_DEATHS) queue.unshift(current);
    else giveUp(current, null, 'the process that renders it keeps dying');
  }

  function giveUp(name: SceneName, code: string | null, reason: string): void {
    if (closed) return;
    if (diskFull) return;
    if (code === 'ENOSPC') {
      diskFull = true;
      // The next one would fail as well.
      queue.length = 0;
      log.warn(
        { directory },
        'The disk is full: the remaining demo channels stay off. Free some space and start again',
      );
    } else log.warn({ scene: name, reason }, 'A demo channel could not be made; it stays off');
  }

  async function waitForRoom(): Promise<void> {
    // Nobody is kept waiting for a first channel that has to wait itself.
    firstReply.resolve();
    await room.whenFree(closing.signal).catch(() => undefined);
  }

  async function render(): Promise<void> {
    log.info({ channels: queue.length }, 'Rendering the demo channels in the background; this happens once');
    const work = async () => {
      while (queue.length > 0 && !closed) {
        if (room.isLow) await waitForRoom();
        else await runWorker();
      }
    };
    const workers = Math.min(2, availableParallelism(), queue.length);
    const first = work();
    // Somebody waits for the first channel: while it is made, the other core is the server's, which starts.
    if (queue.length > 0) await firstReply.promise;
    await Promise.all([first, ...Array.from({ length: workers - 1 }, work)]);
    if (!closed) log.info({}, 'The demo channels are rendered');
  }

  const fail = (err: unknown) => log.warn({ err }, 'The demo channels could not be prepared');
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
      for (const child of children) child.kill('SIGKILL');
      await finished;
    },
  };
}
