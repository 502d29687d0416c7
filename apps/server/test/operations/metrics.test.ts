/** A running instance is scraped, and alerts and the dashboard are compared with the metrics that exist. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestAccess } from '@tributary/contracts/channels';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createUsers } from '../../src/features/identity/index.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { Browser, json } from '../support/browser.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/instance-process.ts';
import { parseExposition } from '../support/prometheus.ts';
import { publishWithFfmpeg } from '../support/rtmp/ffmpeg-publisher.ts';

const DOCS = new URL('../../../../docs/', import.meta.url);
const RULES = new URL('monitoring/alerts.yml', DOCS);
const TOKEN = 'a token of a test instance';
const password = 'correct horse battery';

const db = await createTestDatabase();
const dataDir = await mkdtemp(join(tmpdir(), 'tributary-metrics-'));
const rtmpPort = Number(await freePort());
const config = parseConfig(
  {
    DEMO: 'false',
    DATABASE_URL: db.url,
    TRANSCODING: 'off',
    METRICS_PORT: await freePort(),
    METRICS_TOKEN: TOKEN,
    WEBRTC_PORT: await freePort(),
  },
  dataDir,
);
const app = await createApp(
  { ...config, host: '127.0.0.1', port: 0, rtmpPort },
  { log: createLog('silent'), webRoot: dataDir },
);
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(dataDir, { recursive: true, force: true });
});
const url = `http://127.0.0.1:${app.port}`;
const metricsUrl = `http://127.0.0.1:${app.metricsPort}/metrics`;
const withToken = { headers: { authorization: `Bearer ${TOKEN}` } };

const scrapeText = async () => await (await fetch(metricsUrl, withToken)).text();
const scrape = async () => parseExposition(await scrapeText());

async function metricValue(name: string, labels: Readonly<Record<string, string>> = {}): Promise<number> {
  const { samples } = (await scrape()).get(name) ?? expect.fail(`${name} is not exposed`);
  const matching = samples.filter((sample) =>
    Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  expect(matching.length, name).toBeGreaterThan(0);
  return matching.reduce((sum, { value }) => sum + value, 0);
}

/** PromQL functions, keywords and labels are no names of metrics. */
const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:tributary|process|nodejs)_[a-z0-9_]+/g) ?? [];

it('exposes valid metrics with help, and counters that end with _total', async () => {
  const answer = await fetch(metricsUrl, withToken);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  const families = parseExposition(await answer.text());
  const own = [...families.values()].filter(({ name }) => name.startsWith('tributary_'));
  expect(own.length).toBeGreaterThan(40);
  for (const { name, type, help } of own) {
    expect(help, name).toMatch(/\.$/);
    expect(name.endsWith('_total'), name).toBe(type === 'counter');
  }
  expect(families.get('tributary_metrics_read_failures_total')?.samples[0]?.value).toBe(0);
});

it('has labels of few values, none of them an id, a name or an address', async () => {
  for (const { name, samples } of (await scrape()).values()) {
    expect(samples.length, name).toBeLessThan(60);
    for (const value of samples.flatMap(({ labels }) => Object.values(labels)))
      expect(value, name).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|@|\d+\.\d+\.\d+\.\d+/);
  }
});

it('answers only with the token, on both ports, and nothing else on its own', async () => {
  for (const address of [metricsUrl, `${url}/metrics`]) {
    expect((await fetch(address)).status).toBe(401);
    const wrong = { headers: { authorization: `Bearer ${TOKEN}x` } };
    expect((await fetch(address, wrong)).status).toBe(401);
    expect((await fetch(address, withToken)).status).toBe(200);
    expect((await fetch(address, { ...withToken, method: 'POST' })).status).toBe(405);
  }
  expect((await fetch(metricsUrl.replace('/metrics', '/api/instance'), withToken)).status).toBe(404);
});

