/** Tabs that watch one stream's viewer count, as the web app's do: one socket each, a ping every 25 s. */
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { REALTIME_HEARTBEAT_MS, REALTIME_PATH } from '@tributary/contracts';
import { WebSocket } from 'ws';
import { serveParent } from '../lib/proc.ts';
import type { ClientsOrder, Heard, InstanceAddress } from './sockets.ts';

/** So many at once, so that opening them is no burst of its own. */
const AT_ONCE = 50;

const sockets = new Set<WebSocket>();
const latest = new Map<WebSocket, number>();
let counts = 0;
let to: InstanceAddress | null = null;
let changing: NodeJS.Timeout | undefined;

serveParent<ClientsOrder, Heard | null>(async (order) => {
  switch (order.type) {
    case 'open':
      to = order.address;
      for (let opened = 0; opened < order.sockets; opened += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => open(order.address, opened + index)));
      }
      return null;
    case 'change':
      clearInterval(changing);
      if (order.everyMs !== null && to !== null) changing = setInterval(comeOrGo(to), order.everyMs);
      return null;
    case 'heard': {
      const heard = { counts, viewers: Math.min(...latest.values()), open: sockets.size };
      counts = 0;
      return heard;
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
  socket.on('message', (data: Buffer) => hear(socket, data));
  socket.send(watching(address));
  // As spread over time as tabs are that were not opened together.
  await delay(Math.random() * 20);
  setTimeout(
    () => setInterval(() => socket.send('{"type":"ping"}'), REALTIME_HEARTBEAT_MS),
    Math.random() * REALTIME_HEARTBEAT_MS,
  );
}

/** Reads just enough: two thousand parsers would be the load. */
function hear(socket: WebSocket, data: Buffer): void {
  if (!data.includes('"patch"')) return;
  counts += 1;
  latest.set(socket, Number(/"currentViewers":(\d+)/.exec(data.toString())?.[1]));
}

function comeOrGo(address: InstanceAddress): () => void {
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
