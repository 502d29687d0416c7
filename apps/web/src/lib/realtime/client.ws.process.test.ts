import { once } from 'node:events';
import { clientMessage, REALTIME_CLOSE } from '@tributary/contracts/realtime';
import { afterEach, expect, it } from 'vitest';
import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';
import { RealtimeClient } from './client.ts';

/** Starts a real server on a free port. */
async function startServer() {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return { server, url: `ws://127.0.0.1:${address.port}` };
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

it('follows the protocol with a real server, also after a restart', async () => {
  const { server, url } = await startServer();
  closers.push(() => server.close());
  const subscribed: string[] = [];
  server.on('connection', (socket: ServerSocket) => {
    socket.on('message', (data) => {
      const message = clientMessage.parse(JSON.parse(String(data)));
      if (message.type !== 'subscribe') return;
      subscribed.push(message.topic);
      socket.send(JSON.stringify({ type: 'message', topic: message.topic, kind: 'snapshot', data: [] }));
    });
  });

  const client = new RealtimeClient({
    connect: () => new WebSocket(url),
    signals: { onDoubt: () => {}, onFreeze: (listener) => closers.push(listener) },
    random: () => 0,
  });

  const received = new EventTarget();
  client.subscribe('featured', () => received.dispatchEvent(new Event('message')));
  await once(received, 'message');
  expect(client.state).toBe('open');

  const again = once(received, 'message');
  for (const socket of server.clients) socket.close(REALTIME_CLOSE.restarting);
  await again;
  expect(subscribed).toEqual(['featured', 'featured']);
});
