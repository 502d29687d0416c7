import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REALTIME_CLOSE, REALTIME_PATH } from '@tributary/contracts/realtime';
import { health } from '@tributary/contracts/shared';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readPidFile } from '../../src/platform/db/embedded/orphaned-server.ts';
import { isAlive } from '../../src/platform/process/process-identity.ts';
import {
  freePort,
  type InstanceSettings,
  spawnInstance,
  startInstance,
} from '../support/instance-process.ts';

let settings: InstanceSettings;
let secrets: string;

beforeAll(async () => {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'tributary-instance-'));
  settings = { DATA_DIR, PORT: await freePort(), RTMP_PORT: await freePort() };
});
afterAll(() => rm(settings.DATA_DIR, { recursive: true, force: true }));

const serverPid = async () => (await readPidFile(join(settings.DATA_DIR, 'postgres')))?.pid ?? 0;

/** What a terminal does on Ctrl-C: the whole foreground process group gets the signal. */
function pressCtrlC(pid: number | undefined): void {
  if (pid === undefined) throw new Error('It has not been spawned.');
  process.kill(-pid, 'SIGINT');
}

describe('an instance', { timeout: 120_000 }, () => {
  it('prints its addresses, serves, and stops with its child processes on Ctrl-C', async () => {
    const instance = await startInstance(settings);
    expect(instance.output()).toContain(`http://localhost:${settings.PORT}`);
    expect(instance.output()).toContain(`rtmp://localhost:${settings.RTMP_PORT}/live`);
    const response = await fetch(`${instance.url}/healthz`);
    expect(response.status).toBe(200);
    expect(health.parse(await response.json())).toMatchObject({
      status: 'ok',
      parts: { database: { state: 'ok' } },
    });
    secrets = await readFile(join(settings.DATA_DIR, 'secrets.json'), 'utf8');

    const database = await serverPid();
    expect(isAlive(database)).toBe(true);
    pressCtrlC(instance.process.pid);
    expect(await instance.ended).toBe(0);
    expect(isAlive(database)).toBe(false);
    expect(await readdir(settings.DATA_DIR)).not.toContain('instance.lock');
  });

  it('reuses its data, refuses a second instance on the same directory, and closes open connections on SIGTERM', async () => {
    const instance = await startInstance(settings);
    expect(await readFile(join(settings.DATA_DIR, 'secrets.json'), 'utf8')).toBe(secrets);
    const second = spawnInstance({ ...settings, PORT: await freePort(), RTMP_PORT: await freePort() });
    expect(await second.ended).toBe(1);
    expect(second.output()).toMatch(/^.* is in use by another instance \(process \d+\)\. .*\n$/);

    // An idle one, one that never finishes its request, and a socket.
    await (await fetch(`${instance.url}/healthz`)).text();
    const slow = connect(Number(settings.PORT), '127.0.0.1');
    slow.on('error', () => undefined);
    slow.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    await once(slow, 'connect');
    const socket = new WebSocket(`ws://127.0.0.1:${settings.PORT}${REALTIME_PATH}`);
    await new Promise((resolve) => socket.addEventListener('open', resolve));
    const farewell = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve));
    instance.process.kill('SIGTERM');
    expect((await farewell).code).toBe(REALTIME_CLOSE.restarting);
    expect(await instance.ended).toBe(0);
    slow.destroy();
  });

  it('starts again after kill -9, and exits with 1 on an uncaught error without leaving anything behind', async () => {
    const killed = await startInstance(settings);
    killed.process.kill('SIGKILL');
    expect(await killed.ended).toBe('SIGKILL');

    const bug = "process.on('SIGUSR2', () => setTimeout(() => { throw new Error('a defect') }))";
    const instance = await startInstance(settings, [
      '--import',
      `data:text/javascript,${encodeURIComponent(bug)}`,
    ]);
    expect((await fetch(`${instance.url}/healthz`)).status).toBe(200);
    const database = await serverPid();
    instance.process.kill('SIGUSR2');
    expect(await instance.ended).toBe(1);
    expect(instance.output()).toContain('a defect');
    expect(isAlive(database)).toBe(false);
    expect(await readdir(settings.DATA_DIR)).not.toContain('instance.lock');
  });
});

describe('a start that the operator has to fix', () => {
  let taken: Server;
  let port: string;

  beforeAll(async () => {
    taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    port = String(typeof address === 'object' ? address?.port : address);
  });
  afterAll(() => void taken.close());

  it.each<[what: string, setting: () => Record<string, string>, line: RegExp]>([
    ['an HTTP port in use', () => ({ PORT: port }), /^PORT: port \d+ is in use/],
    ['an RTMP port in use', () => ({ RTMP_PORT: port }), /^RTMP_PORT: port \d+ is in use/],
    ['an invalid value', () => ({ PORT: 'eighty' }), /^PORT: "eighty" is invalid\. Use a port number/],
    [
      'an impossible data directory',
      () => ({ DATA_DIR: join(settings.DATA_DIR, 'secrets.json') }),
      /^DATA_DIR: .*secrets\.json is not a writable directory/,
    ],
  ])('fails with one line for %s', async (_what, setting, line) => {
    const instance = spawnInstance({ ...settings, ...setting() });
    expect(await instance.ended).toBe(1);
    expect(instance.output()).toMatch(line);
    expect(instance.output().trim()).not.toContain('\n');
  });
});
