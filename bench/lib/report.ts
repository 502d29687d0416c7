/** Prints figures for people and writes them as JSON for programs. */
import { writeFileSync } from 'node:fs';
import type { Machine } from './machine.ts';

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** The same figure of another program, given the same work. */
  readonly peer?: { readonly name: string; readonly value: number };
  /** Compared with the ratio to the peer where there is one, else with the value. */
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
}

export interface Report {
  figure(figure: Figure): void;
  /** Adds a sentence on how it was measured, or why something could not be measured. */
  note(sentence: string): void;
}

export interface ReportWriter {
  section(bench: string, summary: string): Report;
  /** Writes all figures so far, with the machine. */
  writeJson(file: string): void;
}

export function createReportWriter(machine: Machine): ReportWriter {
  const benches: { bench: string; figures: (Figure & { ratio?: number })[]; notes: string[] }[] = [];
  print(
    `${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.kernel}, Node ${machine.node}; ` +
      `${machine.pinned ? 'processes pinned to cores' : 'processes not pinned'}; load average ${machine.loadAverage.toFixed(2)}`,
  );
  return {
    section(bench, summary) {
      const entry = { bench, figures: [] as (Figure & { ratio?: number })[], notes: [] as string[] };
      benches.push(entry);
      print(`\n${bench}: ${summary}`);
      return {
        figure(figure) {
          const ratio = figure.peer && ratioOf(figure.value, figure.peer.value);
          entry.figures.push(ratio === undefined ? figure : { ...figure, ratio });
          print(`  ${line(figure, ratio)}`);
        },
        note(sentence) {
          entry.notes.push(sentence);
          print(`  - ${sentence}`);
        },
      };
    },
    writeJson(file) {
      writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, benches }, null, 2)}\n`);
    },
  };
}

/** Two programs that both have none of something are equal. */
function ratioOf(value: number, other: number): number {
  return value === 0 && other === 0 ? 1 : value / other;
}

function line({ name, value, unit, peer, goal }: Figure, ratio: number | undefined): string {
  const parts = [`${name.padEnd(52)} ${format(value)} ${unit}`];
  if (peer !== undefined) parts.push(`${peer.name} ${format(peer.value)}`);
  if (ratio !== undefined) parts.push(`${ratio.toFixed(2)}x`);
  if (goal !== undefined) parts.push(verdict(ratio ?? value, goal, ratio === undefined ? '' : 'x'));
  return parts.join(' | ');
}

function verdict(reached: number, goal: NonNullable<Figure['goal']>, unit: string): string {
  return 'atLeast' in goal
    ? `goal >= ${goal.atLeast}${unit}: ${reached >= goal.atLeast ? 'reached' : 'MISSED'}`
    : `goal <= ${goal.atMost}${unit}: ${reached <= goal.atMost ? 'reached' : 'MISSED'}`;
}

function format(value: number): string {
  const digits =
    Number.isInteger(value) || Math.abs(value) >= 100
      ? 0
      : Math.abs(value) >= 10
        ? 1
        : Math.abs(value) >= 0.1
          ? 2
          : 4;
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** The median, or NaN of no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** The value that a share of `q` of all values does not exceed, or NaN of no values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}
