/**
 * The simplest server that can deliver a chat: it sends each received message to all sockets, with the same number of
 * bytes.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { REALTIME_PATH } from '@tributary/contracts/realtime';
import { WebSocketServer } from 'ws';
import { serveParent } from '../lib/proc.ts';
import type { BareOrder } from './messages.ts';

const SENT_AT = /at \d{13}/;

serveParent(async ({ frame }: BareOrder): Promise<{ port: number }> => {
  const server = new WebSocketServer({
    host: '127.0.0.1',
    port: 0,
    path: REALTIME_PATH,
    perMessageDeflate: false,
  });
  server.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const sentAt = SENT_AT.exec(data.toString())?.[0];
      if (sentAt === undefined) return;
      const bytes = Buffer.from(frame.replace(SENT_AT, sentAt));
      for (const client of server.clients) client.send(bytes, { binary: false });
    });
  });
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port };
});
