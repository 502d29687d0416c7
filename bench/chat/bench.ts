import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startOpenLoopLoad } from '../lib/open-loop-load.ts';
import { cpuSeconds, LOAD_CORE, residentBytes, SERVER_CORE, startWorker, type Worker } from '../lib/proc.ts';
import { quantile, type Report } from '../lib/report.ts';
import { NODE_ARGUMENTS } from '../live/tributary.ts';
import type { Bench } from '../run.ts';
import type { ClientsOrder, ClientsReport, Room, ServerOrder } from './messages.ts';

const VIEWERS = 2000;
/** At 40 messages a minute and person, this is more than enough for 100 a second. */
const SPEAKERS = 250;
const ARCHIVED = 1_000_000;
const SETTLE_MS = 10_000;
const SECONDS = 20;
/** A low rate, with which neither server uses its whole core. */
const MODEST_PER_SECOND = 20;
const BUSY_PER_SECOND = 100;
const READS_PER_SECOND = 50;

export const chat: Bench = {
  summary: `a chat with ${VIEWERS} readers beside a bare ws server, and its history with ${ARCHIVED.toLocaleString('en')} messages`,
  async run(report) {
    await using stack = new AsyncDisposableStack();
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'bench-chat-'));
    stack.defer(() => rm(dataDir, { recursive: true, force: true }));
    const nodeArguments = NODE_ARGUMENTS;
    const server = stack.use(
      await startWorker(new URL('server.ts', import.meta.url), SERVER_CORE, { nodeArguments }),
    );
    const order: ServerOrder = { type: 'start', dataDir, speakers: SPEAKERS, archived: ARCHIVED };
    const room = await server.ask<Room>(order);
    await measureHistory(room, report);
    const clients = stack.use(await startWorker(new URL('clients.ts', import.meta.url), LOAD_CORE));
    const send = (order: ClientsOrder) => clients.ask<ClientsReport>(order);

    const before = residentBytes(server.pid);
    await send({ type: 'open', room, viewers: VIEWERS });
    await delay(SETTLE_MS);
    const perSocket = (residentBytes(server.pid) - before) / (VIEWERS + SPEAKERS);
    const modest = await measure(server, send, MODEST_PER_SECOND);
    const busy = await measure(server, send, BUSY_PER_SECOND);
    await send({ type: 'close' });

    const bare = stack.use(
      await startWorker(new URL('bare-server.ts', import.meta.url), SERVER_CORE, { nodeArguments }),
    );
    const { port } = await bare.ask<{ port: number }>({ frame: modest.frame });
    await send({ type: 'open', room: { ...room, port, cookies: [''] }, viewers: VIEWERS });
    const peer = await measure(bare, send, MODEST_PER_SECOND);
    const busyPeer = await measure(bare, send, BUSY_PER_SECOND);

    report.figure({
      name: 'messages delivered per CPU second of the server',
      value: modest.deliveries / modest.cpuSeconds,
      unit: '',
      peer: { name: 'a bare ws server', value: peer.deliveries / peer.cpuSeconds },
      goal: { atLeast: 0.7 },
    });
    for (const [perSecond, { latenciesMs }, other] of [
      [MODEST_PER_SECOND, modest, peer],
      [BUSY_PER_SECOND, busy, busyPeer],
    ] as const) {
      report.figure({
        name: `from sending to receipt at ${perSecond} messages/s, p50`,
        value: quantile(latenciesMs, 0.5),
        unit: 'ms',
      });
      report.figure({
        name: `from sending to receipt at ${perSecond} messages/s, p99`,
        value: quantile(latenciesMs, 0.99),
        unit: 'ms',
        ...(perSecond === BUSY_PER_SECOND && { goal: { atMost: 150 } }),
      });
      report.note(
        `At ${perSecond} messages/s, a bare ws server has a p99 of ${Math.round(quantile(other.latenciesMs, 0.99))} ms here.`,
      );
    }
    report.figure({ name: 'memory per connection', value: perSocket / 1024, unit: 'kB' });
    report.note(
      `${modest.sent} and ${busy.sent} messages were sent, ${modest.refused + busy.refused} refused; ` +
        `${modest.deliveries} and ${busy.deliveries} deliveries to ${modest.viewers} and ${busy.viewers} viewers. The instance shares its core with its database, the ` +
        'sockets have the other one.',
    );
  },
};

async function measureHistory({ port, archiveId }: Room, report: Report): Promise<void> {
  await using load = await startOpenLoopLoad();
  const requests = Array.from({ length: 500 }, (_, index) => ({
    path: `/api/streams/${archiveId}/chat?before=${1 + ((index * 7_919_003) % ARCHIVED)}`,
    headers: { 'x-forwarded-for': `10.1.${index >> 8}.${index & 255}` },
  }));
  await load.start(port, [{ perSecond: READS_PER_SECOND, requests }]);
  await delay(SETTLE_MS);
  await load.report();
  await delay(SECONDS * 1000);
  const [read] = await load.stop();
  if (read === undefined) throw new Error('The load generator reported no flow');
  report.figure({
    name: 'a page of history, p99',
    value: quantile(read.latencies, 0.99),
    unit: 'ms',
    goal: { atMost: 10 },
  });
  report.note(
    `${read.latencies.length} pages at random places were read, ${read.failed + read.refused} failed.`,
  );
}

/** The messages that the sockets received in a while, and the CPU time of the server. */
async function measure(
  { pid }: Worker,
  send: (order: ClientsOrder) => Promise<ClientsReport>,
  perSecond: number,
): Promise<ClientsReport & { readonly cpuSeconds: number }> {
  await send({ type: 'talk', perSecond });
  await delay(SETTLE_MS / 2);
  await send({ type: 'report' });
  const before = cpuSeconds(pid);
  await delay(SECONDS * 1000);
  const received = await send({ type: 'report' });
  const used = cpuSeconds(pid) - before;
  await send({ type: 'hush' });
  await delay(SETTLE_MS / 2);
  return { ...received, cpuSeconds: used };
}
