import type { SwarmOptions } from '../src/scheduler/swarm-options.ts';
import type { Attack } from './simulated-peer.ts';

export interface SimulationSetup {
  readonly seed: number;
  readonly peers: number;
  readonly seconds: number;
  /** Not measured: viewers arrive in the first half of it. */
  readonly warmUpSeconds: number;
  readonly mode: 'swarm' | 'http';
  readonly mbps: number;
  readonly targetDelayMs: number;
  /** The share of viewers that leave in a minute, half of them without a word, and are replaced. */
  readonly churnPerMinute: number;
  /** Whether there is a TURN server, at the place of the origin. */
  readonly hasRelay: boolean;
  readonly attackers: { readonly share: number; readonly attack: Attack } | null;
  readonly options: Partial<SwarmOptions>;
}

export const SIMULATION_DEFAULTS: SimulationSetup = {
  seed: 1,
  peers: 300,
  seconds: 45,
  warmUpSeconds: 15,
  mode: 'swarm',
  mbps: 2.5,
  targetDelayMs: 1470,
  churnPerMinute: 0,
  hasRelay: false,
  attackers: null,
  options: {},
};
