/**
 * `npm run test:image`: builds the image with buildah, starts it as its own user on a read-only root, publishes a stream to it
 * and plays a part over HTTP. It is not part of `npm test`, since it needs root on Linux, buildah, debootstrap, the network
 * and several minutes. TEST_IMAGE_BASE and TEST_IMAGE_BUILD_BASE name images in place of those that debootstrap makes.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { publishWithFfmpeg } from '../apps/server/test/support/rtmp/ffmpeg-publisher.ts';

const ROOT = join(import.meta.dirname, '..');
const IMAGE = 'localhost/tributary-test';
const SUITE = 'trixie';
const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 25_000;

const run = (command: string, ...words: string[]): string =>
  execFileSync(command, words, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  }).trim();
const report = (text: string) => void process.stdout.write(`${text}\n`);

/** Debian's smallest system, without what only its installation needed. */
function makeBase(): string {
  const name = 'localhost/tributary-test-base';
  if (hasImage(name)) return name;
  const folder = mkdtempSync(join(tmpdir(), 'tributary-base-'));
  try {
    run('debootstrap', '--variant=minbase', SUITE, folder);
    for (const path of [
      'var/cache/apt',
      'var/lib/apt/lists',
      'usr/share/doc',
      'usr/share/man',
      'usr/share/locale',
    ])
      rmSync(join(folder, path), { recursive: true, force: true });
    const container = run('buildah', 'from', 'scratch');
    run('buildah', 'add', '--quiet', container, folder, '/');
    run('buildah', 'commit', '--quiet', '--rm', container, name);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return name;
}

/** The base with this machine's Node and npm, in place of the image `node`. */
function makeBuildBase(base: string): string {
  const name = 'localhost/tributary-test-build-base';
  if (hasImage(name)) return name;
  const npm = dirname(dirname(realpathSync(run('which', 'npm'))));
  const container = run('buildah', 'from', base);
  run('buildah', 'copy', '--quiet', container, process.execPath, '/usr/local/bin/node');
  run('buildah', 'copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm');
  const link = 'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm';
  run('buildah', 'run', '--isolation', 'chroot', container, 'sh', '-c', link);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates && existsSync(certificates)) {
    run('buildah', 'copy', '--quiet', container, certificates, '/etc/ca.pem');
    run('buildah', 'config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ca.pem', container);
  }
  run('buildah', 'commit', '--quiet', '--rm', container, name);
  return name;
}

function hasImage(name: string): boolean {
  return run('buildah', 'images', '--format', '{{.Name}}').split('\n').includes(name);
}

const inspected = z.looseObject({
  OCIv1: z.looseObject({
    config: z.looseObject({
      User: z.string(),
      Env: z.array(z.string()),
      Cmd: z.array(z.string()),
      WorkingDir: z.string(),
      StopSignal: z.string(),
      Volumes: z.record(z.string(), z.unknown()),
    }),
  }),
  Docker: z.looseObject({
    config: z.looseObject({ Healthcheck: z.looseObject({ Test: z.array(z.string()) }) }),
  }),
});

/** Mounts the root read-only with /data and /tmp to write to, and runs a command there as the image's user. */
const ENTER = `set -e
mount --bind "$ROOT" "$ROOT"
mount -o remount,bind,ro "$ROOT"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mount --bind "$DATA" "$ROOT/data"
mount -t proc proc "$ROOT/proc"
mount --rbind /dev "$ROOT/dev"
exec chroot --userspec="$IMAGE_USER" "$ROOT" env -i "$@"`;

async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return String(typeof address === 'object' ? address?.port : address);
}

async function waitUntilHealthy(server: ChildProcess, url: string): Promise<number> {
  const started = performance.now();
  while (performance.now() < started + START_TIMEOUT_MS) {
    assert.equal(server.exitCode, null, 'The image exited.');
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return performance.now() - started;
    await delay(50);
  }
  throw new Error(`The image does not serve after ${START_TIMEOUT_MS} ms.`);
}

const detail = z.looseObject({ stream: z.looseObject({ id: z.string() }).nullable() });

async function liveStream(url: string): Promise<string> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await fetch(`${url}/api/streamers/ann/streams/live`);
    const { stream } = detail.parse(await answer.json());
    if (stream !== null) return stream.id;
    await delay(100);
  }
  throw new Error('The published stream is not live.');
}

