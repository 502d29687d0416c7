import { createServer, type Server } from 'node:net';
import type { MediaLog, PublishTarget } from '../../ports.ts';
import type { IngestFactory } from '../ingest.ts';
import { AttemptCounter } from './attempt-counter.ts';
import { RefusalLog } from './refusal-log.ts';
import { RtmpConnection } from './rtmp-connection.ts';
import { DEFAULT_RTMP_LIMITS, limitsPerNetwork, type RtmpLimits, type RtmpNetwork } from './rtmp-limits.ts';
import { RtmpCounters, type RtmpStats } from './rtmp-stats.ts';

const DEADLINE_CHECK_MS = 500;

/** The server's clock, which tests replace. */
export interface RtmpClock {
  /** Returns monotonic milliseconds. */
  now(): number;
  /** Calls `task` every `ms` without keeping the process alive; returns a function that stops it. */
  every(ms: number, task: () => void): () => void;
}

export interface RtmpServerOptions {
  readonly publishTarget: PublishTarget;
  readonly log: MediaLog;
  readonly limits?: Partial<RtmpLimits>;
  readonly clock?: RtmpClock;
  /** The networks of an address, the smallest first; by default the address alone. */
  readonly networksOf?: (address: string) => readonly RtmpNetwork[];
}

export interface RtmpServer {
  /** Starts to listen; port 0 takes a free one. Rejects with Node's error (EADDRINUSE, EACCES). */
  listen(port: number, host: string): Promise<{ port: number }>;
  /** Ends every publication with `shutdown`, informs the encoders, and resolves once all sockets are closed. */
  close(): Promise<void>;
  stats(): RtmpStats;
}

const systemClock: RtmpClock = {
  now: () => performance.now(),
  every(ms, task) {
    const timer = setInterval(task, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};

export interface RtmpIngestOptions extends Pick<RtmpServerOptions, 'networksOf'> {
  readonly port: number;
  readonly host: string;
  readonly connectionsPerNetwork: number;
}

/** The RTMP ingest, which listens on a port of its own. */
export function rtmpIngest({
  port,
  host,
  connectionsPerNetwork,
  ...options
}: RtmpIngestOptions): IngestFactory {
  return (publishTarget, log) => {
    const limits = limitsPerNetwork(connectionsPerNetwork);
    const server = createRtmpServer({ ...options, publishTarget, log, limits });
    return { ...server, name: 'rtmp', listen: async () => void (await server.listen(port, host)) };
  };
}

const ownNetwork = (address: string): RtmpNetwork[] => [{ name: address, times: 1 }];

/** An RTMP server for encoders, which publishes to `publishTarget`. */
export function createRtmpServer(options: RtmpServerOptions): RtmpServer {
  const { publishTarget, log, clock = systemClock, networksOf = ownNetwork } = options;
  const limits: RtmpLimits = { ...DEFAULT_RTMP_LIMITS, ...options.limits };
  const counters = new RtmpCounters();
  const connections = new Set<RtmpConnection>();

  const attempts = new AttemptCounter(limits.maxAttemptsPerMinute, () => clock.now());
  const refusals = new RefusalLog(log, () => clock.now());

  function exceedsConnections({ name: of, times }: RtmpNetwork): boolean {
    const all = [...connections].filter(({ networks }) => networks.some(({ name }) => name === of));
    const idle = all.filter(({ isPublishing }) => !isPublishing);
    return all.length > limits.maxPerNetwork * times || idle.length > limits.maxIdlePerNetwork * times;
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    counters.accepted += 1;
    const connection = new RtmpConnection(socket, {
      publishTarget,
      log,
      limits,
      counters,
      attempts,
      refusals,
      networksOf,
      now: () => clock.now(),
    });
    connections.add(connection);
    connection.closed.then(() => connections.delete(connection));
    if (!connection.takeAttempt()) connection.reject('refused_too_many_attempts');
    else if (connections.size > limits.maxConnections || connection.networks.some(exceedsConnections))
      connection.reject('too_many_connections');
  });

  let stopDeadlines = (): void => {};
  return {
    async listen(port, host) {
      const address = await listening(server, port, host);
      // Errors after this point come from accept(), which fails when file descriptors run out.
      server.on('error', (error) => log.error({ err: error, port }, 'The RTMP server could not accept'));
      stopDeadlines = clock.every(DEADLINE_CHECK_MS, () => {
        const now = clock.now();
        for (const connection of connections) connection.checkDeadline(now);
        refusals.flush();
      });
      return address;
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      const allClosed = [...connections].map((connection) => connection.closed);
      for (const connection of connections) connection.close('shutdown');
      await Promise.all([closed, ...allClosed]);
      stopDeadlines();
    },
    stats: () => counters.snapshot(connections.size),
  };
}

function listening(server: Server, port: number, host: string): Promise<{ port: number }> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host }, () => {
      server.removeListener('error', reject);
      const address = server.address();
      resolve({ port: typeof address === 'object' && address !== null ? address.port : port });
    });
  });
}
