/** Finds the encoders of GPUs that work on this machine, each in a process of its own. */
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readable, spawnRestricted } from '../restricted-process.ts';
import { HARDWARE_LIMITS } from './hardware-limits.ts';

/** Opening a GPU takes a second or two. */
const PROBE_MS = 15_000;

/** The best first. */
const CANDIDATES = ['nvenc', 'qsv', 'vaapi'] as const;

export interface ProbeOptions {
  /** Tests pass a program that misbehaves, and a shorter time. */
  readonly file?: string;
  readonly probeMs?: number;
}

/** The names of encoders that work, the best first. None is found where there is no GPU: x264 needs none. */
export async function probeEncoders(options: ProbeOptions = {}): Promise<readonly string[]> {
  const results = await Promise.all(CANDIDATES.map((name) => works(name, options)));
  return CANDIDATES.filter((_, i) => results[i]);
}

async function works(name: string, { file, probeMs = PROBE_MS }: ProbeOptions): Promise<boolean> {
  const program = file ?? fileURLToPath(new URL('./worker/probe-worker.ts', import.meta.url));
  const reads = readable(new URL('../', import.meta.url), 'node-av/lib');
  const signal = AbortSignal.timeout(probeMs);
  const child = spawnRestricted(program, HARDWARE_LIMITS, { args: [name], reads, signal });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end();
  try {
    return (await text(child.stdout)) === 'works';
  } catch {
    return false;
  }
}
