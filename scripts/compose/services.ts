/** Starts the services of the compose file from programs of this machine, as their images would. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findProgram } from '../../apps/server/test/support/programs.ts';
import { type ComposeFile, type ComposeService, DEPLOY, inOrder, readImage } from './compose-file.ts';
import type { ComposeNetwork } from './compose-network.ts';

const ROOT = join(import.meta.dirname, '../..');
const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
const HEALTHY_WITHIN_MS = 60_000;

/** A command with its variables and its user, and how the image's own tools are called here. */
interface Program {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly user: string | null;
  readonly aliases?: Readonly<Record<string, string>>;
}

export interface RunningService {
  readonly process: ChildProcess;
  readonly env: Readonly<Record<string, string>>;
  output(): string;
}

export interface ServicesOptions {
  readonly file: ComposeFile;
  readonly network: ComposeNetwork;
  /** The folder of the volumes. */
  readonly folder: string;
  readonly report: (text: string) => void;
}

/** Starts all services, each after those that it depends on. */
export async function startServices(
  options: ServicesOptions,
  stack: AsyncDisposableStack,
): Promise<ReadonlyMap<string, RunningService>> {
  const { file, network, folder, report } = options;
  const running = new Map<string, RunningService>();
  for (const name of inOrder(file)) {
    const service = file.services[name];
    if (service === undefined) throw new Error(`There is no service ${name}.`);
    const program = await programOf(name, service, folder, stack);
    const limits = service.ulimits ? ['prlimit', `--nofile=${allowedFiles(service.ulimits.nofile)}`] : [];
    const user =
      program.user === null
        ? []
        : ['setpriv', `--reuid=${program.user}`, `--regid=${program.user}`, '--clear-groups'];
    const enter = [...network.within(name), ...limits, ...user];
    const [first = '', ...words] = [...enter, ...program.command];
    const env = { PATH, ...program.env };
    const child = spawn(first, words, { env, cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    process.once('exit', () => void child.kill('SIGKILL'));
    stack.defer(() => void child.kill('SIGKILL'));
    running.set(name, { process: child, env, output: () => output });
    if (service.healthcheck) {
      const [, ...test] = service.healthcheck.test;
      const check = test.map((word) => program.aliases?.[word] ?? word);
      await untilHealthy(name, child, [...network.within(name), ...check], env, () => output);
    }
    for (const port of service.ports.filter((one) => !one.endsWith('/udp'))) {
      const [published, target] = port.split(':').map(Number);
      if (published && target) await network.publish(published, name, target);
    }
    report(`${name.padEnd(12)} ${service.image} as ${program.command[0]}`);
  }
  return running;
}

/** This user may be allowed fewer descriptors than the file gives a container. */
function allowedFiles(wanted: number): number {
  const most = Number(execFileSync('sh', ['-c', 'ulimit -H -n'], { encoding: 'utf8' }));
  return Number.isNaN(most) ? wanted : Math.min(wanted, most);
}

async function untilHealthy(
  name: string,
  child: ChildProcess,
  [program = '', ...words]: readonly string[],
  env: Readonly<Record<string, string>>,
  output: () => string,
): Promise<void> {
  for (
    const startedMs = performance.now();
    performance.now() < startedMs + HEALTHY_WITHIN_MS;
    await delay(100)
  ) {
    if (child.exitCode !== null) break;
    try {
      execFileSync(program, words, { env: { ...env }, stdio: 'ignore' });
      return;
    } catch {
      // The service is starting.
    }
  }
  throw new Error(`${name} is not healthy: ${output()}`);
}

/** The folder of a volume, or the file that is mounted from beside the compose file. */
function sourceOf(volume: string, folder: string): string {
  const [source = ''] = volume.split(':');
  if (source.startsWith('./')) return join(DEPLOY, source);
  const path = join(folder, 'volumes', source);
  mkdirSync(path, { recursive: true });
  return path;
}

async function programOf(
  name: string,
  service: ComposeService,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<Program> {
  if (service.image === 'tributary') return await tributary(service, folder, stack);
  if (/\/postgres:/.test(service.image)) return postgres(service, folder);
  if (/\/valkey:/.test(service.image)) return valkey(service, folder);
  if (/\/caddy:/.test(service.image)) return caddy(service, folder);
  throw new Error(`No program is known for the image ${service.image} of ${name}.`);
}

/** The built server with the image's command, whose volumes are mounted into a folder instead of /data. */
async function tributary(
  { volumes, environment }: ComposeService,
  folder: string,
  stack: AsyncDisposableStack,
): Promise<Program> {
  const { env, command } = await readImage();
  const data = volumes.find((volume) => volume.endsWith(`:${env.DATA_DIR}`)) ?? '';
  const dataDir = sourceOf(data, folder);
  for (const volume of volumes.filter((one) => one !== data)) {
    const target = join(dataDir, volume.split(`:${env.DATA_DIR}/`)[1] ?? '');
    mkdirSync(target, { recursive: true });
    execFileSync('mount', ['--bind', sourceOf(volume, folder), target]);
    stack.defer(() => void execFileSync('umount', ['--lazy', target]));
    chownSync(target, 10_001, 10_001);
  }
  chownSync(dataDir, 10_001, 10_001);
  const { PATH: _path, ...rest } = env;
  return { command, env: { ...rest, ...environment, DATA_DIR: dataDir }, user: '10001' };
}

/** Creates the cluster as the image does at its first start: with the user, password and database of the environment. */
function postgres({ volumes, environment }: ComposeService, folder: string): Program {
  const releases = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const newest = releases.toSorted((a, b) => Number(b) - Number(a))[0];
  if (newest === undefined)
    throw new Error('PostgreSQL is not installed (Debian: apt-get install postgresql).');
  const bin = join('/usr/lib/postgresql', newest, 'bin');
  const home = sourceOf(volumes[0] ?? '', folder);
  const data = join(home, 'data');
  const as = (user: string, command: string, words: readonly string[], input?: string) =>
    execFileSync(
      'setpriv',
      [`--reuid=${user}`, `--regid=${user}`, '--clear-groups', join(bin, command), ...words],
      {
        input,
        stdio: [input === undefined ? 'ignore' : 'pipe', 'ignore', 'pipe'],
      },
    );
  execFileSync('chown', ['-R', 'postgres:postgres', home]);
  const { POSTGRES_USER: user = '', POSTGRES_PASSWORD: password = '', POSTGRES_DB: name = '' } = environment;
  const file = join(folder, 'postgres-password');
  writeFileSync(file, password, { mode: 0o644 });
  as('postgres', 'initdb', [
    '-D',
    data,
    `--username=${user}`,
    `--pwfile=${file}`,
    '--auth-local=trust',
    '--auth-host=scram-sha-256',
  ]);
  writeFileSync(
    join(data, 'pg_hba.conf'),
    `${readFileSync(join(data, 'pg_hba.conf'), 'utf8')}\nhost all all all scram-sha-256\n`,
  );
  if (name !== 'postgres')
    as('postgres', 'postgres', ['--single', '-D', data, 'postgres'], `create database ${name}\n`);
  return {
    command: [
      join(bin, 'postgres'),
      '-D',
      data,
      '-c',
      'listen_addresses=*',
      '-c',
      `unix_socket_directories=${home}`,
    ],
    env: { ...environment, PGHOST: home },
    user: 'postgres',
    aliases: { pg_isready: join(bin, 'pg_isready') },
  };
}

/** The image has no protected mode, since the network is its own. */
function valkey({ command, environment }: ComposeService, folder: string): Program {
  const server = findProgram(['valkey-server', 'redis-server']);
  const client = findProgram(['valkey-cli', 'redis-cli']);
  if (server === null || client === null) throw new Error('Neither Valkey nor Redis is installed.');
  const [, ...words] = command;
  return {
    command: [server, ...words, '--protected-mode', 'no', '--dir', folder],
    env: environment,
    user: null,
    aliases: { 'valkey-cli': client },
  };
}

/** The file is used as it is, but for the installation of the internal authority on this machine. */
function caddy({ volumes, environment }: ComposeService, folder: string): Program {
  const caddyfile = volumes.find((volume) => volume.includes(':/etc/caddy/Caddyfile')) ?? '';
  const data = volumes.find((volume) => volume.endsWith(':/data')) ?? '';
  const config = join(folder, 'Caddyfile');
  writeFileSync(config, `{\n\tskip_install_trust\n}\n${readFileSync(sourceOf(caddyfile, folder), 'utf8')}`);
  return {
    command: ['caddy', 'run', '--config', config, '--adapter', 'caddyfile'],
    env: { ...environment, XDG_DATA_HOME: sourceOf(data, folder), XDG_CONFIG_HOME: folder, HOME: folder },
    user: null,
  };
}
