/** How the bandwidth of a viewer changes. */

/** Bits per second at a time in seconds. */
export type Trace = (seconds: number) => number;

export interface NetworkTrace {
  readonly name: string;
  readonly roundTripMs: number;
  readonly bps: Trace;
}

const MBPS = 1_000_000;

export const TRACES: readonly NetworkTrace[] = [
  { name: 'steady', roundTripMs: 20, bps: () => 4.5 * MBPS },
  { name: 'falling to a third', roundTripMs: 20, bps: (s) => (s < 25 ? 9 : 3) * MBPS },
  {
    name: 'train in a tunnel',
    roundTripMs: 40,
    bps: (s) => (s > 28 && s < 33 ? 0.02 : s > 25 && s < 38 ? 1.2 : 8) * MBPS,
  },
  {
    name: '3G',
    roundTripMs: 120,
    bps: (s) => (1.4 + 0.5 * Math.sin(s / 4) + 0.2 * Math.sin(s * 2.1)) * MBPS,
  },
  { name: '1 Mbps', roundTripMs: 60, bps: () => MBPS },
];
