/** PostgreSQL for the instance: a server that can be restarted, and a replica that can take its place. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded/embedded-postgres.ts';
import { readPidFile } from '../../../src/platform/db/embedded/orphaned-server.ts';
import { createLog } from '../../../src/platform/log/log.ts';
import { REPLICATED, startReplica } from '../replica-server.ts';

export interface ChaosDatabase extends AsyncDisposable {
  readonly user: string;
  readonly password: string;
  readonly name: string;
  /** The port of the server that takes writes. */
  port(): number;
  /** Stops the server as an administrator does, which breaks all connections. It starts again at once. */
  restart(): Promise<void>;
  /** Starts a replica, kills the server once the replica has everything, and lets the replica take its place. */
  failOver(): Promise<void>;
}

const SETTINGS = {
  ...REPLICATED,
  max_connections: '100',
  // As an operator who may not lose anything would have it.
  synchronous_commit: 'on',
};

export async function startDatabase(dataDir: string): Promise<ChaosDatabase> {
  const log = createLog('silent');
  const password = 'only-for-chaos-on-loopback';
  const primary = await startEmbeddedPostgres({ dataDir, password, log, settings: SETTINGS });
  const { port: primaryPort = 0, user = '', database = '' } = primary.connection;
  const cluster = join(dataDir, 'postgres');
  let port = primaryPort;
  const stack = new AsyncDisposableStack();
  stack.defer(() => primary.stop(0));

  async function query(onPort: number, ...statements: string[]): Promise<pg.QueryResult[]> {
    const client = new pg.Client({ ...primary.connection, port: onPort });
    await client.connect();
    try {
      const results: pg.QueryResult[] = [];
      for (const statement of statements) results.push(await client.query(statement));
      return results;
    } finally {
      await client.end();
    }
  }

  async function until(onPort: number, condition: string): Promise<void> {
    for (;;) {
      const results = await query(onPort, `SELECT (${condition}) AS holds`).catch(() => []);
      if (results[0]?.rows[0]?.holds === true) return;
      await delay(50);
    }
  }

  return {
    user,
    password,
    name: database,
    port: () => port,
    async restart() {
      const found = await readPidFile(cluster);
      if (found) process.kill(found.pid, 'SIGINT');
      await until(port, "pg_postmaster_start_time() > now() - interval '5 s'");
    },
    async failOver() {
      const replica = await startReplica({
        primary: primary.connection,
        primaryCluster: cluster,
        cluster: join(dataDir, 'replica'),
        settings: SETTINGS,
        log,
      });
      stack.defer(() => replica.stop(0));
      const { port: replicaPort } = replica;
      await until(replicaPort, 'pg_is_in_recovery()');
      await query(primaryPort, "ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()');
      await until(primaryPort, "EXISTS (SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync')");
      const found = await readPidFile(cluster);
      // The server that dies here is not reached any more when it comes back: only the relays' target is.
      const stopped = primary.stop(0);
      if (found) process.kill(found.pid, 'SIGQUIT');
      await stopped;
      await query(replicaPort, 'SELECT pg_promote()');
      await until(replicaPort, 'NOT pg_is_in_recovery()');
      port = replicaPort;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}
