/**
 * The HTTP server. It listens before the app is ready, so that a port in use is reported immediately, and
 * passes requests to raw handlers (media delivery, sockets) before the framework.
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
import type { UsageLimit } from '../../network/network-usage.ts';
import { limitConnections } from './connection-limit.ts';
import { portError } from './port-errors.ts';
import { countTraffic, type Traffic } from './traffic.ts';

/**
 * @param pass lets the framework answer a request that the handler has taken and not answered
 * @returns whether it took the request; otherwise the request is untouched
 */
export type RawHandler = (req: IncomingMessage, res: ServerResponse, pass: () => void) => boolean;

export type UpgradeHandler = (req: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface HttpListener {
  readonly server: Server;
  /** The actual port, also when 0 was requested. */
  readonly port: number;
  traffic(): Traffic;
  /** Raw handlers run in order, before the framework. */
  addRaw(handler: RawHandler): void;
  /** @param path the exact path, without a query */
  addUpgrade(path: string, handler: UpgradeHandler): void;
  setApp(handler: RequestListener): void;
  /** Lets the framework handle requests, which get a 503 until then unless a raw handler takes them. */
  open(): void;
  /** Stops accepting connections, gives running requests `graceMs` to finish, then closes the rest. */
  close(graceMs?: number): Promise<void>;
}

/**
 * A connection without any progress for this long is closed: a client that does not take its response would hold a file
 * forever. The header of a long download takes minutes to begin.
 */
const STALLED_MS = 10 * 60_000;

const UNLIMITED: UsageLimit = { total: Number.POSITIVE_INFINITY, perNetwork: Number.POSITIVE_INFINITY };

/** @throws ConfigError when the address cannot be listened on */
export async function openHttpListener(options: {
  host: string;
  port: number;
  serverOptions?: ServerOptions;
  /** The limit of connections; none by default. */
  connections?: UsageLimit;
  trustProxy?: readonly string[];
  /** Tests set a lower value. */
  stalledMs?: number;
}): Promise<HttpListener> {
  const raw: RawHandler[] = [];
  const upgrades = new Map<string, UpgradeHandler>();
  /** Upgraded sockets, which the HTTP server does not close itself but waits for. */
  const upgraded = new Set<Duplex>();
  let app: RequestListener = answerStarting;
  let answer = app;
  const serverOptions = { keepAliveTimeout: 75_000, optimizeEmptyRequests: true, ...options.serverOptions };
  const server = createServer(serverOptions, (req, res) => {
    if (isRefused(req.socket)) return;
    req.url = toOriginForm(req.url ?? '/');
    const pass = () => {
      // A request without a body has already ended, but Fastify waits for one when there is a content type.
      if (req.readableEnded) delete req.headers['content-type'];
      answer(req, res);
    };
    if (!raw.some((handle) => handle(req, res, pass))) pass();
  });
  const { connections = UNLIMITED, trustProxy = [], stalledMs = STALLED_MS } = options;
  server.setTimeout(stalledMs);
  const isRefused = limitConnections(server, connections, trustProxy);
  const traffic = countTraffic(server);
  server.on('upgrade', (req, socket, head) => {
    if (isRefused(req.socket)) return;
    const handle = upgrades.get(req.url?.split('?', 1)[0] ?? '');
    if (handle) {
      upgraded.add(socket);
      socket.once('close', () => upgraded.delete(socket));
      return handle(req, socket, head);
    }
    socket.on('error', () => socket.destroy());
    // The peer may never close its side, so the socket is not left half open.
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
    traffic,
    addRaw: (handler) => void raw.push(handler),
    addUpgrade: (path, handler) => void upgrades.set(path, handler),
    setApp: (handler) => {
      app = handler;
    },
    open: () => {
      answer = app;
    },
    close: async (graceMs = 3_000) => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeIdleConnections();
      const timer = setTimeout(() => {
        server.closeAllConnections();
        for (const socket of upgraded) socket.destroy();
      }, graceMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/**
 * Converts a request target in absolute form (RFC 9112, section 3.2.2) to one without scheme and host. The client
 * chooses that host, and code that resolves the target against an address of ours would be led to it.
 */
function toOriginForm(target: string): string {
  if (target.startsWith('/') || target === '*') return target;
  const path = target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, '');
  return path.startsWith('/') ? path : `/${path}`;
}

/** The response until `open` is called: programs retry after a second, and browsers reload by themselves. */
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
      title: 'The instance is starting. Try again in a moment.',
      status: 503,
      code: 'starting',
      instance: 'starting',
    }),
  );
}