/** The address of a part that the playlists of a stream lead to. */
async function partOf(url: string, id: string): Promise<string> {
  let address = `${url}/live/${id}/index.m3u8`;
  for (const pattern of [/^(.+\.m3u8)$/m, /#EXT-X-PART:.*URI="([^"]+)"/]) {
    const playlist = await (await fetch(address)).text();
    const found = pattern.exec(playlist)?.[1];
    assert(found, `${address} lists nothing to play: ${playlist}`);
    address = new URL(found, address).href;
  }
  return address;
}

const base = process.env.TEST_IMAGE_BASE ?? makeBase();
const buildBase = process.env.TEST_IMAGE_BUILD_BASE ?? makeBuildBase(base);
report(`Building on ${base}`);
execFileSync(
  'buildah',
  [
    ...['build', '--isolation', 'chroot', '--format', 'docker', '--layers', '--pull-never', '--tag', IMAGE],
    ...['--build-arg', `BASE=${base}`, '--build-arg', `BUILD_BASE=${buildBase}`, ROOT],
  ],
  { stdio: 'inherit' },
);

const container = run('buildah', 'from', '--pull-never', IMAGE);
const data = mkdtempSync(join(tmpdir(), 'tributary-image-'));
try {
  const root = run('buildah', 'mount', container);
  const { OCIv1, Docker } = inspected.parse(JSON.parse(run('buildah', 'inspect', '--type', 'image', IMAGE)));
  const { User, Env, Cmd, WorkingDir, StopSignal, Volumes } = OCIv1.config;
  assert.deepEqual(Object.keys(Volumes), ['/data']);
  const [uid = 0, gid = 0] = User.split(':').map(Number);
  assert.notEqual(uid, 0, 'The image runs as root.');
  chownSync(data, uid, gid);

  const port = await freePort();
  const rtmpPort = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = [...Env, `PORT=${port}`, `RTMP_PORT=${rtmpPort}`];
  const enter = (command: readonly string[]): string[] => {
    const inside = ['sh', '-c', `cd ${WorkingDir} && exec "$@"`, 'sh', ...command];
    return ['--mount', 'sh', '-c', ENTER, 'sh', ...settings, ...inside];
  };
  const options = { env: { PATH: process.env.PATH, ROOT: root, DATA: data, IMAGE_USER: User } };
  const inImage = (...command: string[]) =>
    execFileSync('unshare', enter(command), { ...options, encoding: 'utf8' });

  const server = spawn('unshare', enter(Cmd), { ...options, stdio: 'inherit' });
  try {
    report(`Started in ${Math.round(await waitUntilHealthy(server, url))} ms, with an empty volume`);
    assert.equal(inImage('id', '-u').trim(), String(uid));
    assert.throws(() => inImage('touch', '/app/written'), /Read-only file system/);
    inImage(...Docker.config.Healthcheck.Test.slice(1));

    const admin = ['node', 'apps/server/dist/admin.js'];
    const made = z.looseObject({ streamKey: z.string() });
    const { streamKey } = made.parse(JSON.parse(inImage(...admin, 'create-streamer', '--username', 'ann')));
    const address = `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`;
    const sent = await publishWithFfmpeg({ address, video: 'h264', audio: 'aac', frames: 300 });
    assert.equal(sent.error, '');
    const part = await fetch(await partOf(url, await liveStream(url)));
    assert.equal(part.status, 200);
    report(`Played a part of ${(await part.arrayBuffer()).byteLength} bytes of a published stream`);
    const page = await fetch(`${url}/`);
    assert.match(await page.text(), /<script/);

    server.kill(StopSignal === 'SIGTERM' ? 'SIGTERM' : 'SIGKILL');
    const [code] = await once(server, 'exit', { signal: AbortSignal.timeout(STOP_TIMEOUT_MS) });
    assert.equal(code, 0, 'The image did not stop cleanly.');
    report('Stopped cleanly on SIGTERM');
  } finally {
    server.kill('SIGKILL');
  }
  const megabytes = (path: string) => Number(run('du', '-sm', '--apparent-size', path).split('\t')[0]);
  const packages = megabytes(join(root, 'app/node_modules'));
  report(
    `The image has ${megabytes(root)} MB: ${megabytes(join(root, 'app'))} MB below /app, ${packages} MB of them packages`,
  );
  report('1 passed, 0 failed');
} finally {
  run('buildah', 'rm', container);
  rmSync(data, { recursive: true, force: true });
}
