/**
 * `npm run soak -- --minutes 30`: keeps an instance of its own busy, with deadlines and jobs that come 24 times as early, and
 * prints what memory, descriptors, files and rows do. The exit code is 1 where one of those that have a bound still grows.
 * `--readings FILE` writes every reading to a file of JSON.
 */
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SPEED, startSoakInstance } from './soak/instance.ts';
import { startPeople } from './soak/people.ts';
import { lowestOfEach, type Reading, trendOf } from './soak/trend.ts';

const SAMPLE_MS = 10_000;
/** Longer than a stream and the time until its recording is finished. */
const PERIOD_MS = 60_000;
const WIDTHS = [40, 14, 14, 16, 0];

const print = (...cells: readonly string[]): void =>
  void process.stdout.write(
    `${cells
      .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
      .join(' ')
      .trimEnd()}\n`,
  );

const isBytes = (name: string): boolean => name.endsWith('_bytes');
const written = (name: string, value: number): string =>
  isBytes(name) ? `${(value / 2 ** 20).toFixed(1)} MiB` : String(Math.round(value * 10) / 10);

/** The amount of a value that may come and go: garbage, sockets, the files of the streams that exist. */
function slackOf(name: string): number {
  if (isBytes(name)) return 8 * 2 ** 20;
  if (name === 'stored files') return 60;
  // They are deleted an hour after their end, so that those of two minutes of this clock come and go.
  return name.startsWith('finished jobs') ? 100 : 6;
}

/** Values that are left out of the table where they stay as they are, since there are many. */
const isDetail = (name: string): boolean => name.startsWith('rows of') || name.includes(': ');

async function soak(minutes: number, file: string | undefined): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const instance = await startSoakInstance(stack);
  const people = await startPeople(instance, stack);
  const bounded = new Set(
    // Checkouts stay as long as their payments.
    instance.expiring.filter((name) => name !== 'checkouts').map((name) => `rows of ${name}`),
  );
  const readings = new Map<string, Reading[]>();
  const startedMs = performance.now();
  for (let lastMs = startedMs; performance.now() < startedMs + minutes * 60_000; ) {
    await delay(SAMPLE_MS);
    const nowMs = performance.now();
    await instance.hurry(nowMs - lastMs);
    lastMs = nowMs;
    for (const [name, value] of await instance.sample()) {
      const list = readings.get(name) ?? [];
      list.push({ atMs: nowMs, value });
      readings.set(name, list);
    }
    if (file !== undefined) await writeFile(file, JSON.stringify(Object.fromEntries(readings)));
  }
  const done = Object.entries(people.takeDone()).map(([name, count]) => `${count} ${name}`);
  print(`${minutes} minutes, deadlines and jobs ${SPEED} times as fast: ${done.join(', ')}`);
  print('');
  print('value', 'first', 'last', 'an hour', 'verdict');
  let growing = 0;
  for (const [name, list] of readings) {
    const trend = trendOf(lowestOfEach(list, PERIOD_MS), slackOf(name));
    if (isDetail(name) && trend.first === trend.last) continue;
    const isBounded = bounded.has(name) || !name.startsWith('rows of');
    if (isBounded && !trend.isFlat) growing++;
    const verdict = trend.isFlat ? 'flat' : isBounded ? 'GROWS' : 'grows with use';
    print(
      name,
      written(name, trend.first),
      written(name, trend.last),
      `${trend.perHour < 0 ? '' : '+'}${written(name, trend.perHour)}`,
      verdict,
    );
  }
  print('');
  print(growing === 0 ? 'Flat at the end.' : `${growing} values still grow.`);
  return growing === 0 ? 0 : 1;
}

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, readings: { type: 'string' } },
});
process.exitCode = await soak(Number(values.minutes), values.readings);
