import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
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
import { Admission } from './admission.ts';
import { browserIdOf } from './browser-id.ts';
import { Connection } from './connection.ts';
import { networkOf } from './network.ts';
import { TopicHub } from './topic-hub.ts';
import { type Principal, splitTopic, type TopicKind } from './topics.ts';

/** A session that ends without a word (it expires) is noticed within this. */
const RECHECK_MS = 10 * 60_000;
/** How many people are asked about at once when all have to be. */
const RECHECKS_AT_ONCE = 4;

export interface RealtimeOptions {
  authenticate(request: { readonly headers: IncomingHttpHeaders }): Promise<Principal>;
  /** Browsers send Origin with every socket; a foreign page's must not ride on our cookies. */
  originAllowed(request: IncomingMessage): boolean;
  /** Null once its sender has gone: such a connection has no address any more. */
  clientAddress(request: IncomingMessage): string | null;
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
  /**
   * Asks again who holds a person's sockets, and takes from each what they may no longer read. One whose
   * session is over is closed with a code that makes it come back as whoever it is now.
   */
  reauthenticate(userId: UserId): Promise<void>;
  /** The same for everybody, for when news may have been missed. */
  reauthenticateAll(): Promise<void>;
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  stats(): { readonly sockets: number; readonly droppedSlow: number };
  close(): Promise<void>;
}

/** The one socket of every tab: topics in, presence out (spec section 9: heartbeat 25 s). */
export function createRealtime(options: RealtimeOptions): Realtime {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: REALTIME_MAX_CLIENT_BYTES,
    // Messages are short, and a compressor per socket is not.
    perMessageDeflate: false,
  });
  const topics = new TopicHub();
  const admission = new Admission();
  const connections = new Set<Connection>();
  const presences: PresenceListener[] = [];
  /** How often rights may have changed, for those who are just being let in. */
  let changes = 0;
  let closing = false;

  // One timer for all: a silent socket is found within a beat.
  const sweep = setInterval(() => {
    const now = performance.now();
    const due: Connection[] = [];
    for (const connection of connections) {
      const silentMs = now - connection.heardAtMs;
      if (silentMs > 2 * REALTIME_HEARTBEAT_MS) {
        connection.terminate();
        continue;
      }
      if (silentMs >= REALTIME_HEARTBEAT_MS) connection.ping();
      if (connection.principal !== null && connection.checkedAtMs < now - RECHECK_MS) due.push(connection);
    }
    void recheckAll(due, (error) => options.onError(error, 'asking again who holds a socket'));
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

  /** A change of rights while it is asked is one that the answer may have missed. */
  async function authenticate(headers: IncomingHttpHeaders): Promise<Principal> {
    for (;;) {
      const before = changes;
      const principal = await options.authenticate({ headers });
      if (changes === before) return principal;
    }
  }

  async function renew(connection: Connection): Promise<Principal> {
    const principal = await options.authenticate(connection);
    connection.checkedAtMs = performance.now();
    if (principal?.userId !== connection.principal?.userId) {
      // Nothing reaches it from here on; what its tab may have signed in as since, its cookies know.
      topics.leave(connection);
      connection.close(REALTIME_CLOSE.sessionOver);
    }
    connection.principal = principal;
    return principal;
  }

  /** @param onFailure where nobody can say who it is */
  async function recheckAll(
    due: readonly Connection[],
    onFailure: (error: unknown, connection: Connection) => void,
  ): Promise<void> {
    const queue = due.values();
    const worker = async () => {
      for (const connection of queue) {
        try {
          await renew(connection);
          await topics.recheck(connection);
        } catch (error) {
          onFailure(error, connection);
        }
      }
    };
    await Promise.all(Array.from({ length: RECHECKS_AT_ONCE }, worker));
  }

  /** After a change: who cannot be asked about is sent away, and asked when it comes back. */
  function recheckChanged(changed: readonly Connection[]): Promise<void> {
    changes += 1;
    return recheckAll(changed, (error, connection) => {
      options.onError(error, 'asking again who holds a socket');
      connection.close(REALTIME_CLOSE.restarting);
    });
  }

  const signedIn = () => [...connections].filter(({ principal }) => principal !== null);

  function onMessage(connection: Connection, message: ClientMessage): void {
    switch (message.type) {
      case 'ping':
        connection.send({ type: 'pong' });
        break;
      case 'watching':
        tellWatching(connection, message.streamId);
        break;
      case 'unsubscribe':
        topics.unsubscribe(connection, message.topic);
        break;
      case 'subscribe':
        topics
          .subscribe(connection, message.topic, () => renew(connection))
          .catch((error: unknown) => {
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
    topics.leave(connection);
    tellWatching(connection, null);
  }

  function refuse(socket: Duplex, status: string): void {
    // Not left half open: its peer may never close its side.
    socket.once('finish', () => socket.destroy());
    socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  }

  return {
    register: (kind) => topics.register(kind),
    addPresence(listener) {
      presences.push(listener);
    },
    topicNames: () => topics.names(),
    publish: (key, message) => topics.publish(key, message),
    amend: (key, message) => topics.amend(key, message),
    listeners: (key) => topics.listeners(key),
    listenedKeys: (name) => topics.listenedKeys(name),
    reauthenticate: (userId) =>
      recheckChanged(signedIn().filter(({ principal }) => principal?.userId === userId)),
    reauthenticateAll: () => recheckChanged(signedIn()),
    handleUpgrade(request, socket, head) {
      socket.on('error', () => socket.destroy());
      const address = options.clientAddress(request);
      if (address === null) return void socket.destroy();
      const network = networkOf(address);
      if (!options.originAllowed(request)) return refuse(socket, '403 Forbidden');
      const held = closing ? null : admission.hold(socket, network);
      if (held === null) return refuse(socket, '503 Service Unavailable');
      const { cookie, authorization } = request.headers;
      const headers = { ...(cookie && { cookie }), ...(authorization && { authorization }) };
      authenticate(headers).then(
        (principal) =>
          server.handleUpgrade(request, socket, head, (ws) => {
            const browserId = admission.countAs(socket, held, network, identify(request).id);
            connections.add(
              new Connection(ws, { browserId, headers, principal }, { onMessage, onClose: forget }),
            );
          }),
        (error: unknown) => {
          options.onError(error, 'opening a socket');
          refuse(socket, '503 Service Unavailable');
        },
      );
    },
    stats: () => ({ sockets: connections.size, droppedSlow: topics.droppedSlow }),
    async close() {
      closing = true;
      clearInterval(sweep);
      for (const connection of connections) connection.close(REALTIME_CLOSE.restarting);
      await new Promise<void>((resolve) => server.close(() => resolve()));
      for (const connection of connections) connection.terminate();
    },
  };
}
