import { setTimeout as delay } from 'node:timers/promises';
import { cpuSeconds, LOAD_CORE, SERVER_CORE, startWorker } from '../lib/proc.ts';
import { NODE_ARGUMENTS } from '../live/tributary.ts';
import type { Bench } from '../run.ts';
import type { ClientsOrder, Heard, InstanceAddress } from './sockets.ts';

const SOCKETS = 2000;
const SETTLE_SECONDS = 15;
/** More than two heartbeats, so that each socket has been heard. */
const SECONDS = 60;

export const socketsBench: Bench = {
  summary: `what ${SOCKETS} sockets cost a whole instance that watch one stream's viewer count`,
  async run(report) {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(
      await startWorker(new URL('server.ts', import.meta.url), SERVER_CORE, {
        nodeArguments: NODE_ARGUMENTS,
      }),
    );
    const clients = stack.use(await startWorker(new URL('clients.ts', import.meta.url), LOAD_CORE));
    const tell = (order: ClientsOrder) => clients.ask<Heard>(order);
    const address = await server.ask<InstanceAddress>({ type: 'start' });

    /** Share of a core over some seconds, and what the sockets heard meanwhile. */
    async function measure(): Promise<{ share: number; heard: Heard }> {
      await delay(SETTLE_SECONDS * 1000);
      await tell({ type: 'heard' });
      const [cpu, began] = [cpuSeconds(server.pid), performance.now()];
      await delay(SECONDS * 1000);
      const share = (cpuSeconds(server.pid) - cpu) / ((performance.now() - began) / 1000);
      return { share, heard: await tell({ type: 'heard' }) };
    }

    const without = await measure();
    await tell({ type: 'open', address, sockets: SOCKETS });
    const rest = await measure();
    await tell({ type: 'change', everyMs: 1000 });
    const changing = await measure();
    await tell({ type: 'change', everyMs: null });

    const figure = (name: string, value: number, unit: string, goal?: { atMost: number }) =>
      report.figure({ name, value, unit, ...(goal && { goal }) });
    figure('the instance without them', without.share, 'cores');
    figure('with them, at rest', rest.share, 'cores', { atMost: 0.1 });
    figure('with them, while the count changes each second', changing.share, 'cores', { atMost: 0.1 });
    figure('counts heard by each socket meanwhile', changing.heard.counts / SOCKETS, `in ${SECONDS} s`);
    figure('sockets open at the end', changing.heard.open, '');
    report.note(
      `each pings every 25 s; every count reached each of them (${changing.heard.viewers} viewers in the last). ` +
        `CPU of the server's process; its database is idle.`,
    );
  },
};
