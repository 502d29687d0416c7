/** A real instance as a child process, for tests of starting and stopping. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { freePort as freePortNumber } from '../../../../e2e/lib/ports.ts';

const MAIN = resolve(import.meta.dirname, '../../src/main.ts');
const COMPILE_CACHE = resolve(import.meta.dirname, '../../../../.cache/node');

export interface RunningInstance {
  readonly process: ChildProcess;
  readonly url: string;
  /** The output so far. */
  output(): string;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals | null>;
}

export interface InstanceSettings {
  readonly DATA_DIR: string;
  readonly PORT: string;
  readonly RTMP_PORT: string;
  readonly [name: string]: string;
}

/**
 * Starts the instance in its own process group, like a terminal's foreground job.
 * @param within a command that runs the program given to it, such as one that enters a network namespace
 * @param main the program of another version
 */
export function spawnInstance(
  settings: InstanceSettings,
  nodeArguments: readonly string[] = [],
  within: readonly string[] = [],
  main = MAIN,
): RunningInstance {
  const [program = '', ...words] = [...within, process.execPath, ...nodeArguments, main];
  const child = spawn(program, words, {
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: import.meta.dirname,
    env: {
      DEMO: 'false',
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      PATH: process.env.PATH,
      // Tests start the server many times.
      NODE_COMPILE_CACHE: COMPILE_CACHE,
      ...settings,
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      child.emit('output');
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const url = `http://${settings.HOST ?? '127.0.0.1'}:${settings.PORT}`;
  return { process: child, url, output: () => output, ended };
}

/**
 * Resolves once the instance serves requests.
 * @throws Error with its output if it exits instead
 */
export async function startInstance(
  settings: InstanceSettings,
  nodeArguments: readonly string[] = [],
  within: readonly string[] = [],
  main = MAIN,
): Promise<RunningInstance> {
  const instance = spawnInstance(settings, nodeArguments, within, main);
  let ended = false;
  void instance.ended.then(() => {
    ended = true;
    instance.process.emit('output');
  });
  while (!instance.output().includes('Ctrl-C')) {
    if (ended) throw new Error(`The instance exited: ${instance.output()}`);
    await once(instance.process, 'output');
  }
  return instance;
}

/** A port for a variable of an instance. */
export const freePort = async (): Promise<string> => String(await freePortNumber());
