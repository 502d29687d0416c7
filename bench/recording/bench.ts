import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { RecordingIndex, renderMedia } from '../../apps/server/src/media/recorder/index.ts';
import { cpuSeconds, residentBytes, SERVER_CORE, startWorker } from '../lib/proc.ts';
import { median, type Report } from '../lib/report.ts';
import { prepareClip, readClip } from '../live/clip.ts';
import { delaysOf } from '../live/delays.ts';
import { startPublishers } from '../live/publishers.ts';
import { NODE_ARGUMENTS, type ServerPorts } from '../live/tributary.ts';
import { startViewers } from '../live/viewers.ts';
import type { Bench } from '../run.ts';

const COUNT = 50;
const SETTLE_SECONDS = 10;
const WATCH_SECONDS = 30;
/** With the time before, longer than the live window of 60 s: memory has reached its level by the end. */
const SECONDS = 80;
/** Beyond the end of its media and one part target, what a part may take without being late. */
const ALLOWANCE_MS = 50;
/** 12 hours in segments of 2 s. */
const SEGMENTS = 21_600;
const ROUNDS = 20;

export const recording: Bench = {
  summary: `what recording ${COUNT} RTMP ingests costs, beside the same ingests without it, and playlists of 12 hours`,
  async run(report) {
    measurePlaylist(report);
    await prepareClip();
    await measureIngests(report);
    report.note(
      `Two servers on one core get ${Math.round(readClip().kbps)} kbps of H.264 and AAC for each ingest in the same ` +
        `${SECONDS} s. One of them records to the disk of ${os.tmpdir()}, without a database. A viewer of each of its ` +
        'streams polls the playlist.',
    );
  },
};

/** The playlist of a running stream, made from the index that its recorder keeps. */
function measurePlaylist(report: Report): void {
  const index = new RecordingIndex();
  const run = '1767225600000-0-epoch';
  const heapBefore = process.memoryUsage().heapUsed;
  index.add(`${run}/video/init.mp4`, 700);
  for (let msn = 0; msn < SEGMENTS; msn += 1) {
    const seconds = (2 + ((msn * 7919) % 200) / 5000).toFixed(5);
    const block = Math.floor(msn / 1000);
    index.add(`${run}/${block}/video-${msn}-${seconds}.m4s`, 750_000 + ((msn * 104_729) % 9000));
  }
  index.settle(SEGMENTS);
  const heapBytes = process.memoryUsage().heapUsed - heapBefore;
  const times: number[] = [];
  let wireBytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const startMs = performance.now();
    const text = renderMedia(index, 'video', { isComplete: false }) ?? '';
    times.push(performance.now() - startMs);
    wireBytes = gzipSync(text, { level: 1 }).byteLength;
  }
  const name = 'playlist of 12 hours';
  report.figure({ name: `${name}: production`, value: median(times), unit: 'ms', goal: { atMost: 30 } });
  report.figure({ name: `${name}: on the wire`, value: wireBytes / 1000, unit: 'kB', goal: { atMost: 200 } });
  report.figure({ name: `${name}: index in memory`, value: heapBytes / 1e6, unit: 'MB' });
}

async function measureIngests(report: Report): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const directory = mkdtempSync(path.join(os.tmpdir(), 'bench-recording-'));
  stack.defer(() => rmSync(directory, { recursive: true, force: true }));
  const publishers = stack.use(await startPublishers());
  const start = async (recordsInto?: string) => {
    const module = new URL('../live/tributary-server.ts', import.meta.url);
    const server = stack.use(await startWorker(module, SERVER_CORE, { nodeArguments: NODE_ARGUMENTS }));
    const ports = await server.ask<ServerPorts>({ type: 'start', ...(recordsInto && { recordsInto }) });
    return { ...ports, pid: server.pid, idleBytes: residentBytes(server.pid) };
  };
  const [plain, records] = [await start(), await start(directory)];
  const keysOf = (name: string) => Array.from({ length: COUNT }, (_, index) => `${name}-${index}`);
  await publishers.start(plain.rtmpPort, keysOf('plain'));
  await publishers.start(records.rtmpPort, keysOf('recorded'));
  const { parts, partTargetMs } = await watch(records.httpPort, keysOf('recorded'));
  const delays = delaysOf(parts, await publishers.sent(), 'listedAt');

  const before = [plain, records].map(({ pid }) => cpuSeconds(pid));
  await delay(1000 * SECONDS);
  const cost = [plain, records].map(({ pid, idleBytes }, index) => ({
    cpu: (cpuSeconds(pid) - (before[index] ?? 0)) / COUNT,
    megabytes: (residentBytes(pid) - idleBytes) / 1e6 / COUNT,
  }));
  const [without, recorded] = cost;
  if (without === undefined || recorded === undefined) throw new Error('There are two servers.');
  const name = `${COUNT} ingests`;
  const unrecorded = 'not recorded';
  report.figure({
    name: `${name}: CPU seconds each, recorded`,
    value: recorded.cpu,
    unit: 's',
    peer: { name: unrecorded, value: without.cpu },
    goal: { atMost: 1.15 },
  });
  report.figure({
    name: `${name}: memory each, recorded`,
    value: recorded.megabytes,
    unit: 'MB',
    goal: { atMost: 20 },
  });
  report.figure({ name: `${name}: memory each, ${unrecorded}`, value: without.megabytes, unit: 'MB' });
  const late = delays.filter((delayed) => delayed > partTargetMs + ALLOWANCE_MS).length;
  report.figure({
    name: `${name}: late parts`,
    value: late,
    unit: `of ${delays.length}`,
    goal: { atMost: 0 },
  });
}

/** With viewers from the streams' first segment on, which all that they see later is counted from. */
async function watch(httpPort: number, keys: readonly string[]) {
  await using viewers = await startViewers();
  await viewers.follow(httpPort, keys, false);
  await delay(1000 * SETTLE_SECONDS);
  await viewers.report();
  await delay(1000 * WATCH_SECONDS);
  return await viewers.report();
}
