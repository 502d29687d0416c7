/** A real Prometheus that scrapes one address every second, with the alert rules of docs/monitoring. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { freePort } from './instance-process.ts';
import { findProgram } from './programs.ts';

const RULES = fileURLToPath(new URL('../../../../docs/monitoring/alerts.yml', import.meta.url));

export const prometheusProgram = findProgram(['prometheus']);

const answer = z.object({ status: z.string(), error: z.string().optional(), data: z.unknown() });

export interface PrometheusServer extends AsyncDisposable {
  /**
   * Reads an endpoint of its HTTP API.
   * @throws Error with its reason where it refuses
   */
  read<T>(path: string, schema: z.ZodType<T>): Promise<T>;
}

/** @param target the host and port that answer `/metrics` */
export async function startPrometheus(target: string, token: string): Promise<PrometheusServer> {
  if (prometheusProgram === null) throw new Error('Prometheus is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'tributary-prometheus-'));
  await cp(RULES, join(folder, 'alerts.yml'));
  await writeFile(join(folder, 'token'), token);
  await writeFile(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, evaluation_interval: 1s }
rule_files: [alerts.yml]
scrape_configs:
  - job_name: tributary
    authorization: { credentials_file: token }
    static_configs: [{ targets: ['${target}'] }]
`,
  );
  const listen = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    prometheusProgram,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${listen}`,
    ],
    { stdio: 'ignore' },
  );
  const ended = once(child, 'exit');
  return {
    async read(path, schema) {
      const response = await fetch(`http://${listen}/api/v1/${path}`);
      const { status, error, data } = answer.parse(await response.json());
      if (status !== 'success') throw new Error(`Prometheus refuses ${path}: ${error}`);
      return schema.parse(data);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
