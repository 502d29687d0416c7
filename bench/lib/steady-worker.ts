/**
 * Requests at times that do not wait for answers, so that a slow answer delays none of the others, and
 * a delay counts from the moment at which the request was due.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { serveParent } from './proc.ts';
import type { Ask, Flow, SteadyOrder, Timed } from './steady.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let sent = 0;
let flows: Running[] = [];

class Running {
  readonly #underWay = new Set<Promise<void>>();
  readonly #ended: Promise<void>;
  #stopped = false;
  #timed = { delays: [] as number[], turnedAway: 0, failed: 0 };

  constructor(port: number, flow: Flow) {
    this.#ended = this.#run(port, flow);
  }

  report(): Timed {
    const timed = this.#timed;
    this.#timed = { delays: [], turnedAway: 0, failed: 0 };
    return timed;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#ended;
    await Promise.all(this.#underWay);
  }

  async #run(port: number, { perSecond, requests }: Flow): Promise<void> {
    const startedAt = performance.now();
    for (let n = 0; !this.#stopped; n++) {
      const dueAt = startedAt + (1000 * n) / perSecond;
      const early = dueAt - performance.now();
      if (early > 0) await delay(early);
      const next = requests[n % requests.length];
      if (next === undefined) return;
      const answered = this.#send(port, next, dueAt).finally(() => this.#underWay.delete(answered));
      this.#underWay.add(answered);
    }
  }

  async #send(port: number, next: Ask, dueAt: number): Promise<void> {
    const status = await ask(port, next).catch(() => 0);
    if (status === 200) this.#timed.delays.push(performance.now() - dueAt);
    else if (status === 503 || status === 429) this.#timed.turnedAway++;
    else this.#timed.failed++;
  }
}

serveParent(async (order: SteadyOrder): Promise<readonly Timed[] | null> => {
  if (order.type === 'start') {
    flows = order.flows.map((flow) => new Running(order.port, flow));
    return null;
  }
  if (order.type === 'stop') await Promise.all(flows.map((flow) => flow.stop()));
  return flows.map((flow) => flow.report());
});

/** @returns the status of the answer */
function ask(port: number, { method = 'GET', path, cookie, body }: Ask): Promise<number> {
  const n = sent++;
  const headers = {
    // Everybody comes from an address of their own.
    'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}
