/** Reads from a server with TLS whose name leads nowhere, and whose certificate an authority of its own has signed. */
import https from 'node:https';
import { buffer } from 'node:stream/consumers';

export interface TlsReader {
  get(path: string): Promise<{ readonly status: number; readonly body: Buffer }>;
}

export function createTlsReader(address: string, name: string, authority: Buffer): TlsReader {
  const agent = new https.Agent({ keepAlive: true, ca: authority, servername: name });
  return {
    async get(path) {
      const { promise, resolve, reject } = Promise.withResolvers<{ status: number; body: Buffer }>();
      https
        .get({ host: address, path, agent, headers: { host: name }, timeout: 10_000 }, (response) => {
          buffer(response).then((body) => resolve({ status: response.statusCode ?? 0, body }), reject);
        })
        .on('error', reject);
      return await promise;
    },
  };
}
