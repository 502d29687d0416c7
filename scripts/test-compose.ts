/**
 * `npm run test:compose`: starts each service of deploy/compose.yaml without containers: PostgreSQL, Valkey or Redis, and
 * Caddy of this machine, and the built server, each in a network namespace with the name, environment, command, volumes, health
 * check and order of the file. A stream that is published to it is played through Caddy with TLS, and goes on when the first
 * process is killed. It is not part of `npm test`, since it needs root on Linux, and PostgreSQL and Caddy.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { startFakeS3 } from '../apps/server/test/support/fake-s3.ts';
import { startRelay } from '../apps/server/test/support/relay.ts';
import { encodeClip, readReplayClip } from '../apps/server/test/support/replay/replay-clip.ts';
import { ReplayEncoder } from '../apps/server/test/support/simulated/replay-encoder.ts';
import { runInNamespace } from './chaos/network.ts';
import { DEPLOY, readCompose } from './compose/compose-file.ts';
import { openComposeNetwork } from './compose/compose-network.ts';
import { findLiveStream, readNewestPart } from './compose/newest-part.ts';
import { startServices } from './compose/services.ts';
import { createTlsReader } from './compose/tls-reader.ts';

/** Caddy gives such names a certificate of its internal authority. */
const HOST = 'live.localhost';
const WAIT_MS = 90_000;
const STOP_MS = 30_000;
const OUTPUT_CHARACTERS = 2_000;
const CLIP = { width: 320, height: 180, fps: 15, gopSeconds: 2, bitrateKbps: 300, seconds: 16 } as const;

const report = (text: string) => void process.stdout.write(`${text}\n`);

/** The example with what an operator fills in. */
function fillIn(values: Readonly<Record<string, string>>): Record<string, string> {
  const example = readFileSync(join(DEPLOY, 'compose.env.example'), 'utf8');
  const named = [...example.matchAll(/^#?([A-Z_0-9]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  return { ...Object.fromEntries(named), ...values };
}

async function until<T>(what: string, find: () => Promise<T | null | undefined>): Promise<T> {
  for (const startedMs = performance.now(); performance.now() < startedMs + WAIT_MS; await delay(100)) {
    const found = await find().catch(() => null);
    if (found !== null && found !== undefined) return found;
  }
  throw new Error(`${what}: not within ${WAIT_MS} ms`);
}

/** The last lines of the services, which a failure prints. */
const outputs = new Map<string, () => string>();

function fail(error: unknown): number {
  for (const [name, output] of outputs) report(`--- ${name}\n${output().slice(-OUTPUT_CHARACTERS)}`);
  report(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}

async function main(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'tributary-compose-'));
  chmodSync(folder, 0o755);
  stack.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const s3 = stack.use(await startFakeS3());
  const secret = () => randomBytes(32).toString('hex');
  const values = fillIn({
    TRIBUTARY_HOST: HOST,
    DATABASE_PASSWORD: secret(),
    AUTH_SECRET: secret(),
    STREAM_KEY_SECRET: secret(),
    // There is no mail server, so mails wait in the outbox.
    SMTP_URL: '',
    MAIL_FROM: '',
  });
  const { networks, services } = await readCompose(values);
  const network = openComposeNetwork(networks.default.ipam.config[0].subnet, Object.keys(services), folder);
  const bucket = await startRelay(network.host, () => Number(new URL(s3.options.endpoint).port));
  stack.defer(() => bucket.close());
  const file = await readCompose({
    ...values,
    PUBLIC_ADDRESS: network.host,
    S3_ENDPOINT: `http://${network.host}:${bucket.port}`,
    S3_REGION: s3.options.region,
    S3_BUCKET: s3.options.bucket,
    S3_ACCESS_KEY_ID: s3.options.accessKeyId,
    S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
  });
  const running = await startServices({ file, network, folder, report }, stack);
  for (const [name, { output }] of running) outputs.set(name, output);
  const first = running.get('tributary-1');
  assert(first, 'There is no first process.');

  const root = join(folder, 'volumes/certificates/caddy/pki/authorities/local/root.crt');
  await until('Caddy makes its authority', async () => existsSync(root) || null);
  const reader = createTlsReader(network.host, HOST, readFileSync(root));
  await until(
    'The page is served with TLS',
    async () => (await reader.get('/healthz')).status === 200 || null,
  );
  const page = await reader.get('/');
  assert.match(page.body.toString(), /<script/);
  const plain = await fetch(`http://${network.host}/`, { redirect: 'manual', headers: { host: HOST } });
  assert.equal(plain.status, 308);
  report('Pages are served with TLS, and http leads to https');

  const admin = [...network.within('tributary-1'), 'node', 'apps/server/dist/admin.js'];
  const runAdmin = (...words: string[]) => {
    const [program = '', ...rest] = [...admin, ...words];
    return execFileSync(program, rest, { env: { ...first.env }, encoding: 'utf8' });
  };
  const { streamKey } = z
    .looseObject({ streamKey: z.string() })
    .parse(JSON.parse(runAdmin('create-streamer', '--username', 'ann')));
  const clipFile = join(folder, 'clip.flv');
  await encodeClip(clipFile, CLIP);
  const ingests = [1935, 1936].map((port) => ({ host: network.host, port }));
  const encoder = new ReplayEncoder(readReplayClip(clipFile, CLIP), ingests, streamKey);
  stack.defer(() => encoder.stop());
  const id = await until('The stream is live', () => findLiveStream(reader, 'ann'));
  const bytes = await until('A part is played', () => readNewestPart(reader, HOST, 'ann'));
  report(`Played a part of ${bytes} bytes of a stream that was published to rtmp://${network.host}:1935`);
  await until('The recording reaches the bucket', async () =>
    [...s3.objects.keys()].find((key) => key.includes(id)),
  );
  report('The recording is written to the bucket');

  first.process.kill('SIGKILL');
  await until('The encoder is accepted by the other process', async () =>
    encoder.server === 1 ? true : null,
  );
  await until('The stream is played from the other process', () => readNewestPart(reader, HOST, 'ann'));
  report('After the first process was killed, the stream goes on at rtmp://HOST:1936');
  await encoder.stop();

  for (const name of ['tributary-2', 'worker']) {
    const service = running.get(name);
    assert(service, `There is no service ${name}.`);
    const ended = once(service.process, 'exit', { signal: AbortSignal.timeout(STOP_MS) });
    service.process.kill('SIGTERM');
    const [code] = await ended;
    assert.equal(code, 0, `${name} did not stop cleanly: ${service.output()}`);
  }
  report('The other process and the worker stop cleanly on SIGTERM');
  report('1 passed, 0 failed');
}

const inside = runInNamespace();
if (inside !== null) process.exitCode = inside;
else {
  assert(
    process.env.TRIBUTARY_CHAOS_NAMESPACE,
    'This test creates network namespaces: run it as root on Linux.',
  );
  process.exit(await main().then(() => 0, fail));
}
