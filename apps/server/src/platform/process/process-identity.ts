/** A process id is used again sooner or later; with the moment of its start it names one process for good. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether it runs; one that has ended and that nobody has collected yet (a zombie) does not. */
export function isAlive(pid: number): boolean {
  if (process.platform === 'linux') {
    const state = linuxStat(pid)?.[0];
    return state !== undefined && state !== 'Z' && state !== 'X';
  }
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Equal for one process as long as it lives, different for every other; null where there is none. */
export function processIdentity(pid: number): string | null {
  if (!isAlive(pid)) return null;
  if (process.platform === 'linux') {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}/${pid}/${linuxStat(pid)?.[19]}`;
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}

/** proc(5): from field 3 (state) on, field 22 (starttime) at 19; the name before it may hold spaces and brackets. */
function linuxStat(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}
