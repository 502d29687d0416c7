/** Describes the machine, without which figures cannot be compared. */
import { readFileSync } from 'node:fs';
import os from 'node:os';
import { isPinningAvailable } from './proc.ts';

export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly kernel: string;
  readonly node: string;
  /** Whether processes can be pinned to cores. */
  readonly pinned: boolean;
  /** One-minute load average at the start. Above a few tenths, other programs are using the cores. */
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
  // Some ARM kernels name the model only here.
  return /^Hardware\s*:\s*(.+)$/m.exec(readFileSync('/proc/cpuinfo', 'utf8'))?.[1] ?? os.arch();
}
