/** The files in deploy/, held against the configuration and the image. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseConfig } from '../apps/server/src/config/config.ts';
import { VARIABLE_NAMES } from '../apps/server/src/config/env.ts';
import { type ComposeFile, inOrder, readCompose } from './compose/compose-file.ts';

const read = (path: string) => readFile(join(import.meta.dirname, '..', path), 'utf8');

/** Values for what the operator fills in. */
const FILLED: Readonly<Record<string, string>> = {
  TRIBUTARY_HOST: 'live.example.org',
  PUBLIC_ADDRESS: '198.51.100.7',
  DATABASE_PASSWORD: 'f3a1',
  AUTH_SECRET: 'a'.repeat(64),
  STREAM_KEY_SECRET: 'b'.repeat(64),
  SMTP_URL: 'smtp://user:password@mail.example.org:587',
};
const processesOf = ({ services }: Pick<ComposeFile, 'services'>) =>
  Object.values(services).filter(({ image }) => image === 'tributary');

describe('the compose file', () => {
  it('starts two processes and a worker with a valid configuration, and sets only variables that exist', async () => {
    const processes = processesOf(await readCompose(FILLED));
    expect(processes.map(({ environment }) => environment.ROLE)).toEqual(['web', 'web', 'worker']);
    for (const { environment } of processes) {
      expect(Object.keys(environment).filter((name) => !VARIABLE_NAMES.includes(name))).toEqual([]);
      expect(parseConfig({ DEMO: 'false', ...environment }, '/app')).toMatchObject({
        publicUrl: 'https://live.example.org',
        trustProxy: ['172.30.0.0/24'],
        s3: null,
      });
    }
    const urls = processes.map(({ environment }) => environment.PROCESS_URL);
    expect(new Set(urls).size).toBe(3);
  });

  it('gives all processes the same secrets, uploads and files, a read-only root, and a data directory of its own', async () => {
    const { services } = await readCompose(FILLED);
    const [first, ...others] = processesOf({ services });
    for (const other of others) {
      for (const name of ['AUTH_SECRET', 'STREAM_KEY_SECRET', 'DATABASE_URL', 'REDIS_URL'])
        expect(first?.environment[name]).toBe(other.environment[name]);
      const shared = first?.volumes.filter((volume) => other.volumes.includes(volume));
      expect(shared).toEqual(['uploads:/data/uploads', 'storage:/data/storage']);
    }
    expect([first, ...others].map((one) => one?.read_only)).toEqual([true, true, true]);
  });

  it('declares the volumes that it uses, publishes each port once, and has an example of each value', async () => {
    const { services, volumes } = await readCompose(FILLED);
    const all = Object.values(services);
    const used = all.flatMap((one) => one.volumes.map((volume) => volume.split(':')[0] ?? ''));
    expect(used.filter((name) => !name.startsWith('.') && !(name in volumes))).toEqual([]);
    const published = all.flatMap(({ ports }) => ports.map((port) => port.replace(/:\d+/, '')));
    expect(new Set(published).size).toBe(published.length);

    const example = await read('deploy/compose.env.example');
    const names = [...(await read('deploy/compose.yaml')).matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect([...new Set(names)].filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example))).toEqual([]);
  });

  it('starts each service after those that it needs, and waits for the health of those that have a check', async () => {
    const file = await readCompose(FILLED);
    const order = inOrder(file);
    expect(order.toSorted()).toEqual(Object.keys(file.services).toSorted());
    for (const [name, { depends_on: needed }] of Object.entries(file.services)) {
      for (const [before, condition] of needed) {
        expect(order.indexOf(before)).toBeLessThan(order.indexOf(name));
        const hasCheck = file.services[before]?.healthcheck !== undefined;
        expect([before, condition]).toEqual([before, hasCheck ? 'service_healthy' : 'service_started']);
      }
    }
  });

  it('names only services of the file as hosts, with addresses of its network where proxies are trusted', async () => {
    const file = await readCompose(FILLED);
    for (const { environment } of processesOf(file)) {
      for (const name of ['DATABASE_URL', 'REDIS_URL', 'PROCESS_URL'])
        expect(Object.keys(file.services)).toContain(new URL(environment[name] ?? '').hostname);
      expect(environment.TRUST_PROXY).toBe(file.networks.default.ipam.config[0].subnet);
    }
  });

  it('passes requests to the processes that it starts', async () => {
    const caddy = await read('deploy/Caddyfile');
    const { services } = await readCompose(FILLED);
    const targets = /reverse_proxy (.*) \{/
      .exec(caddy)?.[1]
      ?.split(' ')
      .map((target) => target.split(':'));
    expect(targets?.map(([name = '', port]) => [services[name]?.image, port])).toEqual([
      ['tributary', '8080'],
      ['tributary', '8080'],
    ]);
  });
});

