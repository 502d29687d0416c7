/** Child processes of a bench: pinned to a core, measured by /proc, and terminated with the bench. */
import { type ChildProcess, execFileSync, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const CLOCK_TICKS_PER_SECOND = 100;

/** The core of the measured server. */
export const SERVER_CORE = 0;
/** The core of the load generators. */
export const LOAD_CORE = Math.max(0, os.availableParallelism() - 1);

/** The path of an executable in PATH or the sbin directories, or null. */
export function findExecutable(name: string): string | null {
  const directories = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/sbin'];
  for (const directory of directories) {
    const candidate = path.join(directory, name);
    try {
      execFileSync('test', ['-x', candidate]);
      return candidate;
    } catch {}
  }
  return null;
}

const taskset = findExecutable('taskset');

export function isPinningAvailable(): boolean {
  return taskset !== null && os.availableParallelism() > 1;
}

/** One core, or all of them. */
export type Core = number | 'any';

/** `command`, started by taskset where there is one. */
export function pinnedCommand(core: Core, command: readonly string[]): [string, string[]] {
  const [file = '', ...rest] = command;
  return taskset === null || core === 'any' ? [file, rest] : [taskset, ['-c', String(core), file, ...rest]];
}

/** A module of the bench in a child process. */
export interface Worker extends AsyncDisposable {
  readonly pid: number;
  /** Sends a message and resolves with the module's reply. */
  ask<Reply>(message: unknown): Promise<Reply>;
}

/**
 * Starts `module` on `core`. It must reply to every message in order (`serveParent`).
 * Asking it rejects once its process has exited.
 */
export async function startWorker(
  module: URL,
  core: Core,
  options: { nodeArguments?: readonly string[]; quiet?: boolean } = {},
): Promise<Worker> {
  const [execPath, execArgv] = pinnedCommand(core, [process.execPath, ...(options.nodeArguments ?? [])]);
  const stdout = options.quiet === true ? 'ignore' : 'inherit';
  const child = fork(module, { execPath, execArgv, stdio: ['ignore', stdout, 'inherit', 'ipc'] });
  const { pid } = child;
  if (pid === undefined) throw new Error(`${module.pathname} could not be started`);
  const died = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`${path.basename(module.pathname)} exited with ${signal ?? `status ${code}`}`);
  });
  died.catch(() => undefined);
  return {
    pid,
    async ask<Reply>(message: unknown): Promise<Reply> {
      const reply = once(child, 'message');
      child.send(message as never);
      const [answer] = await Promise.race([reply, died]);
      return answer as Reply;
    },
    [Symbol.asyncDispose]: () => stopChild(child),
  };
}

/** Replies to each message of the process that started this one with `startWorker`. */
export function serveParent<Message, Reply>(answer: (message: Message) => Promise<Reply> | Reply): void {
  process.on('message', async (message: Message) => {
    process.send?.((await answer(message)) ?? null);
  });
  process.on('disconnect', () => process.exit());
}

/** Starts a program on `core`, with its stderr passed through. */
export function startProgram(core: Core, command: readonly string[]): { pid: number } & AsyncDisposable {
  const [file, args] = pinnedCommand(core, command);
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (child.pid === undefined) throw new Error(`${file} could not be started`);
  return { pid: child.pid, [Symbol.asyncDispose]: () => stopChild(child) };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

/** The CPU time that a process has used, user and system, in seconds. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in parentheses may contain spaces; utime and stime are fields 14 and 15.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / CLOCK_TICKS_PER_SECOND;
}

/** The resident memory of a process in bytes. */
export function residentBytes(pid: number): number {
  return 1024 * Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
}
