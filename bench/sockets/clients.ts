/** Sockets that watch one stream's viewer count as tabs of the web app do, with a ping every 25 s. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { REALTIME_HEARTBEAT_MS, REALTIME_PATH } from '@tributary/contracts/realtime';
import { WebSocket } from 'ws';
import { serveParent } from '../lib/proc.ts';
import type { ClientsOrder, ClientsReport, InstanceAddress } from './messages.ts';

/** Sockets are opened in batches, to avoid a burst. */
const BATCH_SIZE = 50;

const sockets = new Set<WebSocket>();
const latest = new Map<WebSocket, number>();
let counts = 0;
let target: InstanceAddress | null = null;
let changing: NodeJS.Timeout | undefined;

serveParent<ClientsOrder, ClientsReport | null>(async (order) => {
  switch (order.type) {
    case 'open':
      target = order.address;
      for (let opened = 0; opened < order.sockets; opened += BATCH_SIZE) {
        await Promise.all(
          Array.from({ length: BATCH_SIZE }, (_, index) => open(order.address, opened + index)),
        );
      }
      return null;
    case 'change':
      clearInterval(changing);
      if (order.everyMs !== null && target !== null)
        changing = setInterval(connectByTurns(target), order.everyMs);
      return null;
    case 'report': {
      const report = { counts, viewers: Math.min(...latest.values()), open: sockets.size };
      counts = 0;
      return report;
    }
  }
});

const watching = ({ streamId }: InstanceAddress): string =>
  JSON.stringify({
    type: 'action',
    topic: `stream:${streamId}`,
    action: 'watching',
    data: { watching: true },
    id: 1,
  });

async function connect({ port }: InstanceAddress, number: number): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${REALTIME_PATH}`, {
    headers: {
      origin: `http://localhost:${port}`,
      host: `localhost:${port}`,
      'x-forwarded-for': `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    },
    perMessageDeflate: false,
  });
  await once(socket, 'open');
  return socket;
}

async function open(address: InstanceAddress, number: number): Promise<void> {
  const socket = await connect(address, number);
  sockets.add(socket);
  socket.on('close', () => sockets.delete(socket));
  const first = once(socket, 'message');
  socket.send(JSON.stringify({ type: 'subscribe', topic: `stream:${address.streamId}` }));
  await first;
  socket.on('message', (data: Buffer) => countMessage(socket, data));
  socket.send(watching(address));
  // Pings are spread over time, as those of independently opened tabs are.
  await delay(Math.random() * 20);
  setTimeout(
    () => setInterval(() => socket.send('{"type":"ping"}'), REALTIME_HEARTBEAT_MS),
    Math.random() * REALTIME_HEARTBEAT_MS,
  );
}

/** Searches instead of parsing JSON, which would itself be the load with two thousand sockets. */
function countMessage(socket: WebSocket, data: Buffer): void {
  if (!data.includes('"patch"')) return;
  counts += 1;
  latest.set(socket, Number(/"currentViewers":(\d+)/.exec(data.toString())?.[1]));
}

function connectByTurns(address: InstanceAddress): () => void {
  let extra: WebSocket | null = null;
  return async () => {
    if (extra !== null) {
      extra.close();
      extra = null;
      return;
    }
    extra = await connect(address, 60_000);
    extra.send(watching(address));
  };
}
