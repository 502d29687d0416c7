/** What the figures were measured on; a figure without it says nothing. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { isPinningAvailable } from './proc.ts';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  /** Whether each process could be given a core of its own. */
  readonly pinned: boolean;
  /** One-minute load average as the bench began: above a few tenths somebody else is using the cores. */
  readonly loadAverage: number;
}

export function describeMachine(): Machine {
  return {
    cpu: cpuModel(),
    cores: os.availableParallelism(),
    memoryGb: Math.round(os.totalmem() / 1e9),
    kernel: `${os.type()} ${os.release()}`,
    node: process.version,
    pinned: isPinningAvailable(),
    loadAverage: os.loadavg()[0] ?? 0,
  };
}

function cpuModel(): string {
  const model = os.cpus()[0]?.model.trim();
  if (model !== undefined && model !== '' && model !== 'unknown') return model;
  // Some ARM kernels name the part only here.
  return /^Hardware\s*:\s*(.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? os.arch();
}
