/** The files in deploy/, held against the configuration and the image. */
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { parseConfig } from '../apps/server/src/config/config.ts';
import { VARIABLE_NAMES } from '../apps/server/src/config/env.ts';

const read = (path: string) => readFile(join(import.meta.dirname, '..', path), 'utf8');

const service = z.looseObject({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  read_only: z.boolean().default(false),
});
const compose = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
});

/** Values for what the operator fills in. */
const FILLED: Readonly<Record<string, string>> = {
  TRIBUTARY_HOST: 'live.example.org',
  PUBLIC_ADDRESS: '198.51.100.7',
  DATABASE_PASSWORD: 'f3a1',
  AUTH_SECRET: 'a'.repeat(64),
  STREAM_KEY_SECRET: 'b'.repeat(64),
  SMTP_URL: 'smtp://user:password@mail.example.org:587',
};
const interpolate = (text: string) =>
  text.replaceAll(/\$\{(\w+)(:-)?\}/g, (_all, name: string, isOptional?: string) => {
    return FILLED[name] ?? (isOptional ? '' : expect.fail(`${name} has no value`));
  });

/** As compose does: it reads the YAML first, and fills in its strings then. */
async function readCompose() {
  const text = JSON.stringify(parse(await read('deploy/compose.yaml'), { merge: true }));
  return compose.parse(JSON.parse(interpolate(text)));
}
const processesOf = ({ services }: z.infer<typeof compose>) =>
  Object.values(services).filter(({ image }) => image === 'tributary');

describe('the compose file', () => {
  it('starts two processes and a worker with a valid configuration, and sets only variables that exist', async () => {
    const processes = processesOf(await readCompose());
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
    const { services, volumes } = await readCompose();
    const [first, ...others] = processesOf({ services, volumes });
    for (const other of others) {
      for (const name of ['AUTH_SECRET', 'STREAM_KEY_SECRET', 'DATABASE_URL', 'REDIS_URL'])
        expect(first?.environment[name]).toBe(other.environment[name]);
      const shared = first?.volumes.filter((volume) => other.volumes.includes(volume));
      expect(shared).toEqual(['uploads:/data/uploads', 'storage:/data/storage']);
    }
    expect([first, ...others].map((one) => one?.read_only)).toEqual([true, true, true]);
  });

  it('declares the volumes that it uses, publishes each port once, and has an example of each value', async () => {
    const { services, volumes } = await readCompose();
    const all = Object.values(services);
    const used = all.flatMap((one) => one.volumes.map((volume) => volume.split(':')[0] ?? ''));
    expect(used.filter((name) => !name.startsWith('.') && !(name in volumes))).toEqual([]);
    const published = all.flatMap(({ ports }) => ports.map((port) => port.replace(/:\d+/, '')));
    expect(new Set(published).size).toBe(published.length);

    const example = await read('deploy/compose.env.example');
    const names = [...(await read('deploy/compose.yaml')).matchAll(/\$\{(\w+)/g)].map(([, name]) => name);
    expect([...new Set(names)].filter((name) => !new RegExp(`^#?${name}=`, 'm').test(example))).toEqual([]);
  });

  it('passes requests to the processes that it starts', async () => {
    const caddy = await read('deploy/Caddyfile');
    const { services } = await readCompose();
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
