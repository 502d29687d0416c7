import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, LOAD_CORE, SERVER_CORE, startWorker } from '../lib/proc.ts';
import { NODE_ARGUMENTS } from '../live/tributary.ts';
import type { Bench } from '../run.ts';
import type { ClientsOrder, ClientsReport, InstanceAddress } from './messages.ts';

const SOCKETS = 2000;
const SETTLE_SECONDS = 15;
/** More than two heartbeats, so that each socket has sent its pings. */
const SECONDS = 60;

export const socketsBench: Bench = {
  summary: `CPU of an instance with ${SOCKETS} sockets that watch one stream's viewer count`,
  async run(report) {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(
      await startWorker(new URL('server.ts', import.meta.url), SERVER_CORE, {
        nodeArguments: NODE_ARGUMENTS,
      }),
    );
    const clients = stack.use(await startWorker(new URL('clients.ts', import.meta.url), LOAD_CORE));
    const send = (order: ClientsOrder) => clients.ask<ClientsReport>(order);
    const address = await server.ask<InstanceAddress>({ type: 'start' });

    /** The server's share of a core, and what the sockets received meanwhile. */
    async function measure(): Promise<{ share: number; received: ClientsReport }> {
      await delay(SETTLE_SECONDS * 1000);
      await send({ type: 'report' });
      const [cpu, began] = [cpuSeconds(server.pid), performance.now()];
      await delay(SECONDS * 1000);
      const share = (cpuSeconds(server.pid) - cpu) / ((performance.now() - began) / 1000);
      return { share, received: await send({ type: 'report' }) };
    }

    const without = await measure();
    await send({ type: 'open', address, sockets: SOCKETS });
    const rest = await measure();
    await send({ type: 'change', everyMs: 1000 });
    const changing = await measure();
    await send({ type: 'change', everyMs: null });

    const figure = (name: string, value: number, unit: string, goal?: { atMost: number }) =>
      report.figure({ name, value, unit, ...(goal && { goal }) });
    figure('the instance without sockets', without.share, 'cores');
    figure('with idle sockets', rest.share, 'cores', { atMost: 0.1 });
    figure('with sockets, while the count changes every second', changing.share, 'cores', { atMost: 0.1 });
    figure('counts received by each socket meanwhile', changing.received.counts / SOCKETS, `in ${SECONDS} s`);
    figure('sockets open at the end', changing.received.open, '');
    report.note(
      `each socket pings every 25 s; the last count that reached all of them was ${changing.received.viewers} viewers. ` +
        `CPU is that of the server's process; its database is idle.`,
    );
  },
};
