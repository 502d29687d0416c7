/** Ports for programs that cannot choose a free one themselves. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout } from 'node:timers/promises';

/** Below the ports that Linux and macOS give to outgoing connections: one of another test could take the port. */
const PORTS = { first: 20_000, end: 32_768 };

/** A loopback port that was free a moment ago. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.first, PORTS.end);
    const server = net.createServer().listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      // It is in use.
      continue;
    }
    server.close();
    await once(server, 'close');
    return port;
  }
}

/** Resolves once `port` accepts connections. @throws Error after ten seconds */
export async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = net.connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return;
    } catch {
      await setTimeout(50);
    } finally {
      socket.destroy();
    }
  }
  throw new Error(`Port ${port} accepted no connection within 10 seconds`);
}
