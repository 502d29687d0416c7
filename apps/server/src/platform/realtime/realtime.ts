import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type ClientMessage,
  REALTIME_CLOSE,
  REALTIME_HEARTBEAT_MS,
  REALTIME_MAX_CLIENT_BYTES,
  REALTIME_SUBPROTOCOL,
  type Topic,
} from '@tributary/contracts/realtime';
import type { UserId } from '@tributary/contracts/shared';
import { WebSocketServer } from 'ws';
import type { AccessTokens } from '../access-tokens/index.ts';
import type { Bus } from '../bus/index.ts';
import { languageOfSocket } from '../messages/index.ts';
import { networkOf } from '../network/network.ts';
import { countNetwork } from '../network/network-rate.ts';
import type { ViewerLimits } from '../network/viewer-limits.ts';
import type { SharedState } from '../shared-state/index.ts';
import { clientIdOf } from './sockets/client-id.ts';
import { Connection } from './sockets/connection.ts';
import { ConnectionLimits } from './sockets/connection-limits.ts';
import { tokenOf } from './sockets/socket-token.ts';
import { act } from './topics/actions.ts';
import { type KeyArguments, type TopicHandle, topicHandle } from './topics/topic-handle.ts';
import { TopicHub } from './topics/topic-hub.ts';
import { type Principal, splitAddress, type TopicDefinition, type TopicKey } from './topics/topics.ts';

/** The longest time that an expired session may go unnoticed. */
const REAUTHENTICATE_MS = 10 * 60_000;
/** The number of connections that are authenticated at the same time when many have to be. */
const REAUTHENTICATIONS_AT_ONCE = 4;

/** The holder of a new socket, and the time at which the database was read. */
interface Authenticated {
  readonly principal: Principal;
  readonly authenticatedAtMs: number;
}

export interface RealtimeOptions {
  readonly bus: Bus;
  /** Counts the requests of people and networks in all processes. */
  readonly sharedState: SharedState;
  readonly limits: ViewerLimits;
  /** Verifies the token of a socket that offers one. */
  readonly accessTokens: Pick<AccessTokens, 'verify'>;
  /** Finds the holder of a socket without a valid token, by its cookie. */
  authenticate(request: { readonly headers: IncomingHttpHeaders }): Promise<Principal>;
  /** Reads the session of an open socket again. */
  authenticateSession(sessionId: string): Promise<Principal>;
  /** Browsers send Origin with every socket, and a page of another site must not use our cookies. */
  originAllowed(request: IncomingMessage): boolean;
  /** The address of the client; null once it has disconnected. */
  clientAddress(request: IncomingMessage): string | null;
  /** Whether cookies are sent over TLS only. */
  readonly secureCookies: boolean;
  /** The milliseconds between the frames of a key with this many listeners; by default those of frame-pacer.ts. */
  readonly gapMs?: (listeners: number) => number;
  onError(error: unknown, doing: string): void;
}

export interface Realtime {
  register(topic: TopicDefinition): void;
  /** The names of all registered topics. */
  topicNames(): string[];
  /** One key of a topic, to publish to its listeners. */
  topic<T extends Topic>(contract: T, ...key: KeyArguments<T>): TopicHandle<T>;
  /** The keys of a topic that have listeners in this process. */
  keys<T extends Topic>(contract: T): TopicKey<T>[];
  /**
   * Authenticates a person's sockets again and ends the subscriptions that they may no longer have. A socket
   * whose session is over is closed with a code that makes the client reconnect.
   */
  reauthenticate(userId: UserId): Promise<void>;
  /** Authenticates all sockets again, since changes of rights may have been missed. */
  reauthenticateAll(): Promise<void>;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stats(): { readonly sockets: number; readonly droppedSlow: number };
  close(): Promise<void>;
}

const BUSY = '503 Service Unavailable\r\nRetry-After: 5';

