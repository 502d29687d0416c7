/** Plans the machines for a number of viewers of one stream, from the measured unit costs (docs/scaling.md). */
import { simulateOrigin } from './edge-simulation.ts';

export const UNIT_COSTS = {
  /** Cores for a stream of up to 3 Mbps that anyone watches: ingest, packaging, playlists. */
  watchedStreamCores: 0.058,
  /** Cores for a viewer who follows one rendition without an edge. */
  viewerCores: 0.0006,
  /** A player fetches sound and video apart: twice the requests of the measured viewers. */
  renditionsOfPlayer: 2,
  /** Cores for a socket at rest, of 2,000. */
  socketCores: 0.000008,
  socketBytes: 9_400,
  /** Chat messages that one core passes on in a second, all readers together. */
  chatDeliveriesPerCore: 200_000,
} as const;

/** The assumptions of a step. */
const MEGABITS = 2.5;
const LINE_GIGABITS = 10;
/** How much of a line or a core may be used at the peak. */
const USABLE = 0.7;
const CHAT_MESSAGES_PER_SECOND = 20;
const PARTS_PER_SECOND = 3;
/** With more edges than this, the origin gets a row of edges of its own to talk to. */
const EDGES_OF_ORIGIN = 32;
const SHIELDS = 4;

export interface Plan {
  readonly viewers: number;
  readonly gigabits: number;
  /** Edges with a line of 10 Gbps; 0: the instance serves its viewers itself. */
  readonly edges: number;
  /** Edges between these and the origin. */
  readonly shields: number;
  readonly originRequestsPerSecond: number;
  readonly originMegabits: number;
  /** For media alone. */
  readonly originCores: number;
  readonly socketGigabytes: number;
  /** For sockets at rest, and a chat of 20 messages a second that all viewers read. */
  readonly realtimeCores: number;
  readonly webProcesses: number;
}

/** Cores of a process that serves a watched stream to viewers who follow one rendition. */
export const mediaCores = (viewers: number): number =>
  UNIT_COSTS.watchedStreamCores + viewers * UNIT_COSTS.viewerCores;

/** Viewers that one machine with a line of 1 Gbps serves itself. */
export const DIRECT_VIEWERS = Math.floor((1_000 * USABLE) / MEGABITS);

export function planFor(viewers: number): Plan {
  const gigabits = (viewers * MEGABITS) / 1_000;
  const edges = viewers <= DIRECT_VIEWERS ? 0 : Math.ceil(gigabits / (LINE_GIGABITS * USABLE));
  const shields = edges > EDGES_OF_ORIGIN ? SHIELDS : 0;
  const asking = shields > 0 ? shields : edges;
  const origin = simulateOrigin({
    edges: asking,
    // One viewer in a hundred of a large audience suffices to know how often an edge asks.
    viewers: asking === 0 ? viewers : Math.min(viewers, 100 * asking),
    partsPerSecond: PARTS_PER_SECOND,
    mediaBytesPerSecond: (MEGABITS * 1e6) / 8,
    meanLatenessSeconds: 0.2,
  });
  const followers = (asking === 0 ? viewers : asking) * UNIT_COSTS.renditionsOfPlayer;
  const realtimeCores =
    viewers * UNIT_COSTS.socketCores +
    (viewers * CHAT_MESSAGES_PER_SECOND) / UNIT_COSTS.chatDeliveriesPerCore;
  const originCores = mediaCores(followers);
  return {
    viewers,
    gigabits,
    edges,
    shields,
    originRequestsPerSecond: origin.requestsPerSecond * UNIT_COSTS.renditionsOfPlayer,
    originMegabits: (8 * origin.bytesPerSecond) / 1e6,
    originCores,
    socketGigabytes: (viewers * UNIT_COSTS.socketBytes) / 1e9,
    realtimeCores,
    webProcesses: Math.ceil((realtimeCores + originCores) / USABLE),
  };
}

export const STEPS = [100, 1_000, 10_000, 100_000, 1_000_000] as const;

const number = (value: number, digits = 0): string =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });

/** The table of docs/scaling.md. */
export function planTable(): string {
  const rows = STEPS.map(planFor).map((plan) => [
    number(plan.viewers),
    `${number(plan.gigabits, plan.gigabits < 10 ? 2 : 0)} Gbps`,
    plan.edges === 0 ? 'none' : number(plan.edges),
    plan.shields === 0 ? 'none' : number(plan.shields),
    `${number(plan.originRequestsPerSecond)}/s`,
    `${number(plan.originMegabits)} Mbps`,
    number(plan.originCores, 2),
    number(plan.realtimeCores, 2),
    `${number(plan.socketGigabytes, 3)} GB`,
    number(plan.webProcesses),
  ]);
  const head = [
    'Viewers',
    'To viewers',
    'Edges',
    'Shields',
    'Requests to the origin',
    'From the origin',
    'Cores for media',
    'Cores for chat and sockets',
    'Memory of sockets',
    'Web processes',
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
