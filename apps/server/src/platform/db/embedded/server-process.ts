/**
 * Runs one postgres process: a child that Ctrl-C in a terminal does not reach and that does not outlive this process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Log } from '../../log/log.ts';
import { pathForServer } from './cluster.ts';
import type { ServerUser } from './server-user.ts';

export interface ServerProcess {
  readonly pid: number | undefined;
  /** Resolves with the last lines of its output when it has exited. */
  readonly ended: Promise<string>;
  /** Starts a fast shutdown, then an immediate one after `graceMs`. */
  stop(graceMs?: number): Promise<void>;
}

/** The settings for a machine with 1 to 4 cores that runs more than the database. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '40',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  // An embedded server has no replicas, and backups copy the tables in one snapshot.
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '15min',
  // Worker processes for I/O pay off on large disks only, and parallel queries need shared memory that containers lack.
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // The application logs its own failed statements.
  log_min_error_statement: 'panic',
};

export function launchServer(options: {
  postgres: string;
  cluster: string;
  port: number;
  user: ServerUser | null;
  settings: Readonly<Record<string, string>>;
  log: Log;
}): ServerProcess {
  const { postgres, cluster, port, user, log } = options;
  const settings = { ...SETTINGS, ...options.settings, port: String(port) };
  const child = spawn(
    postgres,
    [
      '-D',
      pathForServer(cluster, user),
      ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`]),
    ],
    // The child is detached, because a terminal signals the whole foreground process group and the database must stop
    // last.
    { cwd: cluster, env: {}, detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...user },
  );
  const output: string[] = [];
  // A process that could not be started, for example without file descriptors, has no streams.
  if (child.pid !== undefined)
    createInterface({ input: child.stderr }).on('line', (line) => {
      output.push(line);
      if (output.length > 20) output.shift();
      log[/ (FATAL|PANIC): /.test(line) ? 'warn' : 'debug'](
        { postgres: line.replace(/^\S+ \S+ UTC /, '') },
        'postgres',
      );
    });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  child.on('error', (error) => resolve(error.message));
  child.on('close', (code, signal) => resolve(output.join('\n') || `exited with ${signal ?? code}`));
  const watchdog = startWatchdog(child, user);
  void ended.then(() => watchdog?.kill('SIGKILL'));
  return { pid: child.pid, ended, stop: (graceMs = 10_000) => stop(child, ended, graceMs) };
}

/**
 * A shell that waits until its input closes, which happens however this process ends (kill -9 included), and
 * then shuts the server down.
 */
function startWatchdog(server: ChildProcess, user: ServerUser | null): ChildProcess | null {
  if (server.pid === undefined) return null;
  const script = 'read -r _; kill -INT "$1"';
  const shell = spawn('/bin/sh', ['-c', script, 'sh', String(server.pid)], {
    cwd: '/',
    env: {},
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...user,
  });
  shell.on('error', () => undefined);
  shell.unref();
  return shell;
}

async function stop(child: ChildProcess, ended: Promise<string>, graceMs: number): Promise<void> {
  child.kill('SIGINT');
  const immediate = setTimeout(() => child.kill('SIGQUIT'), graceMs);
  const killed = setTimeout(() => child.kill('SIGKILL'), graceMs + 5_000);
  await ended;
  clearTimeout(immediate);
  clearTimeout(killed);
}
