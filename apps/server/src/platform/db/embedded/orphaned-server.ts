/** Stops a server that outlived its instance (kill -9, a crash) before a new one starts. */
import { execFileSync } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '../../process/process-identity.ts';

export interface PidFile {
  readonly pid: number;
  readonly port: number;
  /** Whether the server accepts connections. */
  readonly ready: boolean;
}

/** postmaster.pid (PostgreSQL, src/include/utils/pidfile.h): line 1 is the process id, 4 the port, 8 the state. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => null);
  const lines = text?.split('\n') ?? [];
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return Number.isInteger(pid) && pid > 1 ? { pid, port, ready: lines[7]?.trim() === 'ready' } : null;
}

export async function stopOrphanedServer(cluster: string): Promise<void> {
  const found = await readPidFile(cluster);
  if (!found || !isAlive(found.pid)) return;
  if (!(await isServerOf(found.pid, cluster))) {
    // Another program has the process id now, and the server would refuse to start because of it.
    await rm(join(cluster, 'postmaster.pid'), { force: true });
    return;
  }
  // Fast shutdown, then an immediate one, which needs recovery but loses no data (PostgreSQL 18, section 18.5).
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    signalQuietly(found.pid, signal);
    for (let waitedMs = 0; waitedMs < 10_000; waitedMs += 25) {
      if (!isAlive(found.pid)) return;
      await delay(25);
    }
  }
}

async function isServerOf(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === 'linux') {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    return cwd === (await realpath(cluster));
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster);
  } catch {
    return false;
  }
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // The process has exited.
  }
}
