import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { expect, it } from 'vitest';
import { closeIdleConnections } from './http-server.ts';

it('closes idle connections and keeps those in use', async () => {
  const server = http.createServer({ keepAliveTimeout: 0 }, (_req, res) => void res.end('here'));
  const stop = closeIdleConnections(server, 200);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The test server has no port.');

  const silent = net.connect(address.port, '127.0.0.1').resume();
  const busy = net.connect(address.port, '127.0.0.1').resume();
  const talking = setInterval(() => busy.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'), 10);
  await once(silent, 'close');
  expect(busy.closed).toBe(false);
  clearInterval(talking);
  await once(busy, 'close');

  stop();
  server.close();
  await once(server, 'close');
});
