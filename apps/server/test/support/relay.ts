/** A TCP relay between a process and a service, which can hold everything back, be slow, or lead to another port. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { pipeline, Transform } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

export interface Relay {
  readonly port: number;
  /** Holds back all bytes, like a network that loses them, until `resume`. */
  pause(): void;
  resume(): void;
  /** How long each piece of an answer takes. */
  slowMs: number;
  /** Breaks all connections. */
  breakAll(): void;
  close(): void;
}

/** @param target the port on loopback that connections lead to from now on */
export async function startRelay(host: string, target: () => number): Promise<Relay> {
  const sockets = new Set<Socket>();
  let open = Promise.resolve();
  let release: () => void = () => undefined;

  const held = (isAnswer: boolean) =>
    new Transform({
      async transform(chunk, _encoding, done) {
        if (isAnswer && relay.slowMs > 0) await delay(relay.slowMs);
        await open;
        done(null, chunk);
      },
    });

  async function join(client: Socket): Promise<void> {
    sockets.add(client);
    client.on('error', () => undefined).once('close', () => sockets.delete(client));
    await open;
    const server = connect(target(), '127.0.0.1');
    sockets.add(server);
    server.on('error', () => undefined).once('close', () => sockets.delete(server));
    pipeline(client, held(false), server, () => client.destroy());
    pipeline(server, held(true), client, () => server.destroy());
  }

  const server = createServer((client) => void join(client)).listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  const relay: Relay = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    slowMs: 0,
    pause() {
      const held = Promise.withResolvers<void>();
      open = held.promise;
      release = held.resolve;
    },
    resume: () => release(),
    breakAll() {
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      relay.breakAll();
      release();
    },
  };
  return relay;
}
