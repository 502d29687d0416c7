/** One run of the postgres program: a child that a terminal's Ctrl-C does not reach and that never outlives us. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Log } from '../../log/log.ts';
import { pathForServer } from './cluster.ts';
import type { ServerUser } from './server-user.ts';

export interface ServerProcess {
  readonly pid: number | undefined;
  /** Settles when it has ended, with its last words. */
  readonly ended: Promise<string>;
  /** Fast shutdown; an immediate one where that takes longer than `patienceMs`. */
  stop(patienceMs?: number): Promise<void>;
}

/** For a machine of 1 to 4 cores that has other things to do. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '40',
  shared_buffers: '64MB',
  max_wal_size: '512MB',
  min_wal_size: '64MB',
  // No replicas hang on an embedded server, and its files are copied cold or by pg_dump.
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '15min',
  // Reading ahead in worker processes pays on big disks, and a parallel query wants shared memory that containers lack.
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
    // A session of its own: the terminal signals the whole foreground group, and we stop it last.
    { cwd: cluster, env: {}, detached: true, stdio: ['ignore', 'ignore', 'pipe'], ...user },
  );
  const lastWords: string[] = [];
  // It has no streams where the system could not start it, for want of file descriptors.
  if (child.pid !== undefined)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
      log[/ (FATAL|PANIC): /.test(line) ? 'warn' : 'debug'](
        { postgres: line.replace(/^\S+ \S+ UTC /, '') },
        'postgres',
      );
    });
  const { promise: ended, resolve } = Promise.withResolvers<string>();
  child.on('error', (error) => resolve(error.message));
  child.on('close', (code, signal) => resolve(lastWords.join('\n') || `ended with ${signal ?? code}`));
  const lifeline = holdLifeline(child, user);
  void ended.then(() => lifeline?.kill('SIGKILL'));
  return { pid: child.pid, ended, stop: (patienceMs = 10_000) => stop(child, ended, patienceMs) };
}

/**
 * A shell that waits for the end of our pipe, which comes however this process ends, kill -9 included,
 * and then shuts the server down in order.
 */
function holdLifeline(server: ChildProcess, user: ServerUser | null): ChildProcess | null {
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

async function stop(child: ChildProcess, ended: Promise<string>, patienceMs: number): Promise<void> {
  child.kill('SIGINT');
  const impatient = setTimeout(() => child.kill('SIGQUIT'), patienceMs);
  const desperate = setTimeout(() => child.kill('SIGKILL'), patienceMs + 5_000);
  await ended;
  clearTimeout(impatient);
  clearTimeout(desperate);
}
