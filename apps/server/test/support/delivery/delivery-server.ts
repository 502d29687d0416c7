/** A real HTTP server around a delivery, for tests. */
import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { createDelivery, type Delivery, type DeliveryOptions } from '../../../src/media/delivery/delivery.ts';
import { DELIVERY_SERVER_OPTIONS } from '../../../src/media/delivery/http-server.ts';
import {
  createPresentationFixture,
  type FixturePresentation,
  type FixtureShape,
} from './presentation-fixture.ts';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface DeliveryServer {
  readonly live: FixturePresentation;
  readonly delivery: Delivery;
  readonly port: number;
  readonly server: http.Server;
  /** Errors thrown by `handle`. */
  readonly thrown: readonly unknown[];
  /** Requires a right to the presentation, which `authorize` decides about. */
  restrict(): void;
  /** Makes the presentation unavailable. */
  withdraw(): void;
  request(path: string, options?: { method?: string; headers?: http.OutgoingHttpHeaders }): Promise<Answer>;
  /** Like `request`; resolves once the request is blocked, with a promise of the response. */
  blocked(
    path: string,
    headers?: http.OutgoingHttpHeaders,
  ): Promise<{ answer: Promise<Answer>; abort: () => Promise<void> }>;
  /** Resolves once the condition holds; checks it on each turn of the event loop. */
  becomes(condition: () => boolean): Promise<void>;
  /** A paused socket that has sent `text`. */
  raw(text: string): net.Socket;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startDeliveryServer(
  shape: FixtureShape & Pick<DeliveryOptions, 'authorize' | 'drainMs' | 'limits'> = {},
): Promise<DeliveryServer> {
  const live = createPresentationFixture('stream', 'epoch', shape);
  let withdrawn = false;
  let restricted = false;
  const delivery = createDelivery({
    source: {
      presentation: (id) => (id === 'stream' && !withdrawn ? live : undefined),
      isRestricted: () => restricted,
    },
    ...(shape.authorize && { authorize: shape.authorize }),
    ...(shape.drainMs !== undefined && { drainMs: shape.drainMs }),
    ...(shape.limits && { limits: shape.limits }),
  });
  const thrown: unknown[] = [];
  const server = http.createServer(DELIVERY_SERVER_OPTIONS, (req, res) => {
    try {
      if (!delivery.handle(req, res)) res.writeHead(418).end('the app');
      server.emit('handled', req);
    } catch (error) {
      thrown.push(error);
      res.destroy();
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The test server listens on no TCP port');
  const { port } = address;
  const agent = new http.Agent({ keepAlive: true, maxSockets: Infinity });

  function send(path: string, options: { method?: string; headers?: http.OutgoingHttpHeaders } = {}) {
    const request = http.request({ port, host: '127.0.0.1', path, agent, ...options });
    const answer = once(request, 'response').then(async ([response]: http.IncomingMessage[]) => {
      if (response === undefined) throw new Error(`No response to ${path}`);
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
    });
    request.end();
    return { request, answer };
  }

  return {
    live,
    delivery,
    port,
    server,
    thrown,
    restrict: () => {
      restricted = true;
    },
    withdraw: () => {
      withdrawn = true;
    },
    request: (path, options) => send(path, options).answer,
    async blocked(path, headers = {}) {
      const handled = once(server, 'handled');
      const { request, answer } = send(path, { headers });
      const [req]: http.IncomingMessage[] = await handled;
      return {
        answer,
        async abort() {
          answer.catch(() => undefined);
          const closed = req === undefined ? undefined : once(req.socket, 'close');
          request.destroy();
          await closed;
        },
      };
    },
    async becomes(condition) {
      while (!condition()) await setImmediate();
    },
    raw(text) {
      const socket = net.connect(port, '127.0.0.1');
      socket.pause();
      socket.on('error', () => undefined);
      socket.write(text, 'latin1');
      return socket;
    },
    async [Symbol.asyncDispose]() {
      delivery.close();
      agent.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Everything that a socket receives until it closes. */
export async function readAll(socket: net.Socket): Promise<string> {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  socket.resume();
  await closed(socket);
  return text;
}

/** Resolves when the socket has closed, in whatever way. */
export async function closed(socket: net.Socket): Promise<void> {
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}
