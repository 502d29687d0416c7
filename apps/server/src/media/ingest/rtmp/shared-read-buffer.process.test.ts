import { once } from 'node:events';
import { type AddressInfo, connect, createServer, Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readIntoSharedBuffer } from './shared-read-buffer.ts';

const server = createServer({ allowHalfOpen: true });
let port: number;
let sockets: Socket[] = [];

beforeEach(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.close();
  await once(server, 'close');
});

describe('readIntoSharedBuffer', () => {
  it('reads every accepted socket into the same buffer on the Node version in use', async () => {
    const [first, second] = [await accepted(), await accepted()];
    const memory = new Set<ArrayBufferLike>();
    const said: string[] = [];
    for (const { socket, client } of [first, second]) {
      const arrived = Promise.withResolvers<void>();
      const inPlace = readIntoSharedBuffer(socket, (data) => {
        memory.add(data.buffer);
        said.push(String(data));
        arrived.resolve();
      });
      expect(inPlace).toBe(true);
      client.write('ping');
      await arrived.promise;
    }
    expect(said).toEqual(['ping', 'ping']);
    expect(memory.size).toBe(1);
  });

  it('passes all bytes on in order, however many', async () => {
    const { socket, client } = await accepted();
    const sent = Buffer.alloc(1_000_000, 'tributary');
    const pieces: Buffer[] = [];
    readIntoSharedBuffer(socket, (data) => pieces.push(Buffer.from(data)));
    client.end(sent);
    await once(socket, 'end');
    expect(Buffer.concat(pieces).equals(sent)).toBe(true);
  });

  it('does not pass bytes on while the socket is paused', async () => {
    const { socket, client } = await accepted();
    const said: string[] = [];
    const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    readIntoSharedBuffer(socket, (data) => {
      said.push(String(data));
      socket.pause();
      arrived[said.length - 1]?.resolve();
    });
    client.write('one');
    await arrived[0]?.promise;
    await new Promise<void>((resolve) => client.write('two', () => resolve()));
    // In this turn of the event loop, a socket that is not paused would have been read.
    await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
    expect(said).toEqual(['one']);
    socket.resume();
    await arrived[1]?.promise;
    expect(said).toEqual(['one', 'two']);
  });

  it('reads a socket without a native handle in the usual way', () => {
    const socket = new Socket();
    expect(readIntoSharedBuffer(socket, () => {})).toBe(false);
    expect(socket.listenerCount('data')).toBe(1);
  });
});

async function accepted(): Promise<{ socket: Socket; client: Socket }> {
  const client = connect(port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [Socket];
  sockets.push(socket, client);
  return { socket, client };
}
