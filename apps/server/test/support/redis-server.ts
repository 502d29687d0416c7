/** A real Valkey or Redis on loopback, without persistence. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { Redis } from 'ioredis';
import { freePort } from './instance-process.ts';
import { findProgram, installByApt } from './programs.ts';

const PROGRAMS = ['valkey-server', 'redis-server'];

export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  /** Ends it like a crash, and resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
}

/** Installs a server if there is none and the process may; `startRedisServer` reports if that failed. */
export function ensureRedisServer(): void {
  if (findProgram(PROGRAMS) === null) installByApt(['valkey-server', 'redis-server']);
}

/** @throws Error if neither server is installed */
export async function startRedisServer(): Promise<RedisServer> {
  const program = findProgram(PROGRAMS);
  if (program === null) {
    throw new Error(
      'These tests need valkey-server or redis-server and found neither. Install one (Debian: apt-get install redis-server).',
    );
  }
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const start = async (): Promise<ChildProcess> => {
    const settings = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn(program, [...settings, '--dir', tmpdir()], { stdio: 'ignore' });
    const client = new Redis(url, { retryStrategy: () => 20 });
    client.on('error', () => undefined);
    await Promise.race([
      client.ping(),
      once(child, 'exit').then(([code]) => Promise.reject(new Error(`${program} ended with ${code}`))),
    ]).finally(() => client.disconnect());
    return child;
  };
  let child = await start();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    url,
    kill,
    restart: async () => {
      child = await start();
    },
    [Symbol.asyncDispose]: kill,
  };
}
