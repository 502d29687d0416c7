/**
 * Runs a process of a former version beside one of this version on one database, as a rolling upgrade does, and prints what
 * works across both.
 *
 *   npm run test:rolling               the newest release
 *   npm run test:rolling -- COMMIT     another commit
 */
import { parseArgs } from 'node:util';
import { startPair } from './rolling/pair.ts';
import { LAST_STEP, STEPS, type Step, stopEncoders } from './rolling/steps.ts';
import { checkOut, newestRelease } from './rolling/worktree.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);

async function main(commit: string): Promise<number> {
  await using version = await checkOut(commit);
  print(`Beside this version runs ${commit} (${version.name}).`);
  await using pair = await startPair(version.main);
  using _encoders = { [Symbol.dispose]: stopEncoders };
  let failures = 0;
  async function attempt({ name, run }: Step): Promise<void> {
    try {
      await run(pair);
      print(`passed  ${name}`);
    } catch (error) {
      failures += 1;
      print(`failed  ${name}\n        ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const step of STEPS) await attempt(step);
  const complaints = pair.complaints();
  await attempt(LAST_STEP);
  for (const line of complaints) print(`logged  ${line}`);
  return failures === 0 && complaints.length === 0 ? 0 : 1;
}

const { positionals } = parseArgs({ allowPositionals: true });
process.exitCode = await main(positionals[0] ?? newestRelease());
