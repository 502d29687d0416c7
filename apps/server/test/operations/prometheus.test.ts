/** A real Prometheus scrapes a running instance, and evaluates the alert rules and the queries of the dashboard. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { createApp } from '../../src/app.ts';
import { parseConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createTestDatabase } from '../support/database.ts';
import { freePort } from '../support/instance-process.ts';
import { prometheusProgram, startPrometheus } from '../support/prometheus-server.ts';

const DASHBOARD = new URL('../../../../docs/monitoring/grafana-dashboard.json', import.meta.url);
const TOKEN = 'a token of a test instance';
const SOON = { timeout: 40_000, interval: 500 };

const targets = z.object({
  activeTargets: z.array(z.object({ health: z.string(), lastError: z.string() })),
});
const rules = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          name: z.string(),
          query: z.string(),
          health: z.string(),
          state: z.string(),
          lastError: z.string().optional(),
        }),
      ),
    }),
  ),
});
const metadata = z.record(z.string(), z.array(z.object({ type: z.string() })));
const result = z.object({ result: z.array(z.unknown()) });
const dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })) })),
});

const metricsIn = (expression: string): string[] =>
  expression.match(/\b(?:tributary|process|nodejs)_[a-z0-9_]+/g) ?? [];

const db = await createTestDatabase();

async function startApp() {
  const dataDir = await mkdtemp(join(tmpdir(), 'tributary-prometheus-'));
  const config = parseConfig(
    {
      DEMO: 'false',
      DATABASE_URL: db.url,
      TRANSCODING: 'off',
      METRICS_PORT: await freePort(),
      METRICS_TOKEN: TOKEN,
    },
    dataDir,
  );
  const app = await createApp(
    { ...config, host: '127.0.0.1', port: 0, rtmpPort: 0 },
    { log: createLog('silent'), webRoot: dataDir },
  );
  return {
    metrics: `127.0.0.1:${app.metricsPort}`,
    async stop() {
      await app[Symbol.asyncDispose]();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const skipped =
  prometheusProgram === null ? ' (skipped: the Debian package prometheus is not installed)' : '';

it.skipIf(prometheusProgram === null)(
  `is scraped by Prometheus, which has every metric of the alerts and the dashboard, and notices when it stops${skipped}`,
  { timeout: 120_000 },
  async () => {
    const app = await startApp();
    let isRunning = true;
    onTestFinished(async () => {
      if (isRunning) await app.stop();
    });
    await using prometheus = await startPrometheus(app.metrics, TOKEN);
    await vi.waitFor(async () => {
      const { activeTargets } = await prometheus.read('targets', targets);
      expect(activeTargets).toEqual([{ health: 'up', lastError: '' }]);
    }, SOON);
    const alerts = async () => (await prometheus.read('rules', rules)).groups.flatMap((group) => group.rules);
    const evaluated = await vi.waitFor(async () => {
      const found = await alerts();
      expect(found.length).toBeGreaterThan(10);
      expect(found.filter(({ health }) => health !== 'ok')).toEqual([]);
      return found;
    }, SOON);

    const { panels } = dashboard.parse(JSON.parse(await readFile(DASHBOARD, 'utf8')));
    const queries = panels.flatMap((panel) => panel.targets.map(({ expr }) => expr));
    expect(queries.length).toBeGreaterThan(30);
    // A metric whose samples depend on what happens is declared all the same.
    const declared = Object.keys(await prometheus.read('metadata', metadata));
    const used = [...evaluated.map(({ query }) => query), ...queries].flatMap(metricsIn);
    expect([...new Set(used)].filter((name) => !declared.includes(name))).toEqual([]);
    for (const query of queries) await prometheus.read(`query?query=${encodeURIComponent(query)}`, result);
    const memory = await prometheus.read('query?query=process_resident_memory_bytes', result);
    expect(memory.result).toHaveLength(1);

    const stateOf = async (name: string) => (await alerts()).find((alert) => alert.name === name)?.state;
    expect(await stateOf('InstanceDown')).toBe('inactive');
    isRunning = false;
    await app.stop();
    await vi.waitFor(async () => expect(await stateOf('InstanceDown')).toBe('pending'), SOON);
  },
);
