/**
 * Asks for the bell and for the featured list in turn, at times that do not wait for answers: a delay
 * counts from the moment at which the request was due.
 */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { serveParent } from '../lib/proc.ts';

export type ProbeOrder =
  | { readonly type: 'start'; readonly port: number; readonly cookies: readonly string[] }
  /** What was measured since the last question. */
  | { readonly type: 'report' };

export interface Probed {
  /** Milliseconds. */
  readonly delays: readonly number[];
  readonly failed: number;
}

const PER_SECOND = 100;

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let delays: number[] = [];
let failed = 0;

serveParent((order: ProbeOrder): Probed | null => {
  if (order.type === 'start') {
    void probe(order.port, order.cookies);
    return null;
  }
  const probed = { delays, failed };
  delays = [];
  failed = 0;
  return probed;
});

async function probe(port: number, cookies: readonly string[]): Promise<void> {
  const startedAt = performance.now();
  for (let n = 0; ; n++) {
    const dueAt = startedAt + (1000 * n) / PER_SECOND;
    const early = dueAt - performance.now();
    if (early > 0) await delay(early);
    const path = n % 2 === 0 ? '/api/me/bell' : '/api/streams/featured';
    ask(port, path, n, cookies[n % cookies.length] ?? '').then(
      (status) => {
        if (status === 200) delays.push(performance.now() - dueAt);
        else failed++;
      },
      () => void failed++,
    );
  }
}

function ask(port: number, path: string, n: number, cookie: string): Promise<number> {
  // Everybody comes from an address of their own.
  const headers = { cookie, 'x-forwarded-for': `10.0.${(n >> 8) & 255}.${n & 255}` };
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end();
  });
}
