/** The client address of requests that Fastify does not handle, also behind trusted proxies. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** @param trusted TRUST_PROXY; the same rule as Fastify's `request.ip`. @returns null once the client has disconnected */
export function clientAddress(trusted: readonly string[]): (request: IncomingMessage) => string | null {
  const trust = proxyAddr.compile([...trusted]);
  return (request) => (request.socket.remoteAddress === undefined ? null : proxyAddr(request, trust));
}
