import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  type ClientMessage,
  REALTIME_CLOSE,
  REALTIME_HEARTBEAT_MS,
  REALTIME_MAX_CLIENT_BYTES,
  type ServerMessage,
  type UserId,
} from '@tributary/contracts';
import { WebSocketServer } from 'ws';
import { AppError } from '../errors.ts';
import { browserIdOf } from './browser-id.ts';
import { Connection } from './connection.ts';
import { type OpenTopic, type Principal, splitTopic, type TopicKind, type TopicRefusal } from './topics.ts';

const MAX_TOPICS = 50;
const MAX_SOCKETS = 20_000;
const MAX_SOCKETS_PER_ADDRESS = 200;

export interface RealtimeOptions {
  authenticate(request: IncomingMessage): Promise<Principal>;
  /** Browsers send Origin with every socket; a foreign page's must not ride on our cookies. */
  originAllowed(request: IncomingMessage): boolean;
  clientAddress(request: IncomingMessage): string;
  /** Whether cookies travel over TLS only. */
  readonly secureCookies: boolean;
  onError(error: unknown, doing: string): void;
}

/** What a tab says that it is playing. One browser, and one person, may hold several connections. */
export interface PresenceListener {
  onWatching(
    connectionId: object,
    browserId: string,
    streamId: string | null,
    /** Null: a visitor. */
    userId: UserId | null,
  ): void;
}

export interface Realtime {
  register(kind: TopicKind): void;
  addPresence(listener: PresenceListener): void;
  /** The kinds of topics that are registered. */
  topicNames(): string[];
  /** Sends a key's whole new state to all who listen on it; it is serialised once. */
  publish(key: string, message: ServerMessage): void;
  /** Sends what amends the state that listeners have; whoever still waits for the whole gets it all the same. */
  amend(key: string, message: ServerMessage): void;
  /** How many listen on a key; work for nobody can be left undone. */
  listeners(key: string): number;
  /** Keys that somebody listens on, of one kind: those that begin with `{name}:`. */
  listenedKeys(name: string): string[];
  /** Disconnects a person's sockets; those who may still come back as who they are now. */
  reauthenticate(userId: UserId): void;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stats(): { readonly sockets: number; readonly droppedSlow: number };
  close(): Promise<void>;
}

