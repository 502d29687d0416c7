/** Serves metrics to Prometheus: on a port of its own, or at /metrics of the HTTP port with a token. */
import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Config } from '#config/config.ts';
import { portError } from '../http/listener/port-errors.ts';
import type { Log } from '../log/log.ts';
import type { Exposition } from './exposition.ts';

const PATH = '/metrics';

export type MetricsHandler = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * Answers GET /metrics.
 * @param token what `Authorization: Bearer` must bring; null: nothing
 * @returns a handler that leaves other paths alone
 */
export function metricsHandler(exposition: Exposition, token: string | null, log: Log): MetricsHandler {
  return (request, response) => {
    if (request.url?.split('?', 1)[0] !== PATH) return false;
    if (request.method !== 'GET') answer(response, 405, 'Use GET.', { allow: 'GET' });
    else if (token !== null && !hasToken(request, token))
      answer(response, 401, 'Send METRICS_TOKEN as a bearer token.', { 'www-authenticate': 'Bearer' });
    else {
      exposition.text().then(
        (text) => answer(response, 200, text, { 'content-type': exposition.contentType }),
        (err: unknown) => {
          log.error({ err }, 'The metrics could not be written');
          answer(response, 500, 'The metrics could not be written; the log says why.');
        },
      );
    }
    return true;
  };
}

/** Compares hashes, which have one length, in constant time. */
function hasToken({ headers }: IncomingMessage, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(headers.authorization ?? '')?.[1] ?? '';
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
  });
  response.end(body);
}

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** @throws ConfigError when the address cannot be listened on */
export async function openMetricsServer(
  { host, port }: NonNullable<Config['metrics']['server']>,
  handle: MetricsHandler,
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (!handle(request, response)) answer(response, 404, 'Metrics are at /metrics.');
  });
  server.listen(port, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw portError(error, 'METRICS_PORT', { host, port });
  });
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
