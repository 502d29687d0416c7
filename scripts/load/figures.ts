/** Sums up what the simulated people have seen, and what they cost. */
import type { InstanceHealth } from '@tributary/contracts/admin';
import type { ViewerReport } from '../../apps/server/test/support/simulated/live-viewer.ts';
import { quantile } from '../../bench/lib/report.ts';

export interface Row {
  readonly name: string;
  readonly value: string;
}

const ms = (values: readonly number[], q: number): string =>
  values.length === 0 ? '-' : `${Math.round(quantile(values, q))} ms`;

export const latencyRow = (name: string, values: readonly number[]): Row => ({
  name,
  value: `p50 ${ms(values, 0.5)}, p99 ${ms(values, 0.99)} (${values.length})`,
});

export function viewerRows(reports: readonly ViewerReport[], seconds: number): Row[] {
  const sum = (of: (report: ViewerReport) => number) => reports.reduce((total, each) => total + of(each), 0);
  const stalled = reports.filter(({ stalledMs }) => stalledMs > 0);
  const started = reports.flatMap(({ startupMs }) => startupMs ?? []);
  return [
    { name: 'viewers that play', value: `${started.length} of ${reports.length}` },
    latencyRow('first request to playback', started),
    latencyRow(
      'blocking reload',
      reports.flatMap(({ reloadMs }) => reloadMs),
    ),
    latencyRow(
      'part',
      reports.flatMap(({ partMs }) => partMs),
    ),
    {
      name: 'parts of a viewer',
      value: `${(sum(({ parts }) => parts) / seconds / Math.max(1, reports.length)).toFixed(2)}/s`,
    },
    {
      name: 'media received',
      value: `${((8 * sum(({ bytes }) => bytes)) / seconds / 1e6).toFixed(1)} Mbit/s`,
    },
    {
      name: 'viewers that stood still',
      value: `${stalled.length}, together ${(sum(({ stalledMs }) => stalledMs) / 1000).toFixed(1)} s`,
    },
    { name: 'requests that failed', value: String(sum(({ failures }) => failures)) },
  ];
}

/** The average load that the processes report, above that before the run. */
export function costRows(before: InstanceHealth, during: readonly InstanceHealth[], viewers: number): Row[] {
  const reports = ({ processes }: InstanceHealth) => processes.flatMap(({ report }) => report ?? []);
  const cores = (health: InstanceHealth) => reports(health).reduce((sum, { cpu }) => sum + cpu.used, 0);
  const bits = (health: InstanceHealth) =>
    reports(health).reduce((sum, { network }) => sum + network.outBitsPerSecond, 0);
  const average = (of: (health: InstanceHealth) => number) =>
    during.reduce((sum, health) => sum + of(health), 0) / Math.max(1, during.length);
  const loopDelays = during.flatMap((health) =>
    reports(health).map(({ eventLoopDelayMs }) => eventLoopDelayMs),
  );
  const more = average(cores) - cores(before);
  return [
    {
      name: 'cores of the instance',
      value: `${average(cores).toFixed(2)}, before ${cores(before).toFixed(2)}`,
    },
    ...(viewers > 0
      ? [{ name: 'cores for 1,000 viewers', value: ((more / viewers) * 1000).toFixed(3) }]
      : []),
    { name: 'sent by the instance', value: `${(average(bits) / 1e6).toFixed(1)} Mbit/s` },
    { name: 'longest event loop delay, p99', value: `${Math.round(Math.max(0, ...loopDelays))} ms` },
  ];
}
