/** `admin doctor` beside a running instance that is reached through a reverse proxy. */
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { runAdmin } from '../../src/admin/cli.ts';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/instance-process.ts';

const db = await createTestDatabase();

/** Passes everything on with X-Forwarded-For, as nginx and Caddy do. */
async function startProxy(port: string, to: string): Promise<void> {
  const server = createServer((request, response) => {
    const headers = { ...request.headers, 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' };
    const passed = httpRequest(`http://127.0.0.1:${to}${request.url}`, { headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    request.pipe(passed);
  }).listen(Number(port), '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}

/** Starts an instance behind a proxy, and examines it. */
async function examine(more: Record<string, string>) {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-doctor-'));
  const proxyPort = await freePort();
  const settings = {
    DEMO: 'false',
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: db.url,
    PORT: await freePort(),
    RTMP_PORT: await freePort(),
    PUBLIC_URL: `http://localhost:${proxyPort}`,
    ...more,
  };
  const readConfig = () => parseConfig(settings, dataDir);
  const app = await createApp(readConfig(), { log: createLog('silent'), webRoot: dataDir });
  onTestFinished(async () => {
    await app[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true, force: true });
  });
  await startProxy(proxyPort, settings.PORT);
  let printed = '';
  const take = (text: string) => {
    printed += text;
  };
  const code = await runAdmin(['doctor'], { out: take, err: take, readConfig });
  return { code, printed, port: settings.PORT, url: settings.PUBLIC_URL };
}

it('finds a running instance well, and knows its ports from those of other programs', async () => {
  const { code, printed, port, url } = await examine({ TRUST_PROXY: '127.0.0.1' });
  expect(printed).toContain(`Port ${port} (PORT) is used by the running instance, process ${process.pid}.`);
  expect(printed).toContain(`The instance answers at ${url}.`);
  expect(printed).toContain('Requests arrive through 127.0.0.1, and this one counts as from 203.0.113.9.');
  expect(printed).toMatch(/checks: 0 failed/);
  expect(code).toBe(0);
});

it('ends with exit code 1 where the proxy is not trusted, and names the address to trust', async () => {
  const { code, printed } = await examine({});
  expect(printed).toContain('all viewers count as one');
  expect(printed).toContain('Set TRUST_PROXY to the addresses of the reverse proxies, such as 127.0.0.1.');
  expect(printed).toMatch(/checks: 1 failed/);
  expect(code).toBe(1);
});

it('tells how a request has arrived to nobody who does not know the secret of the instance', async () => {
  const { url } = await examine({});
  for (const proof of ['1', 'x'.repeat(43)]) {
    const answer = await fetch(`${url}/healthz`, { headers: { 'x-tributary-arrival': proof } });
    expect(answer.headers.get('x-tributary-arrival')).toBeNull();
  }
});
