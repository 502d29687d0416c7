/** Tries the properties of features on many random histories. The suite tries the same few each time. */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

/** Histories of one process, so that progress shows and databases stay small. */
const BATCH = 1000;

export interface PropertyRuns {
  /** Histories of each property. */
  readonly count: number;
  /** Null: all that use fast-check. */
  readonly file: string | null;
  /** Of the first batch; each one after it has the next. Null: a random one for each file. */
  readonly seed: number | null;
  /** Of the one case that failed, with its test. */
  readonly path: string | null;
  readonly title: string | null;
}

interface Batch {
  readonly name: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

function batchesOf(name: string, { count, seed, path }: PropertyRuns): Batch[] {
  const first = seed ?? randomInt(2 ** 30);
  // The path leads to one case among all of its run.
  const size = path === null ? BATCH : count;
  return Array.from({ length: Math.ceil(count / size) }, (_, index) => ({
    name,
    seed: first + index,
    from: index * size,
    to: Math.min(count, (index + 1) * size),
  }));
}

/** Runs batches side by side, each with a database server of its own. @returns the number of those in which a property fails */
export async function fuzzProperties(runs: PropertyRuns): Promise<number> {
  const batches = globSync('apps/server/{src/features,test}/**/*.test.ts', { cwd: ROOT })
    .filter((name) => readFileSync(ROOT + name, 'utf8').includes("from 'fast-check'"))
    .filter((name) => runs.file === null || name === runs.file)
    .sort()
    .flatMap((name) => batchesOf(name, runs));
  if (batches.length === 0) throw new Error(`No file with properties is called ${runs.file}.`);
  let failed = 0;
  async function tryNext(): Promise<void> {
    for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
      const { name, seed, from, to } = batch;
      const begin = performance.now();
      const output = await run(name, seed, { ...runs, count: to - from });
      const seconds = ((performance.now() - begin) / 1000).toFixed(0);
      const outcome = output === null ? 'passed' : 'FAILED';
      print(`${name}: ${outcome}, cases ${from + 1} to ${to} of ${runs.count}, seed ${seed}, ${seconds} s`);
      if (output === null) continue;
      failed += 1;
      print(output);
      for (const line of repeatsOf(name, output)) print(line);
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, tryNext));
  return failed;
}

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns what the tests print if one fails, or null */
async function run(
  name: string,
  seed: number,
  { count, path, title }: Pick<PropertyRuns, 'count' | 'path' | 'title'>,
): Promise<string | null> {
  const only = title === null ? [] : ['-t', title];
  const vitest = spawn('npx', ['vitest', 'run', name, '--testTimeout=0', ...only], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      FUZZ_SEED: String(seed),
      FUZZ_RUNS: String(count),
      ...(path !== null && { FUZZ_PATH: path }),
    },
  });
  const ended = new Promise<number | null>((resolve) => vitest.once('close', resolve));
  // Failures are on stderr.
  const output = (await Promise.all([text(vitest.stdout), text(vitest.stderr)])).join('');
  return (await ended) === 0 ? null : stripVTControlCharacters(output);
}

/** The commands that try the failing cases again. */
function repeatsOf(name: string, output: string): string[] {
  return output.split(/^ *FAIL +/m).flatMap((part) => {
    const title = part.split('\n', 1)[0]?.split(' > ').at(-1);
    const [, seed, path] = /seed: (-?\d+), path: "([\d:]+)"/.exec(part) ?? [];
    return seed && path
      ? [`Again: npm run fuzz -- --property ${name} --title "${title}" --seed ${seed} --path ${path}`]
      : [];
  });
}
