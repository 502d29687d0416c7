/** A realtime server on loopback with topics of its own, and clients that speak the protocol. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type ServerMessage, serverFrame } from '@tributary/contracts/realtime';
import type { UserId } from '@tributary/contracts/shared';
import { onTestFinished } from 'vitest';
import { type RawData, WebSocket } from 'ws';
import { createInProcessBus } from '#platform/bus/in-process-bus.ts';
import type { Bus } from '#platform/bus/index.ts';
import { createLog } from '#platform/log/log.ts';
import { type ViewerLimits, viewerLimits } from '#platform/network/viewer-limits.ts';
import { createRealtime, type TopicDefinition } from '#platform/realtime/index.ts';
import type { Principal } from '#platform/realtime/topics/topics.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';

export interface ServeRealtime {
  readonly topics: readonly TopicDefinition[];
  readonly bus?: Bus;
  /** Finds the holder of a socket; absent: a visitor. */
  readonly authenticate?: (request: { readonly headers: IncomingHttpHeaders }) => Promise<Person | null>;
  /** Finds the holder of an access token. */
  readonly verify?: (token: string) => Promise<{ userId: UserId; sessionId: string } | null>;
  readonly clientAddress?: () => string | null;
  readonly limits?: ViewerLimits;
  readonly gapMs?: (listeners: number) => number;
}

/** A principal whose session the cookie identifies. */
export type Person = Omit<NonNullable<Principal>, 'sessionId'>;

export type RealtimeServer = Awaited<ReturnType<typeof serveRealtime>>;
export type RealtimeTab = Awaited<ReturnType<RealtimeServer['connect']>>;

/** Starts the server, which closes with the test that called it. */
export async function serveRealtime({
  topics,
  bus = createInProcessBus(createLog('silent')),
  authenticate = async () => null,
  verify = async () => null,
  clientAddress = () => '127.0.0.1',
  limits = viewerLimits(),
  gapMs,
}: ServeRealtime) {
  const failures: unknown[] = [];
  const sharedState = createMemoryState();
  async function authenticateSession(cookie: string): Promise<Principal> {
    const person = await authenticate({ headers: cookie === '' ? {} : { cookie } });
    return person && { ...person, sessionId: cookie };
  }
  const realtime = createRealtime({
    bus,
    sharedState,
    limits,
    ...(gapMs && { gapMs }),
    accessTokens: { verify },
    authenticate: (request) => authenticateSession(request.headers.cookie ?? ''),
    authenticateSession,
    originAllowed: (request) => request.headers.origin !== 'https://evil.example',
    clientAddress,
    secureCookies: false,
    onError: (error) => failures.push(error),
  });
  for (const topic of topics) realtime.register(topic);
  const server = createServer();
  server.on('upgrade', (request, socket, head) => realtime.handleUpgrade(request, socket, head));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  onTestFinished(async () => {
    await realtime.close();
    await sharedState.close();
    server.close();
  });

  const connect = (headers?: Record<string, string>, autoPong?: boolean, protocols?: readonly string[]) =>
    connectTab(`ws://127.0.0.1:${port}/`, headers, autoPong, protocols);
  return { realtime, connect, port, failures };
}

/** The messages in a frame. */
export const messagesIn = (data: RawData): ServerMessage[] =>
  [serverFrame.parse(JSON.parse(data.toString()))].flat();

/** A client that speaks the protocol. */
export async function connectTab(
  url: string,
  headers: Record<string, string> = {},
  autoPong = true,
  protocols: readonly string[] = [],
) {
  const socket = new WebSocket(url, [...protocols], { headers, autoPong });
  const inbox: ServerMessage[] = [];
  const waiting: ((message: ServerMessage) => void)[] = [];
  socket.on('message', (data) => {
    for (const message of messagesIn(data)) {
      const next = waiting.shift();
      if (next === undefined) inbox.push(message);
      else next(message);
    }
  });
  const cookie = new Promise<string | undefined>((resolve) =>
    socket.on('upgrade', (response) => resolve(response.headers['set-cookie']?.[0])),
  );
  await once(socket, 'open');
  const send = (message: object) => socket.send(JSON.stringify(message));
  const next = (): Promise<ServerMessage> => {
    const ready = inbox.shift();
    if (ready !== undefined) return Promise.resolve(ready);
    return new Promise((resolve) => waiting.push(resolve));
  };
  return {
    socket,
    cookie: await cookie,
    send,
    next,
    /** The messages that have arrived and were not taken by `next`. */
    inbox,
    subscribe: (topic: string, lastId?: string) => send({ type: 'subscribe', topic, lastId }),
    act: (topic: string, action: string, data: unknown, id = 1) =>
      send({ type: 'action', topic, action, data, id }),
    /** Resolves once the server has read all earlier messages, if it answers them at once. */
    async settled(): Promise<ServerMessage[]> {
      send({ type: 'ping' });
      const before: ServerMessage[] = [];
      for (;;) {
        const message = await next();
        if (message.type === 'pong') return before;
        before.push(message);
      }
    },
    closed: once(socket, 'close').then(([code]) => code as number),
  };
}
