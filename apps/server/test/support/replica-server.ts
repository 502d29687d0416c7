/** A streaming replica of a PostgreSQL server, as an operator has it on another machine. */
import { execFileSync } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../../../../e2e/lib/ports.ts';
import { findBinaries } from '../../src/platform/db/embedded/binaries.ts';
import { launchServer } from '../../src/platform/db/embedded/server-process.ts';
import { serverUser } from '../../src/platform/db/embedded/server-user.ts';
import type { Log } from '../../src/platform/log/log.ts';

/** The settings that a primary needs, and that its replicas share. */
export const REPLICATED = { wal_level: 'replica', max_wal_senders: '4', wal_keep_size: '512MB' };

export interface ReplicaServer {
  readonly port: number;
  stop(graceMs?: number): Promise<void>;
  start(): void;
}

export interface ReplicaServerOptions {
  readonly primary: pg.ClientConfig;
  /** The folder of the primary's data. */
  readonly primaryCluster: string;
  /** A folder for the data of the replica, which must not exist. */
  readonly cluster: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly log: Log;
}

/** Copies the primary while it runs, and starts the copy. */
export async function startReplica(options: ReplicaServerOptions): Promise<ReplicaServer> {
  const { primaryCluster, cluster, settings, log } = options;
  await copyCluster(options);
  const user = await serverUser(primaryCluster);
  const port = await freePort();
  const { postgres } = await findBinaries(user !== null);
  const launch = () => launchServer({ postgres, cluster, port, user, settings, log });
  let server = launch();
  return {
    port,
    stop: (graceMs) => server.stop(graceMs),
    start() {
      server = launch();
    },
  };
}

async function copyCluster({ primary, primaryCluster, cluster }: ReplicaServerOptions): Promise<void> {
  const client = new pg.Client(primary);
  await client.connect();
  await client.query("SELECT pg_backup_start('replica', true)");
  execFileSync('cp', ['-a', primaryCluster, cluster]);
  const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  await rm(join(cluster, 'postmaster.pid'), { force: true });
  await writeFile(join(cluster, 'backup_label'), String(rows[0]?.labelfile));
  await writeFile(join(cluster, 'standby.signal'), '');
  const { port, user, password } = primary;
  const connection = `host=127.0.0.1 port=${port} user=${user} password=${password} application_name=replica`;
  await appendFile(join(cluster, 'postgresql.auto.conf'), `\nprimary_conninfo = '${connection}'\n`);
  const owner = await serverUser(primaryCluster);
  if (owner) execFileSync('chown', ['-R', `${owner.uid}:${owner.gid}`, cluster]);
}
