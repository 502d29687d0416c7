import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type HttpListener, openHttpListener } from '../index.ts';

const LIMIT = { total: 3000, perNetwork: 1000 };
/** Stays below the length of the system's queue for `accept`. */
const BATCH = 250;

const sockets = new Set<Socket>();
let listener: HttpListener;

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await listener.close(0);
});

async function listen(trustProxy: readonly string[] = []): Promise<void> {
  listener = await openHttpListener({ host: '127.0.0.1', port: 0, connections: LIMIT, trustProxy });
  listener.addRaw((_req, res) => {
    res.end('here');
    return true;
  });
}

/** Connects from an address of this machine. */
async function open(localAddress: string): Promise<Socket> {
  const socket = connect({ port: listener.port, host: '127.0.0.1', localAddress });
  sockets.add(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Reads the head of the response to a request, or of a refusal that the server sends without one. */
async function ask(socket: Socket): Promise<string> {
  const answer = once(socket, 'data');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [bytes] = await answer;
  return String(bytes);
}

/** Opens connections that each make a request and stay open. @returns the statuses of the responses */
async function openMany(localAddress: string, count: number): Promise<Map<string, number>> {
  const statuses = new Map<string, number>();
  for (let left = count; left > 0; left -= BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, left) }, async () => ask(await open(localAddress)));
    for (const answer of await Promise.all(batch)) {
      const status = answer.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  }
  return statuses;
}

it('refuses connections of a network beyond its limit, and those of all networks beyond the total, with 503 and Retry-After', {
  timeout: 60_000,
}, async () => {
  await listen();
  expect(await openMany('127.0.0.1', 1200)).toEqual(
    new Map([
      ['200', 1000],
      ['503', 200],
    ]),
  );
  expect(await openMany('127.0.0.2', 1000)).toEqual(new Map([['200', 1000]]));
  expect(await openMany('127.0.0.3', 1000)).toEqual(new Map([['200', 1000]]));

  const refused = await open('127.0.0.4');
  const answer = await ask(refused);
  expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
  expect(answer).toMatch(/\r\nRetry-After: \d+\r\n/);
  expect(answer).toContain('too_many_connections');
  // The server closes its side, without waiting for the client.
  await once(refused.resume(), 'end');

  // A connection that is closed makes room for one of any network.
  const [first] = sockets;
  first?.destroy();
  await expect.poll(async () => (await ask(await open('127.0.0.4'))).slice(9, 12)).toBe('200');
});

it('refuses a connection that sends nothing, without waiting for a request', {
  timeout: 60_000,
}, async () => {
  await listen();
  await openMany('127.0.0.1', 1000);
  const silent = await open('127.0.0.1');
  const [bytes] = await once(silent, 'data');
  expect(String(bytes)).toMatch(/^HTTP\/1\.1 503 /);
});

it('counts the connections of a trusted reverse proxy in the total only', { timeout: 60_000 }, async () => {
  await listen(['loopback']);
  expect(await openMany('127.0.0.1', 2000)).toEqual(new Map([['200', 2000]]));
});

it('closes a connection whose client does not take the response', async () => {
  listener = await openHttpListener({ host: '127.0.0.1', port: 0, connections: LIMIT, stalledMs: 50 });
  const { promise, resolve } = Promise.withResolvers<boolean>();
  listener.addRaw((_req, res) => {
    res.once('close', () => resolve(res.writableFinished));
    res.end(Buffer.alloc(64 * 1024 ** 2));
    return true;
  });
  const socket = await open('127.0.0.1');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await promise).toBe(false);
});
