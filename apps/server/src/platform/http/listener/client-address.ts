/** The address a request comes from, behind trusted proxies too; for handlers that Fastify does not see. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** @param trusted TRUST_PROXY; the same rule as Fastify's `request.ip`. @returns null once its sender has gone */
export function clientAddress(trusted: readonly string[]): (request: IncomingMessage) => string | null {
  const trust = proxyAddr.compile([...trusted]);
  return (request) => (request.socket.remoteAddress === undefined ? null : proxyAddr(request, trust));
}