/** The realtime socket: topics that features register, and actions on them (spec section 9: heartbeat 25 s). */
export function createRealtime(options: RealtimeOptions): Realtime {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: REALTIME_MAX_CLIENT_BYTES,
    // Messages are short, and a compressor for each socket would take much memory.
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(REALTIME_SUBPROTOCOL) && REALTIME_SUBPROTOCOL,
  });
  const { perMinute } = options.limits;
  const budgets = options.sharedState.store('realtime-budgets');
  const hub = new TopicHub({ ...options, budgets, subscriptionsPerMinute: perMinute.subscriptions });
  const limits = new ConnectionLimits(options.limits);
  const connections = new Set<Connection>();
  /** Counts changes of rights, for connections that are being authenticated. */
  let changes = 0;
  let closing = false;

  // One timer serves all sockets, and finds a silent one within an interval.
  const sweep = setInterval(() => {
    limits.purge();
    const now = performance.now();
    const due: Connection[] = [];
    for (const connection of connections) {
      const silentMs = now - connection.heardAtMs;
      if (silentMs > 2 * REALTIME_HEARTBEAT_MS) {
        connection.terminate();
        continue;
      }
      if (silentMs >= REALTIME_HEARTBEAT_MS) connection.ping();
      if (connection.principal !== null && connection.authenticatedAtMs < now - REAUTHENTICATE_MS)
        due.push(connection);
    }
    void reauthenticateEach(due, (error) => options.onError(error, 'authenticating a socket again'));
  }, REALTIME_HEARTBEAT_MS);

  server.on('headers', (headers: string[], request: IncomingMessage) => {
    const { setCookie } = identify(request);
    if (setCookie !== null) headers.push(`Set-Cookie: ${setCookie}`);
  });

  const identities = new WeakMap<IncomingMessage, ReturnType<typeof clientIdOf>>();
  function identify(request: IncomingMessage): ReturnType<typeof clientIdOf> {
    const known = identities.get(request);
    if (known !== undefined) return known;
    const identity = clientIdOf(request, options.secureCookies);
    identities.set(request, identity);
    return identity;
  }

  /** Authenticates again if rights changed in the meantime, since the answer may be older than the change. */
  async function authenticate(headers: IncomingHttpHeaders): Promise<Authenticated> {
    for (;;) {
      const before = changes;
      const authenticated = await authenticateOnce(headers);
      if (changes === before) return authenticated;
    }
  }

  /**
   * Authenticates a socket once. A token saves the database a read for each socket when thousands reconnect at once.
   */
  async function authenticateOnce(headers: IncomingHttpHeaders): Promise<Authenticated> {
    const token = tokenOf(headers);
    const claims = token === null ? null : await options.accessTokens.verify(token);
    // Roles are read when a topic requires one, and the session with the next sweep.
    if (claims !== null) return { principal: { ...claims, roles: [] }, authenticatedAtMs: -Infinity };
    const { cookie, authorization } = headers;
    const principal = await options.authenticate({
      headers: { ...(cookie && { cookie }), ...(authorization && { authorization }) },
    });
    return { principal, authenticatedAtMs: performance.now() };
  }

  async function renew(connection: Connection): Promise<Principal> {
    if (connection.principal === null) return null;
    const principal = await options.authenticateSession(connection.principal.sessionId);
    connection.authenticatedAtMs = performance.now();
    if (principal?.userId !== connection.principal?.userId) {
      // The connection receives no more messages, and its client reconnects with its current cookies.
      hub.leave(connection);
      connection.close(REALTIME_CLOSE.sessionOver);
    }
    connection.principal = principal;
    return principal;
  }

  /** @param onFailure called for a connection that cannot be authenticated */
  async function reauthenticateEach(
    due: readonly Connection[],
    onFailure: (error: unknown, connection: Connection) => void,
  ): Promise<void> {
    const queue = due.values();
    const worker = async () => {
      for (const connection of queue) {
        try {
          await renew(connection);
          await hub.recheck(connection);
        } catch (error) {
          onFailure(error, connection);
        }
      }
    };
    await Promise.all(Array.from({ length: REAUTHENTICATIONS_AT_ONCE }, worker));
  }

  /**
   * Authenticates connections after a change of rights. One that cannot be authenticated is closed and must reconnect.
   */
  function reauthenticateChanged(changed: readonly Connection[]): Promise<void> {
    changes += 1;
    return reauthenticateEach(changed, (error, connection) => {
      options.onError(error, 'authenticating a socket again');
      connection.close(REALTIME_CLOSE.restarting);
    });
  }

  const signedIn = () => [...connections].filter(({ principal }) => principal !== null);

  function onMessage(connection: Connection, message: ClientMessage): void {
    const isAdmitted = limits.admitMessage(connection.network);
    if (!isAdmitted && (message.type === 'subscribe' || message.type === 'action')) {
      const id = message.type === 'action' ? message.id : undefined;
      connection.send({ type: 'refused', topic: message.topic, code: 'limited', id });
      return;
    }
    const renewed = () => renew(connection);
    switch (message.type) {
      case 'ping':
        connection.send({ type: 'pong' });
        break;
      case 'unsubscribe':
        hub.unsubscribe(connection, message.topic);
        break;
      case 'subscribe':
        hub.subscribe(connection, message.topic, message.lastId, renewed).catch((error: unknown) => {
          // The client reconnects and subscribes again, when the cause may have been resolved.
          options.onError(error, `subscribing to ${splitAddress(message.topic).name}`);
          connection.close(REALTIME_CLOSE.restarting);
        });
        break;
      case 'action':
        connection.enqueue(() =>
          act(connection, message, {
            budgets,
            open: (address) => hub.open(connection, address, renewed),
            onError: options.onError,
          }),
        );
    }
  }

  function onClose(connection: Connection): void {
    connections.delete(connection);
    hub.leave(connection);
  }

  function refuse(socket: Duplex, status: string): void {
    // The socket is not left half open, since its peer may never close its side.
    socket.once('finish', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  async function open(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    network: string,
  ): Promise<void> {
    const rate = { of: 'connect', network, windowMs: 60_000, max: perMinute.connects };
    if ((await countNetwork(budgets, rate)).count > perMinute.connects) return refuse(socket, BUSY);
    const authenticated = await authenticate(request.headers);
    server.handleUpgrade(request, socket, head, (ws) => {
      const clientId = limits.limitClientId(socket, network, identify(request).id);
      const holder = { clientId, network, language: languageOfSocket(request), ...authenticated };
      connections.add(new Connection(ws, socket, holder, { onMessage, onClose }));
    });
  }

  return {
    register: (topic) => hub.register(topic),
    topicNames: () => hub.names(),
    topic: (contract, ...[key = '']) => topicHandle(hub, contract, key),
    // Keys were parsed by the contract's schema when they were subscribed to.
    keys: <T extends Topic>({ name }: T) => hub.keys(name) as TopicKey<T>[],
    reauthenticate: (userId) =>
      reauthenticateChanged(signedIn().filter(({ principal }) => principal?.userId === userId)),
    reauthenticateAll: () => reauthenticateChanged(signedIn()),
    handleUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      const address = options.clientAddress(request);
      if (address === null) return void socket.destroy();
      const network = networkOf(address);
      if (!options.originAllowed(request)) return refuse(socket, '403 Forbidden');
      if (closing || !limits.admit(socket, network)) return refuse(socket, BUSY);
      open(request, socket, head, network).catch((error: unknown) => {
        options.onError(error, 'opening a socket');
        refuse(socket, BUSY);
      });
    },
    stats: () => ({ sockets: connections.size, droppedSlow: hub.droppedSlow }),
    async close() {
      closing = true;
      clearInterval(sweep);
      hub.close();
      for (const connection of connections) connection.close(REALTIME_CLOSE.restarting);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.terminate();
    },
  };
}
