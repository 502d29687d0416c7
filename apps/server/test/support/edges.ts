/** Varnish and nginx as edges in front of an instance, with the configurations of deploy/edges. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitForPort } from '../../../../e2e/lib/ports.ts';
import { findProgram, installByApt, isExecutable } from './programs.ts';

export type EdgeProgram = 'varnish' | 'nginx';

export interface Edge extends AsyncDisposable {
  readonly port: number;
  readonly pid: number;
  readonly url: string;
  /** The path of the access log of nginx. */
  readonly accessLog: string;
}

const FILES = join(import.meta.dirname, '../../../../deploy/edges');

/** @param originPort of an instance on 127.0.0.1 */
export async function startEdge(program: EdgeProgram, originPort: number): Promise<Edge> {
  const directory = await mkdtemp(join(tmpdir(), `tributary-${program}-`));
  const port = await freePort();
  const command = await PREPARE[program](directory, port, originPort);
  const child = spawn(command.path, command.args, { stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  if (child.pid === undefined) throw new Error(`${command.path} could not be started`);
  // Varnish reports what it does there, too.
  let reported = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    reported = `${reported}${text}`.slice(-10_000);
  });
  await waitForPort(port).catch((cause) => {
    child.kill();
    throw new Error(`${command.path} did not start:\n${reported}`, { cause });
  });
  return {
    port,
    pid: child.pid,
    url: `http://127.0.0.1:${port}`,
    accessLog: join(directory, 'access.log'),
    async [Symbol.asyncDispose]() {
      child.kill();
      await exited;
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface Command {
  readonly path: string;
  readonly args: readonly string[];
}

type Prepare = (directory: string, port: number, originPort: number) => Promise<Command>;

const PREPARE: Readonly<Record<EdgeProgram, Prepare>> = {
  async varnish(directory, port, originPort) {
    const path = programPath('varnishd', ['varnish']);
    const text = await readFile(join(FILES, 'varnish.vcl'), 'utf8');
    const file = join(directory, 'edge.vcl');
    await writeFile(file, replaceOnce(text, '.port = "8080"', `.port = "${originPort}"`));
    const listen = `127.0.0.1:${port}`;
    // Without its jail, whose users a container may lack.
    const args = [
      '-F',
      '-j',
      'none',
      '-n',
      join(directory, 'run'),
      '-a',
      listen,
      '-f',
      file,
      '-s',
      'malloc,64m',
    ];
    return { path, args };
  },
  async nginx(directory, port, originPort) {
    const path = programPath('nginx', ['nginx-light', 'nginx']);
    let text = await readFile(join(FILES, 'nginx.conf'), 'utf8');
    text = replaceOnce(text, '/var/cache/nginx/tributary', `${directory}/cache`);
    text = replaceOnce(text, 'server 127.0.0.1:8080', `server 127.0.0.1:${originPort}`);
    text = replaceOnce(text, '/var/log/nginx/tributary.log', `${directory}/access.log`);
    text = replaceOnce(text, 'listen 80', `listen 127.0.0.1:${port}`);
    await writeFile(join(directory, 'edge.conf'), text);
    const file = join(directory, 'nginx.conf');
    await writeFile(file, mainConfiguration(directory));
    return { path, args: ['-p', directory, '-c', file, '-e', 'stderr'] };
  },
};

/** The settings that a distribution's nginx.conf has around what it includes. */
const mainConfiguration = (directory: string) => `
daemon off;
master_process off;
error_log stderr error;
pid ${directory}/nginx.pid;
events { worker_connections 4096; }
http {
  access_log off;
  client_body_temp_path ${directory}/body;
  proxy_temp_path ${directory}/proxy;
  fastcgi_temp_path ${directory}/fastcgi;
  uwsgi_temp_path ${directory}/uwsgi;
  scgi_temp_path ${directory}/scgi;
  include ${directory}/edge.conf;
}
`;

/** The path of a server program, which Debian installs where only root's PATH leads. */
function programPath(name: string, packages: readonly string[]): string {
  const find = () => findProgram([name]) ?? [`/usr/sbin/${name}`].find(isExecutable) ?? null;
  if (find() === null) installByApt(packages);
  const path = find();
  if (path === null) throw new Error(`This test needs ${name}. Install the package ${packages.at(-1)}.`);
  return path;
}

function replaceOnce(text: string, part: string, by: string): string {
  if (text.split(part).length !== 2)
    throw new Error(`The configuration does not have “${part}” exactly once.`);
  return text.replace(part, by);
}
