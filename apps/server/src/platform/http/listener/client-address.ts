/** Finds the client addresses of requests that Fastify does not handle, also behind trusted proxies. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { networkOf } from '../../network/network.ts';
import { NetworkUsage, type UsageLimit } from '../../network/network-usage.ts';

/** Null once the client has disconnected. */
export type ClientAddress = (request: IncomingMessage) => string | null;

/** @param trusted TRUST_PROXY; the same rule as Fastify's `request.ip` */
export function clientAddress(trusted: readonly string[]): ClientAddress {
  const trust = proxyAddr.compile([...trusted]);
  return (request) => {
    const { remoteAddress } = request.socket;
    if (remoteAddress === undefined) return null;
    // Without a proxy, X-Forwarded-For need not be read.
    return trusted.length === 0 ? remoteAddress : proxyAddr(request, trust);
  };
}

/** Counts the resources that clients have in use, in total and for each network. */
export function usageByClient(limit: UsageLimit, addressOf: ClientAddress) {
  const usage = new NetworkUsage(limit);
  const networkOfClient = (request: IncomingMessage) => {
    const address = addressOf(request);
    return address === null ? null : networkOf(address);
  };
  return {
    // While nothing is in use, which is usual for unsent bytes, the client need not be identified.
    admits: (request: IncomingMessage) => usage.total === 0 || usage.admits(networkOfClient(request)),
    add: (request: IncomingMessage, amount: number) => usage.add(networkOfClient(request), amount),
  };
}
