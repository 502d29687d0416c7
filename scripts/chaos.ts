/**
 * Kills, cuts off and slows down what an instance of three processes consists of, while people watch, stream, chat and
 * pay, and prints what they notice.
 *
 *   npm run chaos                       all faults
 *   npm run chaos -- kill PostgreSQL    those whose names contain a word
 */
import { parseArgs } from 'node:util';
import { PROCESSES, startCluster } from './chaos/cluster.ts';
import { FAULTS } from './chaos/faults.ts';
import { examine, type Kept, measure, type Noticed } from './chaos/measure.ts';
import { openNetwork, runInNamespace } from './chaos/network.ts';
import { startTraffic } from './chaos/traffic.ts';

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const seconds = (ms: number | null): string => (ms === null ? '-' : `${(ms / 1000).toFixed(2)} s`);

const COLUMNS = [
  'fault',
  'viewers of others: stall',
  'failures',
  'viewers who moved',
  'viewers of its stream',
  'encoder accepted',
];
const WIDTHS = [40, 25, 9, 18, 22, 17];

const row = (cells: readonly string[]): string =>
  cells
    .map((cell, index) => cell.padEnd(WIDTHS[index] ?? 0))
    .join(' ')
    .trimEnd();

const cellsOf = (noticed: Noticed): string[] => [
  noticed.fault,
  seconds(noticed.othersStalledMs),
  String(noticed.othersFailures),
  seconds(noticed.movedViewersStalledMs),
  seconds(noticed.ownStreamStalledMs),
  seconds(noticed.acceptedMs),
];

function printKept(kept: Kept): void {
  print('');
  print(`Chat: ${kept.messages} messages acknowledged, ${kept.lostMessages} of them lost`);
  print(
    `Money: ${kept.payments} payments acknowledged, ${kept.lostPayments} of them lost, ${kept.doublePayments} booked twice`,
  );
  print(`Streams that not exactly one process serves: ${kept.streamsWithoutOneOwner}`);
  print(kept.ledger);
}

async function main(words: readonly string[]): Promise<number> {
  const network = openNetwork(PROCESSES);
  const wanted = FAULTS.filter(
    ({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
  );
  const possible = wanted.filter(({ cutsCables }) => !cutsCables || network.cut !== null);
  print(
    network.kind === 'namespaces'
      ? `${PROCESSES} processes, each in a network namespace of its own.`
      : `${PROCESSES} processes on loopback: this user may not create network namespaces.`,
  );
  for (const { name } of wanted.filter((fault) => !possible.includes(fault)))
    print(`Left out: ${name}, which needs network namespaces (Linux, root).`);
  await using cluster = await startCluster(network);
  await using traffic = await startTraffic(cluster);
  print('');
  print(row(COLUMNS));
  for (const fault of possible) print(row(cellsOf(await measure(fault, cluster, traffic))));
  const kept = await examine(cluster, traffic);
  printKept(kept);
  const lost = kept.lostMessages + kept.lostPayments + kept.doublePayments + kept.streamsWithoutOneOwner;
  return lost > 0 || !kept.ledger.startsWith('The ledger balances') ? 1 : 0;
}

// The started processes end with this one.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130));

const { positionals } = parseArgs({ allowPositionals: true });
process.exitCode = runInNamespace() ?? (await main(positionals));
