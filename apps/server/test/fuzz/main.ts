/**
 * Fuzzes the parsers that read what encoders send, the probe of uploaded images, and then the properties of features.
 *
 *   npm run fuzz -- [--count 1000000] [--seed 1] [--histories 1000]
 *   npm run fuzz -- --target avcc                                     one parser
 *   npm run fuzz -- --seed 1 --target avcc --index 42                 one input again
 *   npm run fuzz -- --property FILE [--histories 20000] [--seed 1]    the properties of one file, or of `all`
 *   npm run fuzz -- ... --background                                  with the lowest priority
 *
 * Seed, target and index determine an input. A failing input is saved to failures/ beside this file,
 * and the exit status is 1. Properties take a random seed, and one that fails prints how to repeat it.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { fuzzInput, type Plan, planOf } from './plan.ts';
import { fuzzProperties } from './properties.ts';
import { survives } from './targets.ts';

const PROGRESS_EVERY = 2048;
/** An input that takes longer is reported as an endless loop. */
const STUCK_MS = 20_000;
const MAX_GROWTH_BYTES = 512 * 1024 * 1024;

interface Failure {
  readonly target: string;
  readonly index: number;
  readonly message: string;
}

interface Settings {
  readonly seed: number;
  readonly count: number;
  readonly target: string | null;
  readonly index: number | null;
  /** The worker writes its current target and step here. */
  readonly at: Int32Array;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

if (isMainThread) watch();
else await work(workerData);

function watch(): void {
  const { values } = parseArgs({
    options: {
      count: { type: 'string', default: '1000000' },
      seed: { type: 'string' },
      target: { type: 'string' },
      index: { type: 'string' },
      histories: { type: 'string', default: '1000' },
      property: { type: 'string' },
      title: { type: 'string' },
      path: { type: 'string' },
      background: { type: 'boolean', default: false },
    },
  });
  // Processes that are started from here inherit it.
  if (values.background) setPriority(constants.priority.PRIORITY_LOW);
  const properties = async () => {
    const failed = await fuzzProperties({
      count: Number(values.histories),
      file: values.property === 'all' ? null : (values.property ?? null),
      seed: values.seed === undefined ? null : Number(values.seed),
      path: values.path ?? null,
      title: values.title ?? null,
    });
    if (failed > 0) process.exitCode = 1;
  };
  if (values.property !== undefined) return void properties();
  const at = new Int32Array(new SharedArrayBuffer(8));
  const settings: Settings = {
    seed: Number(values.seed ?? 1),
    count: Number(values.count),
    target: values.target ?? null,
    index: values.index === undefined ? null : Number(values.index),
    at,
  };
  const plan = planOf(settings.target, settings.count);
  const worker = new Worker(new URL(import.meta.url), { workerData: settings });
  const begin = performance.now();
  let last = -1;
  let lastMoveMs = begin;
  const guard = setInterval(() => {
    const now = performance.now();
    const position = Atomics.load(at, 0) + Atomics.load(at, 1) * 31;
    if (position !== last) {
      last = position;
      lastMoveMs = now;
    } else if (now - lastMoveMs > STUCK_MS) {
      const target = plan[Atomics.load(at, 0)]?.target.name ?? '';
      keep(settings.seed, { target, index: Atomics.load(at, 1), message: 'It never ends.' });
      process.exit(1);
    }
  }, 1000);
  let failed = 0;
  worker.on('message', (message: Failure | { done: number }) => {
    if ('done' in message) {
      clearInterval(guard);
      const seconds = (performance.now() - begin) / 1000;
      const rate = Math.round(message.done / seconds);
      print(
        `${message.done} inputs in ${seconds.toFixed(1)} s, ${rate} a second, seed ${settings.seed}: ${failed} failed`,
      );
      process.exitCode = failed === 0 ? 0 : 1;
      if (settings.target === null) void properties();
      return;
    }
    failed += 1;
    keep(settings.seed, message);
  });
  worker.on('error', (error) => {
    print(`The worker died: ${error.message}`);
    process.exit(1);
  });
}

function keep(seed: number, { target, index, message }: Failure): void {
  const folder = new URL('failures/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  const file = fileURLToPath(new URL(`${target}-${seed}-${index}.bin`, folder));
  const found = planOf(target, 1)[0]?.target;
  if (found !== undefined) writeFileSync(file, fuzzInput(found, seed, index));
  print(`FAILED ${target} --seed ${seed} --index ${index}: ${message}\n  kept in ${file}`);
}

async function work(settings: Settings): Promise<void> {
  const plan: Plan = planOf(settings.target, settings.count);
  const before = process.memoryUsage().rss;
  let done = 0;
  for (const [number, { target, count }] of plan.entries()) {
    Atomics.store(settings.at, 0, number);
    const from = settings.index ?? 0;
    const to = settings.index === null ? count : from + 1;
    const begin = performance.now();
    for (let index = from; index < to; index++) {
      Atomics.store(settings.at, 1, index);
      try {
        await survives(target, fuzzInput(target, settings.seed, index));
      } catch (error) {
        const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
        parentPort?.postMessage({ target: target.name, index, message } satisfies Failure);
      }
      if (index % PROGRESS_EVERY === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    done += to - from;
    const growth = process.memoryUsage().rss - before;
    if (growth > MAX_GROWTH_BYTES) {
      parentPort?.postMessage({
        target: target.name,
        index: to - 1,
        message: `Memory grew by ${growth} bytes.`,
      } satisfies Failure);
    }
    const rate = Math.round(((to - from) / (performance.now() - begin)) * 1000);
    print(`${target.name.padEnd(10)} ${String(to - from).padStart(8)} inputs  ${String(rate).padStart(8)}/s`);
  }
  parentPort?.postMessage({ done });
}
