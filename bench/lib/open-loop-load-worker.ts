/**
 * Sends requests on a fixed schedule, so that a slow response latencies no other request. Latency counts
 * from when a request was due.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { FlowReport, LoadRequest, OpenLoopOrder, RequestFlow } from './open-loop-load.ts';
import { serveParent } from './proc.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let sent = 0;
let flows: RunningFlow[] = [];

class RunningFlow {
  readonly #pending = new Set<Promise<void>>();
  readonly #ended: Promise<void>;
  #stopped = false;
  #report = { latencies: [] as number[], refused: 0, failed: 0 };

  constructor(port: number, flow: RequestFlow) {
    this.#ended = this.#run(port, flow);
  }

  report(): FlowReport {
    const report = this.#report;
    this.#report = { latencies: [], refused: 0, failed: 0 };
    return report;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
    await Promise.all(this.#pending);
  }

  async #run(port: number, { perSecond, requests }: RequestFlow): Promise<void> {
    const startedAt = performance.now();
    for (let n = 0; !this.#stopped; n++) {
      const dueAt = startedAt + (1000 * n) / perSecond;
      const early = dueAt - performance.now();
      if (early > 0) await delay(early);
      const next = requests[n % requests.length];
      if (next === undefined) return;
      const answered = this.#send(port, next, dueAt).finally(() => this.#pending.delete(answered));
      this.#pending.add(answered);
    }
  }

  async #send(port: number, next: LoadRequest, dueAt: number): Promise<void> {
    const status = await statusOf(port, next).catch(() => 0);
    if (status === 200) this.#report.latencies.push(performance.now() - dueAt);
    else if (status === 503 || status === 429) this.#report.refused++;
    else this.#report.failed++;
  }
}

serveParent(async (order: OpenLoopOrder): Promise<readonly FlowReport[] | null> => {
  if (order.type === 'start') {
    flows = order.flows.map((flow) => new RunningFlow(order.port, flow));
    return null;
  }
  if (order.type === 'stop') await Promise.all(flows.map((flow) => flow.stop()));
  return flows.map((flow) => flow.report());
});

/** Sends a request. @returns the status of the response */
function statusOf(
  port: number,
  { method = 'GET', path, cookie, headers: more, body }: LoadRequest,
): Promise<number> {
  const n = sent++;
  const headers = {
    // Each request has its own address, as if from another client.
    'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...more,
  };
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
