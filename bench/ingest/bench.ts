import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, residentBytes, SERVER_CORE, startWorker } from '../lib/proc.ts';
import { median, quantile, type Report } from '../lib/report.ts';
import { prepareClip, readClip } from '../live/clip.ts';
import { delaysOf } from '../live/delays.ts';
import { startPublishers } from '../live/publishers.ts';
import { NODE_ARGUMENTS, type ServerPorts } from '../live/tributary.ts';
import { startViewers } from '../live/viewers.ts';
import type { Bench } from '../run.ts';
import { startNginxRtmp } from './nginx-rtmp.ts';

const COUNTS = [1, 10, 50];
const SETTLE_SECONDS = 10;
/** With the settling, longer than the live window of 60 s: memory has reached its level by the end. */
const SECONDS = 60;
/** Beyond the end of its media and one part target, what a part may take without being late. */
const ALLOWANCE_MS = 50;
const PEER = 'nginx-rtmp';
/** nginx-rtmp writes HLS files as well. */
const GOAL = { atMost: 1.1 };

interface Cost {
  /** CPU time, user and system, for one ingest over all SECONDS, while nobody watches. */
  readonly cpuSeconds: number;
  /** Resident memory at the end, over the idle server's, for one ingest. */
  readonly megabytes: number;
}

export const ingest: Bench = {
  summary: `what a recorded RTMP ingest of 3 Mbps costs on one core, beside ${PEER} that writes HLS files of the same bytes`,
  async run(report) {
    await prepareClip();
    for (const count of COUNTS) {
      const { cost, peer, watched, delays, partTargetMs } = await measure(count);
      const name = `${count} ${count === 1 ? 'ingest' : 'ingests'}`;
      report.figure({
        name: `${name}: CPU seconds each`,
        value: cost.cpuSeconds,
        unit: 's',
        peer: { name: PEER, value: peer.cpuSeconds },
        goal: GOAL,
      });
      report.figure({
        name: `${name}: CPU seconds each, with a viewer who polls its playlist`,
        value: watched.cpuSeconds,
        unit: 's',
      });
      report.figure({
        name: `${name}: memory each`,
        value: cost.megabytes,
        unit: 'MB',
        peer: { name: PEER, value: peer.megabytes },
      });
      reportLateness(report, name, delays, partTargetMs);
    }
    report.note(
      `${Math.round(readClip().kbps)} kbps of H.264 and AAC, replayed in real time over chunks of 4096 bytes by another process for each. ` +
        'The live core packages it as LL-HLS, holds what viewers at the edge need, and records it to the disk of ' +
        `${os.tmpdir()}; ${PEER} writes segments of 2 s there and a playlist of 60 s. One viewer of each of our streams ` +
        'polls its playlist while lateness is taken; then neither has a viewer, and CPU and memory of both are taken ' +
        `in the same ${SECONDS} s. A complete instance is not measured: it costs more, with its meters and its larger heap.`,
    );
  },
};

/** A part is late that is listed more than one part target (and an allowance) after the end of its media. */
function reportLateness(report: Report, name: string, delays: readonly number[], partTargetMs: number): void {
  const limit = partTargetMs + ALLOWANCE_MS;
  const late = delays.filter((delayed) => delayed > limit).length;
  report.figure({
    name: `${name}: late parts`,
    value: late,
    unit: `of ${delays.length}`,
    goal: { atMost: 0 },
  });
  report.figure({
    name: `${name}: worst delay of a part`,
    value: Math.max(...delays),
    unit: 'ms',
    goal: { atMost: limit },
  });
  report.note(
    `from the end of a part's media to its place in the playlist: ${Math.round(median(delays))} ms in the median, ` +
      `${Math.round(quantile(delays, 0.99))} ms at p99.`,
  );
}

interface Measured {
  readonly cost: Cost;
  readonly peer: Cost;
  readonly watched: Cost;
  readonly delays: readonly number[];
  readonly partTargetMs: number;
}

async function measure(count: number): Promise<Measured> {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(
    await startWorker(new URL('../live/tributary-server.ts', import.meta.url), SERVER_CORE, {
      nodeArguments: NODE_ARGUMENTS,
    }),
  );
  const recordings = stack.use(temporaryDirectory());
  const { rtmpPort, httpPort } = await server.ask<ServerPorts>({
    type: 'start',
    recordsInto: recordings.path,
  });
  const peer = stack.use(await startPeer());
  const publishers = stack.use(await startPublishers());
  const idleBytes = residentBytes(server.pid);
  await publishers.start(rtmpPort, keysOf(count));
  const watched = await measureWatched(server.pid, httpPort, count, idleBytes);
  const delays = delaysOf(watched.parts, await publishers.sent(), 'listedAt');
  // Side by side: how fast the machine is at the moment is the same for both. In another process: one that sends to
  // both wakes the first for each message, and what comes for the second meanwhile is read with fewer wake-ups.
  const peerPublishers = stack.use(await startPublishers());
  await peerPublishers.start(peer.rtmpPort, keysOf(count));
  await delay(1000 * SETTLE_SECONDS);
  const [cost, peerCost] = await Promise.all([
    costOf(server.pid, idleBytes, count),
    costOf(peer.pid, peer.idleBytes, count),
  ]);
  return { cost, peer: peerCost, watched: watched.cost, delays, partTargetMs: watched.partTargetMs };
}

/** With viewers from the streams' first segment on, which all that they see later is counted from. */
async function measureWatched(pid: number, port: number, count: number, idleBytes: number) {
  await using viewers = await startViewers();
  await viewers.follow(port, keysOf(count), false);
  await delay(1000 * SETTLE_SECONDS);
  await viewers.report();
  const cost = await costOf(pid, idleBytes, count);
  return { cost, ...(await viewers.report()) };
}

function temporaryDirectory(): { readonly path: string } & Disposable {
  const directory = mkdtempSync(path.join(os.tmpdir(), 'bench-'));
  return {
    path: directory,
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}

async function startPeer() {
  const stack = new AsyncDisposableStack();
  const directory = stack.use(temporaryDirectory());
  const server = stack.use(await startNginxRtmp(directory.path));
  return {
    ...server,
    idleBytes: residentBytes(server.pid),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function keysOf(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `bench-${index}`);
}

async function costOf(pid: number, idleBytes: number, count: number): Promise<Cost> {
  const before = cpuSeconds(pid);
  await delay(1000 * SECONDS);
  return {
    cpuSeconds: (cpuSeconds(pid) - before) / count,
    megabytes: (residentBytes(pid) - idleBytes) / 1e6 / count,
  };
}
