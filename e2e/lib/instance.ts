import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { adminCommand } from './admin-command.ts';
import { freePort } from './ports.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const BUILD = join(ROOT, 'apps/server/build.ts');
/** As `npm start` runs it. */
const SERVER = join(ROOT, 'apps/server/dist/main.js');
const READY_MS = 90_000;
/** The environment variable that names a data directory to begin with a copy of; prepared-data.ts sets it. */
export const PREPARED_DATA = 'E2E_PREPARED_DATA';

let building: Promise<unknown> | undefined;

/** A new account with a channel, as `admin create-streamer` prints it. */
export interface Streamer {
  readonly username: string;
  readonly email: string;
  readonly password: string;
  readonly streamKey: string;
  readonly rtmpUrl: string;
  readonly watchUrl: string;
}

export interface Instance {
  readonly url: string;
  readonly rtmpUrl: string;
  readonly dataDir: string;
  readonly pid: number;
  admin(...args: string[]): Promise<string>;
  createStreamer(username: string): Promise<Streamer>;
  /** Sends SIGTERM, as a service manager does. Resolves with the exit status. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL. */
  kill(): Promise<void>;
  /** Starts it again with the same data and ports. */
  restart(): Promise<void>;
  /** Everything it has printed to stdout and stderr. */
  output(): string;
  /** Stops it and deletes its data, unless it was started with a DATA_DIR. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an instance on free ports with a temporary data directory that holds no account, without demo
 * channels unless `env` enables them. A DATA_DIR in `env` is used as it is, and kept. Resolves once /healthz succeeds.
 * @param prepared a data directory to begin with a copy of, unless `env` names one to use
 */
export async function startInstance(
  env: Readonly<Record<string, string>> = {},
  prepared = process.env[PREPARED_DATA],
): Promise<Instance> {
  building ??= promisify(execFile)(process.execPath, [BUILD, '--if-stale']);
  await building;
  const dataDir = env.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'tributary-e2e-')));
  // Keeps the owner, which PostgreSQL insists on.
  if (env.DATA_DIR === undefined && prepared !== undefined)
    await promisify(execFile)('cp', ['-a', `${prepared}/.`, dataDir]);
  const [port, rtmpPort] = [Number(env.PORT ?? (await freePort())), await freePort()];
  const url = `http://localhost:${port}`;
  const environment = {
    ...process.env,
    PORT: String(port),
    RTMP_PORT: String(rtmpPort),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    DEMO: 'false',
    LOG_LEVEL: 'warn',
    // Encoding takes the cores that other tests need.
    TRANSCODING: 'off',
    // Players would ask whether to exchange the stream.
    P2P: 'off',
    // Tests start the server many times.
    NODE_COMPILE_CACHE: join(ROOT, '.cache/node'),
    ...env,
  };
  let output = '';
  let child: ChildProcess;

  async function start(): Promise<void> {
    child = spawn(process.execPath, [SERVER], {
      cwd: ROOT,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const read = (chunk: Buffer) => {
      output += chunk.toString();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    const deadline = Date.now() + READY_MS;
    while (!(await isHealthy(url))) {
      if (child.exitCode !== null)
        throw new Error(`The instance exited with status ${child.exitCode}:\n${output}`);
      if (Date.now() > deadline)
        throw new Error(`The instance was not ready after ${READY_MS} ms:\n${output}`);
      await delay(100);
    }
  }

  async function signal(name: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
    const exited = once(child, 'exit');
    child.kill(name);
    await exited;
    return child.exitCode;
  }

  const admin = (...words: string[]) => adminCommand(environment, ...words);

  await start();
  return {
    url,
    rtmpUrl: `rtmp://127.0.0.1:${rtmpPort}/live`,
    dataDir,
    get pid() {
      return child.pid ?? 0;
    },
    admin,
    createStreamer: async (username) => JSON.parse(await admin('create-streamer', '--username', username)),
    stop: () => signal('SIGTERM'),
    kill: async () => {
      await signal('SIGKILL');
    },
    restart: start,
    output: () => output,
    async [Symbol.asyncDispose]() {
      await signal('SIGTERM');
      if (env.DATA_DIR === undefined) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/healthz`)).ok;
  } catch {
    return false;
  }
}
