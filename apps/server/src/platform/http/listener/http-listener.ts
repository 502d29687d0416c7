/**
 * The one HTTP server. It listens before there is anything to serve, so that a taken port is known
 * at once, and lets raw handlers (media delivery, sockets) see a request before the framework does.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { portError } from './port-errors.ts';

/** Says whether the request was its own; if not, nothing was done with it. */
export type RawHandler = (req: IncomingMessage, res: ServerResponse) => boolean;

export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface HttpListener {
  readonly server: Server;
  /** The port in use, also where 0 was asked for. */
  readonly port: number;
  /** Tried in order, before the framework. */
  addRaw(handler: RawHandler): void;
  /** @param path exact, without a query */
  addUpgrade(path: string, handler: UpgradeHandler): void;
  setApp(handler: RequestListener): void;
  /** From now on the framework answers; until then everything but raw handlers is 503. */
  open(): void;
  /** Takes no new connections, lets running requests end for a while, then cuts what is left. */
  close(patienceMs?: number): Promise<void>;
}

/** @throws ConfigError where the address cannot be listened on */
export async function openHttpListener(options: {
  host: string;
  port: number;
  serverOptions?: ServerOptions;
}): Promise<HttpListener> {
  const raw: RawHandler[] = [];
  const upgrades = new Map<string, UpgradeHandler>();
  /** The HTTP server forgets a socket once it is upgraded, but waits for its end when it closes. */
  const upgraded = new Set<Duplex>();
  let app: RequestListener = answerStarting;
  let answer = app;
  const serverOptions = { keepAliveTimeout: 75_000, optimizeEmptyRequests: true, ...options.serverOptions };
  const server = createServer(serverOptions, (req, res) => {
    if (raw.some((handle) => handle(req, res))) return;
    // A request without a body has ended already. The framework goes by its type: naming one, it
    // would be waited for.
    if (req.readableEnded) delete req.headers['content-type'];
    answer(req, res);
  });
  server.on('upgrade', (req, socket, head) => {
    const handle = upgrades.get(req.url?.split('?', 1)[0] ?? '');
    if (handle) {
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      return handle(req, socket, head);
    }
    socket.on('error', () => socket.destroy());
    // Not left half open: its peer may never close its side.
    socket.once('finish', () => socket.destroy());
    socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
  });
  server.listen(options.port, options.host);
  await once(server, 'listening').catch((error: unknown) => {
    throw portError(error, 'PORT', options);
  });
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    addRaw: (handler) => void raw.push(handler),
    addUpgrade: (path, handler) => void upgrades.set(path, handler),
    setApp: (handler) => {
      app = handler;
    },
    open: () => {
      answer = app;
    },
    close: async (patienceMs = 3_000) => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const impatient = setTimeout(() => {
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }, patienceMs);
      await closed;
      clearTimeout(impatient);
    },
  };
}

/** For the moment between a start and the first answer: programs wait, browsers ask again by themselves. */
function answerStarting(_req: IncomingMessage, res: ServerResponse): void {
  res.writeHead(503, {
    'Content-Type': 'application/problem+json',
    'Cache-Control': 'no-store',
    'Retry-After': '1',
    Refresh: '1',
  });
  res.end(
    JSON.stringify({
      type: 'about:blank',
      title: 'The instance is starting; try again in a moment.',
      status: 503,
      code: 'starting',
      instance: 'starting',
    }),
  );
}