it('counts what an encoder sends and players fetch', { timeout: 60_000 }, async () => {
  await createUsers(db).create({ username: 'ann', email: 'ann@example.org', password });
  const ann = new Browser(url);
  await ann.post('/api/auth/sign-in/email', { email: 'ann@example.org', password });
  await ann.post('/api/me/streamer');
  const { streamKey } = json<IngestAccess>(await ann.get('/api/me/stream-key'));
  const received = () => metricValue('tributary_ingest_bytes_total', { protocol: 'rtmp', direction: 'in' });
  const before = { received: await received(), http: await metricValue('tributary_http_bytes_total') };
  const address = `rtmp://127.0.0.1:${rtmpPort}/live/${streamKey}`;
  expect(await publishWithFfmpeg({ address, video: 'h264', audio: 'aac', frames: 150 })).toMatchObject({
    error: '',
  });
  expect(await received()).toBeGreaterThan(before.received + 10_000);
  // The stream waits for its encoder to return.
  expect(await metricValue('tributary_live_streams')).toBe(1);
  expect(await metricValue('tributary_live_media_bytes')).toBeGreaterThan(0);
  expect(await metricValue('tributary_live_media_limit_bytes')).toBe(config.media.memoryBytes);
  await expect.poll(() => metricValue('tributary_recordings_running'), { timeout: 20_000 }).toBe(1);
  const { rows } = await db.pool.query('select id from streams');
  const played = await fetch(`${url}/live/${rows[0].id}/index.m3u8`);
  expect(played.status).toBe(200);
  expect(await metricValue('tributary_delivery_responses_total', { kind: 'playlist' })).toBe(1);
  expect(await metricValue('tributary_http_bytes_total')).toBeGreaterThan(before.http);
  expect(await metricValue('tributary_database_size_bytes')).toBeGreaterThan(1e6);
  expect(await metricValue('tributary_database_migrations_waiting')).toBe(0);
});

it('shows webhooks that failed, differences of the ledger, and queues with failed jobs', async () => {
  await db.pool.query(
    `insert into provider_events (id, provider, event_id, type, body, status, received_at)
     values (gen_random_uuid(), 'stripe', 'evt_1', 'charge.succeeded', '{}', 'failed', now())`,
  );
  await db.pool.query(
    `insert into reconciliations (id, provider, since, until, status, differences, created_at, finished_at)
     select gen_random_uuid(), 'stripe', now() - interval '1 day', now(), 'completed', found, now(), now() - age
     from (values (7, interval '2 days'), (3, interval '1 hour')) as reports (found, age)`,
  );
  await db.pool.query(
    `insert into jobs.job (name, state, completed_on) select name, 'failed', now() from jobs.queue where name = 'library.expire' or name like '%.expire%' limit 1`,
  );
  expect(await metricValue('tributary_payment_events', { provider: 'stripe', status: 'failed' })).toBe(1);
  expect(await metricValue('tributary_ledger_differences', { provider: 'stripe' })).toBe(3);
  const ageSeconds = await metricValue('tributary_reconciliation_age_seconds', { provider: 'stripe' });
  expect(Math.round(ageSeconds / 3600)).toBe(1);
  await expect.poll(() => metricValue('tributary_jobs_failed_last_hour')).toBeGreaterThan(0);
});

/** Metrics whose samples depend on what happens are declared all the same. */
const exposedNames = async () => new Set((await scrape()).keys());

it('has every metric that the alert rules and the dashboard use', async () => {
  const rules = await readFile(RULES, 'utf8');
  const dashboard = await readFile(new URL('monitoring/grafana-dashboard.json', DOCS), 'utf8');
  const expressions = [...rules.matchAll(/^\s+expr: (.+)$/gm)].map(([, expression = '']) => expression);
  expect(expressions.length).toBeGreaterThan(10);
  const panels = z
    .object({
      panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
    })
    .parse(JSON.parse(dashboard)).panels;
  expressions.push(...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)));
  const used = expressions.flatMap(metricsIn);
  const exposed = await exposedNames();
  expect([...new Set(used)].filter((name) => !exposed.has(name))).toEqual([]);
});

it('has a runbook page for each alert, and no other', async () => {
  const rules = await readFile(RULES, 'utf8');
  const alerts = [...rules.matchAll(/^\s+- alert: (\w+)$/gm)].map(([, name]) => `${name}.md`);
  const links = [...rules.matchAll(/runbook: docs\/runbooks\/(\S+)$/gm)].map(([, page]) => page);
  expect(links).toEqual(alerts);
  const pages = await readdir(new URL('runbooks/', DOCS));
  expect(pages.filter((page) => page !== 'README.md').sort()).toEqual(alerts.toSorted());
});

const promtool = (words: readonly string[], input = '') =>
  new Promise<{ code: number | string | null; output: string }>((resolve) => {
    const child = execFile('promtool', words, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? null), output: stdout + stderr }),
    );
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });

const hasPromtool = (await promtool(['--version'])).code !== 'ENOENT';
const withPromtool = hasPromtool
  ? ''
  : ' (skipped: promtool of the Debian package prometheus is not installed)';

it.skipIf(!hasPromtool)(`has alert rules and metrics that promtool accepts${withPromtool}`, async () => {
  const rules = await promtool(['check', 'rules', RULES.pathname]);
  expect(rules.output).toContain('SUCCESS');
  expect(rules.code).toBe(0);
  const own = (await scrapeText())
    .split('\n')
    .filter((line) => line.includes('tributary_'))
    .join('\n');
  expect(await promtool(['check', 'metrics'], `${own}\n`)).toEqual({ code: 0, output: '' });
});
