/** A web server on this machine, to which names that end in `.test` lead. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress, type Web } from '#platform/outbound/index.ts';

const LOCAL = '127.0.0.1';

export interface PageServer {
  /** Reaches this server, whatever port a URL names, and public addresses. */
  readonly web: Web;
  /** The requested hosts and paths. */
  readonly requests: string[];
  readonly headers: IncomingMessage['headers'][];
  /** The URL of a path on a host whose name ends in `.test`. */
  url(path: string, host?: string): string;
  close(): void;
}

/** @param addresses the addresses of names that lead to other servers */
export async function createPageServer(
  answer: RequestListener,
  addresses: Readonly<Record<string, string>> = {},
): Promise<PageServer> {
  const requests: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.headers.host?.split(':')[0]}${request.url}`);
    headers.push(request.headers);
    answer(request, response);
  }).listen(0, LOCAL);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    requests,
    headers,
    web: {
      find: (hostname, _options, callback) =>
        callback(null, [{ address: addresses[hostname] ?? LOCAL, family: 4 }]),
      allows: (ip) => ip === LOCAL || isPublicAddress(ip),
      portOf: () => port,
    },
    url: (path, host = 'site.test') => `http://${host}${path}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
