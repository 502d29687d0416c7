/** The access lines of simulated viewers. Shares follow broadband and mobile lines of home users. */
import { NATS, type NatClass } from './nat.ts';
import type { SimulationRandom } from './random.ts';

export interface Host {
  readonly id: string;
  readonly upBytesPerMs: number;
  readonly downBytesPerMs: number;
  /** 0 where the viewer is on a metered line and gives nothing. */
  readonly uploadLimitBytesPerSecond: number;
  readonly nat: NatClass;
  /** Numbers networks from 1; peers of one network are near each other. */
  readonly network: number;
  readonly x: number;
  readonly y: number;
  readonly accessMs: number;
  readonly loss: number;
  upFreeMs: number;
  downFreeMs: number;
  isOnline: boolean;
}

/** Real bytes that one simulated byte stands for: parts of some kilobytes keep the memory of large swarms small. */
export const BYTE_SCALE = 64;

interface Line {
  readonly share: number;
  readonly upMbps: number;
  readonly downMbps: number;
}

const LINES: readonly [Line, ...Line[]] = [
  { share: 10, upMbps: 1, downMbps: 12 },
  { share: 25, upMbps: 3, downMbps: 25 },
  { share: 30, upMbps: 10, downMbps: 50 },
  { share: 25, upMbps: 20, downMbps: 100 },
  { share: 10, upMbps: 50, downMbps: 250 },
];

const METERED_SHARE = 0.05;
const NETWORKS = 40;
/** The most that one viewer gives, as in pages. */
export const UPLOAD_LIMIT_MBPS = 40;

export function createHost(id: string, random: SimulationRandom): Host {
  const { upMbps, downMbps } = random.weighted(LINES);
  const network = 1 + random.below(NETWORKS);
  // A network has its place, and its peers are around it.
  const place = Math.imul(network, 0x9e3779b1) >>> 0;
  const limit = random.next() < METERED_SHARE ? 0 : UPLOAD_LIMIT_MBPS;
  return {
    id,
    upBytesPerMs: bytesPerSecond(upMbps) / 1000,
    downBytesPerMs: bytesPerSecond(downMbps) / 1000,
    uploadLimitBytesPerSecond: bytesPerSecond(limit),
    nat: random.weighted(NATS).nat,
    network,
    x: ((place & 0xffff) / 0x10000 + random.between(-0.02, 0.02) + 1) % 1,
    y: ((place >>> 16) / 0x10000 + random.between(-0.02, 0.02) + 1) % 1,
    accessMs: random.between(2, 12),
    loss: random.next() < 0.2 ? 0.01 : 0.001,
    upFreeMs: 0,
    downFreeMs: 0,
    isOnline: true,
  };
}

/** Simulated bytes a second. */
export function bytesPerSecond(mbps: number): number {
  return (mbps * 125_000) / BYTE_SCALE;
}