describe('the image on arm64', () => {
  const locked = z.looseObject({
    packages: z.record(
      z.string(),
      z.looseObject({ os: z.array(z.string()).default([]), cpu: z.array(z.string()).default([]) }),
    ),
  });

  it('has each package that holds native code for amd64, but for those of development alone', async () => {
    const { packages } = locked.parse(JSON.parse(await read('package-lock.json')));
    const onLinux = (cpu: string) =>
      Object.entries(packages)
        .filter(([, { os, cpu: cpus }]) => os.includes('linux') && cpus.includes(cpu))
        .map(([path]) => path.replace(/x64|amd64|arm64/, 'CPU'));
    const missing = onLinux('x64').filter((path) => !onLinux('arm64').includes(path));
    // It simulates a chain in tests, which are skipped without it.
    expect(missing).toEqual(['node_modules/@foundry-rs/anvil-linux-CPU']);
  });

  it('follows from a Containerfile that names no processor', async () => {
    expect(await read('Containerfile')).not.toMatch(/^(?!#).*(x64|x86_64|amd64|arm64|aarch64|--platform)/m);
  });
});

describe('the unit and the image', () => {
  const start = async () => {
    const { scripts } = z
      .looseObject({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(await read('package.json')));
    return /node (.*)$/.exec(scripts.start ?? '')?.[1] ?? expect.fail('npm start runs no node');
  };

  it('start the server with the flags of npm start', async () => {
    expect(await read('deploy/tributary.service')).toContain(
      `ExecStart=/usr/bin/env node ${await start()}\n`,
    );
    const words = ['node', ...(await start()).split(' ')].map((word) => `"${word}"`);
    expect(await read('Containerfile')).toContain(`CMD [${words.join(', ')}]`);
  });

  it('install the packages of each workspace, whose manifest the image copies first', async () => {
    const root = join(import.meta.dirname, '..');
    const manifests: string[] = [];
    for await (const path of glob('{apps,packages}/*/package.json', { cwd: root })) manifests.push(path);
    const copied = [...(await read('Containerfile')).matchAll(/^COPY (\S+\/package\.json) /gm)].map(
      ([, path]) => path,
    );
    expect(copied.toSorted()).toEqual(manifests.toSorted());
  });

  it('set only variables that exist', async () => {
    const unit = /^Environment=(.*)$/m.exec(await read('deploy/tributary.service'))?.[1] ?? '';
    const image = /^ENV ((?:.*\\\n)*.*)$/m.exec(await read('Containerfile'))?.[1] ?? '';
    const names = [...`${unit} ${image}`.matchAll(/(\w+)=/g)].map(([, name]) => name ?? '');
    expect(names).toContain('DATA_DIR');
    const others = ['PATH', 'NODE_ENV', 'MALLOC_MMAP_THRESHOLD_'];
    expect(names.filter((name) => !VARIABLE_NAMES.includes(name) && !others.includes(name))).toEqual([]);
  });
});
