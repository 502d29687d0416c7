/**
 * Repeats the unit and database tests on a machine that is kept busy, and lists what failed: a test that waits for the
 * wrong event passes on a fast machine and fails here.
 *
 *   npm run stress -- [--runs 3] [--load 4] [FILES OF VITEST ...]
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { Outcomes } from './stress/outcomes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string', default: '3' }, load: { type: 'string' } },
});
const runs = Number(values.runs);
const load = Number(values.load ?? 2 * availableParallelism());
const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @returns the report of one run */
async function runTests(folder: string): Promise<unknown> {
  const file = join(folder, 'report.json');
  const args = [VITEST, 'run', '--reporter=json', `--outputFile=${file}`, ...positionals];
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  return JSON.parse(await readFile(file, 'utf8'));
}

const outcomes = new Outcomes();
const folder = await mkdtemp(join(tmpdir(), 'tributary-stress-'));
const burners = Array.from({ length: load }, () => new Worker('for (;;);', { eval: true }));
try {
  for (let run = 1; run <= runs; run++) {
    const failed = outcomes.add(await runTests(folder));
    print(`Run ${run} of ${runs}: ${failed} failed`);
  }
} finally {
  await Promise.all(burners.map((burner) => burner.terminate()));
  await rm(folder, { recursive: true, force: true });
}
for (const { file, title, count, message } of outcomes.failures)
  print(
    `${count} of ${runs}: ${relative(ROOT, file)} > ${title ?? '(the file did not run)'}\n    ${message}`,
  );
if (outcomes.failures.length > 0) process.exitCode = 1;
