/** The faults, and how each of them is repaired. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Cluster, PROCESSES } from './cluster.ts';
import type { Traffic } from './traffic.ts';

export interface Fault {
  readonly name: string;
  /** The process that it happens to; null: to what all processes use. */
  readonly process: number | null;
  /** Whether it needs network namespaces. */
  readonly cutsCables?: true;
  /** Resolves when it is over. */
  happen(cluster: Cluster, traffic: Traffic): Promise<void>;
}

const POLL_MS = 20;

/** How long services are away. The lease of a process is longer. */
const AWAY_MS = 6_000;

async function untilElsewhere({ encoders }: Pick<Traffic, 'encoders'>, process: number): Promise<void> {
  while (encoders.some(({ server }) => server === null || server === process)) await delay(POLL_MS);
}

const kill = (process: number): Fault => ({
  name: `kill -9 of process ${process + 1}`,
  process,
  async happen({ members }, traffic) {
    await members[process]?.kill();
    await untilElsewhere(traffic, process);
    await delay(2_000);
    await members[process]?.start();
  },
});

const roll = (process: number): Fault => ({
  name: `rolling restart, process ${process + 1}`,
  process,
  async happen({ members }, traffic) {
    await members[process]?.stop();
    await untilElsewhere(traffic, process);
    await members[process]?.start();
  },
});

const move = (process: number): Fault => ({
  name: `encoder of process ${process + 1} goes to another one`,
  process,
  async happen(_cluster, { encoders }) {
    const encoder = encoders[process];
    encoder?.moveTo((process + 1) % encoders.length);
    await untilElsewhere({ encoders: encoder === undefined ? [] : [encoder] }, process);
    await delay(8_000);
  },
});

const each = (make: (process: number) => Fault): Fault[] =>
  Array.from({ length: PROCESSES }, (_, index) => make(index));

export const FAULTS: readonly Fault[] = [
  {
    // The control row shows the figures that a busy machine alone causes.
    name: 'nothing, for comparison',
    process: null,
    async happen() {
      await delay(AWAY_MS);
    },
  },
  ...each(kill),
  ...each(roll),
  move(0),
  {
    name: 'PostgreSQL restarted',
    process: null,
    async happen({ database }) {
      await database.restart();
      await delay(4_000);
    },
  },
  {
    name: `PostgreSQL away for ${AWAY_MS / 1000} s`,
    process: null,
    async happen({ members }) {
      for (const { relays } of members) relays.database.pause();
      await delay(AWAY_MS);
      for (const { relays } of members) relays.database.resume();
      await delay(4_000);
    },
  },
  {
    name: `Valkey lost, back after ${AWAY_MS / 1000} s`,
    process: null,
    async happen({ valkey }) {
      await valkey.kill();
      await delay(AWAY_MS);
      await valkey.restart();
      await delay(2_000);
    },
  },
  {
    name: 'S3 takes 3 s for each answer',
    process: null,
    async happen({ members }) {
      for (const { relays } of members) relays.s3.slowMs = 3_000;
      await delay(10_000);
      for (const { relays } of members) relays.s3.slowMs = 0;
    },
  },
  {
    name: `process 2 without the database for ${AWAY_MS / 1000} s`,
    process: null,
    async happen({ members }) {
      members[1]?.relays.database.pause();
      await delay(AWAY_MS);
      members[1]?.relays.database.resume();
      await delay(2_000);
    },
  },
  {
    name: 'cable of process 3 cut',
    process: 2,
    cutsCables: true,
    async happen({ network }, traffic) {
      network.cut?.(2);
      await untilElsewhere(traffic, 2);
      await delay(2_000);
      network.restore(2);
      await delay(3_000);
    },
  },
  {
    name: 'clock of process 1 30 s ahead',
    process: 0,
    async happen({ members }, traffic) {
      await members[0]?.stop();
      await untilElsewhere(traffic, 0);
      await members[0]?.start(true);
      // Its own stream, viewers and people come back to it with this clock.
      await traffic.settle();
      await delay(5_000);
      await members[0]?.stop();
      await untilElsewhere(traffic, 0);
      await members[0]?.start();
    },
  },
  {
    name: 'PostgreSQL fails over to its replica',
    process: null,
    async happen({ database, members }) {
      await database.failOver();
      // A connection that the dead server left open would wait for its answer.
      for (const { relays } of members) relays.database.breakAll();
      await delay(4_000);
    },
  },
];
