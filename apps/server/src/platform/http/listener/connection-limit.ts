/** Refuses connections beyond the limits with a 503 (RFC 9110, section 15.6.4), before a request is read. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import { networkOf } from '../../network/network.ts';
import { NetworkUsage, type UsageLimit } from '../../network/network-usage.ts';

/** How long a refused client may take to read its response, and how many clients may take that long. */
const LINGER_MS = 1_000;
const LINGERING_MAX = 1_000;

const BODY = JSON.stringify({
  type: 'about:blank',
  title: 'Too many connections are open. Try again in a moment.',
  status: 503,
  code: 'too_many_connections',
  instance: '',
});
const RESPONSE = `HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/problem+json\r\nContent-Length: ${BODY.length}\r\nCache-Control: no-store\r\nRetry-After: 5\r\nConnection: close\r\n\r\n${BODY}`;

/**
 * @param trusted TRUST_PROXY: connections of a reverse proxy come from many clients, so they count in the total
 * only. The requests of its clients are limited by their own addresses.
 * @returns whether a connection has been refused, so that its requests are ignored
 */
export function limitConnections(
  server: Server,
  limit: UsageLimit,
  trusted: readonly string[],
): (socket: Socket) => boolean {
  const usage = new NetworkUsage(limit);
  const trust = proxyAddr.compile([...trusted]);
  const refused = new WeakSet<Socket>();
  let lingering = 0;

  function refuse(socket: Socket): void {
    refused.add(socket);
    if (lingering >= LINGERING_MAX) return void socket.destroy();
    lingering += 1;
    const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
    socket.once('close', () => {
      lingering -= 1;
      clearTimeout(timer);
    });
    // The socket is not destroyed at once: with unread bytes the system would reset it before the client reads this.
    socket.end(RESPONSE);
  }

  server.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    // The client has disconnected already.
    if (remoteAddress === undefined) return;
    const network = trust(remoteAddress, 0) ? null : networkOf(remoteAddress);
    if (!usage.admits(network)) return refuse(socket);
    socket.once('close', usage.add(network));
  });
  return (socket) => refused.has(socket);
}