/** The one socket of every tab: topics in, presence out (spec section 9: heartbeat 25 s). */
export function createRealtime(options: RealtimeOptions): Realtime {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: REALTIME_MAX_CLIENT_BYTES,
    perMessageDeflate: false,
  });
  const kinds = new Map<string, TopicKind>();
  const byKey = new Map<string, Set<Connection>>();
  /** Sockets that are open or on their way, so that a burst cannot pass the limits before it is counted. */
  const perAddress = new Map<string, number>();
  let held = 0;
  const connections = new Set<Connection>();
  /** Snapshots being taken, shared by all who subscribe meanwhile. */
  const taking = new Map<string, Promise<ServerMessage | null>>();
  /** Counts publications on a key, so that a snapshot that took long never overwrites newer news. */
  const published = new Map<string, number>();
  const presences: PresenceListener[] = [];
  let droppedSlow = 0;

  const sweep = setInterval(() => {
    const oldest = performance.now() - 2 * REALTIME_HEARTBEAT_MS;
    for (const connection of connections) if (connection.heardAtMs < oldest) connection.terminate();
  }, REALTIME_HEARTBEAT_MS);

  server.on('headers', (headers: string[], request: IncomingMessage) => {
    const { setCookie } = identify(request);
    if (setCookie !== null) headers.push(`Set-Cookie: ${setCookie}`);
  });

  const identities = new WeakMap<IncomingMessage, ReturnType<typeof browserIdOf>>();
  function identify(request: IncomingMessage): ReturnType<typeof browserIdOf> {
    const known = identities.get(request);
    if (known !== undefined) return known;
    const identity = browserIdOf(request, options.secureCookies);
    identities.set(request, identity);
    return identity;
  }

  async function open(topic: string, principal: Principal): Promise<OpenTopic | TopicRefusal> {
    const { name, argument } = splitTopic(topic);
    return (await kinds.get(name)?.open(argument, principal)) ?? 'unknown_topic';
  }

  /** Null where there is no such thing. */
  function present(opened: OpenTopic): Promise<ServerMessage | null> {
    const known = taking.get(opened.key);
    if (known !== undefined) return known;
    const taken = take(opened).finally(() => {
      if (taking.get(opened.key) === taken) taking.delete(opened.key);
    });
    taking.set(opened.key, taken);
    return taken;
  }

  async function take(opened: OpenTopic): Promise<ServerMessage | null> {
    try {
      return await opened.snapshot();
    } catch (error) {
      if (error instanceof AppError && error.kind === 'not_found') return null;
      throw error;
    }
  }

  async function subscribe(connection: Connection, topic: string): Promise<void> {
    if (connection.topics.has(topic)) return;
    if (connection.topics.size >= MAX_TOPICS) {
      connection.send({ type: 'refused', topic, code: 'too_many' });
      return;
    }
    // Taken before the first await, so that an unsubscribe meanwhile is seen below.
    connection.topics.set(topic, '');
    const opened = await open(topic, connection.principal);
    if (!connections.has(connection) || connection.topics.get(topic) !== '') return;
    if (typeof opened === 'string') {
      connection.topics.delete(topic);
      connection.send({ type: 'refused', topic, code: opened });
      return;
    }
    connection.topics.set(topic, opened.key);
    listen(opened.key, connection);
    const before = published.get(opened.key);
    const snapshot = await present(opened);
    if (snapshot === null) {
      unsubscribe(connection, topic);
      connection.send({ type: 'refused', topic, code: 'unknown_topic' });
      return;
    }
    if (connection.topics.get(topic) === opened.key && published.get(opened.key) === before)
      connection.send(snapshot);
  }

  function listen(key: string, connection: Connection): void {
    const listeners = byKey.get(key) ?? new Set();
    listeners.add(connection);
    byKey.set(key, listeners);
    if (!published.has(key)) published.set(key, 0);
  }

  function unsubscribe(connection: Connection, topic: string): void {
    const key = connection.topics.get(topic);
    connection.topics.delete(topic);
    if (key === undefined || [...connection.topics.values()].includes(key)) return;
    const listeners = byKey.get(key);
    listeners?.delete(connection);
    if (listeners?.size === 0) {
      byKey.delete(key);
      published.delete(key);
    }
  }

  function onMessage(connection: Connection, message: ClientMessage): void {
    switch (message.type) {
      case 'ping':
        connection.send({ type: 'pong' });
        break;
      case 'watching':
        tellWatching(connection, message.streamId);
        break;
      case 'unsubscribe':
        unsubscribe(connection, message.topic);
        break;
      case 'subscribe':
        subscribe(connection, message.topic).catch((error: unknown) => {
          // It comes back and asks again; by then what failed may have recovered.
          options.onError(error, `subscribing to ${splitTopic(message.topic).name}`);
          connection.close(REALTIME_CLOSE.restarting);
        });
    }
  }

  function tellWatching(connection: Connection, streamId: string | null): void {
    const userId = connection.principal?.userId ?? null;
    for (const presence of presences) {
      presence.onWatching(connection, connection.browserId, streamId, userId);
    }
  }

  function forget(connection: Connection): void {
    connections.delete(connection);
    for (const topic of [...connection.topics.keys()]) unsubscribe(connection, topic);
    tellWatching(connection, null);
  }

  /** Counts a socket from its first request to its end. */
  function hold(socket: Duplex, address: string): void {
    held += 1;
    perAddress.set(address, (perAddress.get(address) ?? 0) + 1);
    socket.once('close', () => {
      held -= 1;
      const left = (perAddress.get(address) ?? 1) - 1;
      if (left > 0) perAddress.set(address, left);
      else perAddress.delete(address);
    });
  }

  function refuse(socket: Duplex, status: string): void {
    // Not left half open: its peer may never close its side.
    socket.once('finish', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  function send(key: string, message: ServerMessage): void {
    const listeners = byKey.get(key);
    if (listeners === undefined) return;
    const bytes = Buffer.from(JSON.stringify(message));
    for (const connection of listeners) if (!connection.sendBytes(bytes)) droppedSlow += 1;
  }

  return {
    register(kind) {
      kinds.set(kind.name, kind);
    },
    addPresence(listener) {
      presences.push(listener);
    },
    topicNames: () => [...kinds.keys()],
    publish(key, message) {
      taking.delete(key);
      if (byKey.has(key)) published.set(key, (published.get(key) ?? 0) + 1);
      send(key, message);
    },
    amend: send,
    listeners: (key) => byKey.get(key)?.size ?? 0,
    listenedKeys: (name) => [...byKey.keys()].filter((key) => key.startsWith(`${name}:`)),
    reauthenticate(userId) {
      for (const connection of connections) {
        if (connection.principal?.userId === userId) connection.close(REALTIME_CLOSE.restarting);
      }
    },
    handleUpgrade(request, socket, head) {
      const address = options.clientAddress(request);
      socket.on('error', () => socket.destroy());
      if (!options.originAllowed(request)) return refuse(socket, '403 Forbidden');
      if (held >= MAX_SOCKETS || (perAddress.get(address) ?? 0) >= MAX_SOCKETS_PER_ADDRESS) {
        return refuse(socket, '503 Service Unavailable');
      }
      hold(socket, address);
      options.authenticate(request).then(
        (principal) =>
          server.handleUpgrade(request, socket, head, (ws) => {
            const connection = new Connection(ws, identify(request).id, principal, {
              onMessage,
              onClose: forget,
            });
            connections.add(connection);
          }),
        (error: unknown) => {
          options.onError(error, 'opening a socket');
          refuse(socket, '503 Service Unavailable');
        },
      );
    },
    stats: () => ({ sockets: connections.size, droppedSlow }),
    async close() {
      clearInterval(sweep);
      for (const connection of connections) connection.close(REALTIME_CLOSE.restarting);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.terminate();
    },
  };
}
