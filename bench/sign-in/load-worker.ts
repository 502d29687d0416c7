/**
 * Requests at times that do not wait for answers, so that a slow answer delays none of the others, and
 * a delay counts from the moment at which the request was due.
 */
import { Agent, request } from 'node:http';
import { serveParent } from '../lib/proc.ts';
import type { Population } from './server.ts';

export interface LoadOrder {
  readonly population: Population;
  readonly readsPerSecond: number;
  readonly signInsPerSecond: number;
  readonly seconds: number;
}

export interface Timed {
  /** Milliseconds of those that were answered as they should be. */
  readonly delays: readonly number[];
  /** Answers with 503 or 429. */
  readonly turnedAway: number;
  readonly failed: number;
}

export interface LoadResult {
  /** `GET /api/me` and `POST /api/auth/token` in turn: what the session client asks. */
  readonly reads: Timed;
  readonly signIns: Timed;
}

serveParent((order: LoadOrder) => run(order));

const agent = new Agent({ keepAlive: true, maxSockets: 256 });
let people = 0;

async function run({
  population,
  readsPerSecond,
  signInsPerSecond,
  seconds,
}: LoadOrder): Promise<LoadResult> {
  const { port, cookies, emails, password } = population;
  const read = (n: number) => {
    const headers = { cookie: cookies[n % cookies.length] ?? '', 'x-forwarded-for': addressOf(n) };
    return n % 2 === 0 ? ask(port, 'GET', '/api/me', headers) : ask(port, 'POST', '/api/auth/token', headers);
  };
  const signIn = (n: number) =>
    ask(
      port,
      'POST',
      '/api/auth/sign-in/email',
      { 'content-type': 'application/json', 'x-forwarded-for': addressOf(n) },
      JSON.stringify({ email: emails[n % emails.length], password }),
    );
  const [reads, signIns] = await Promise.all([
    pace(readsPerSecond, seconds, read),
    pace(signInsPerSecond, seconds, signIn),
  ]);
  return { reads, signIns };
}

/** Everybody comes from an address of their own. */
const addressOf = (n: number) => `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

async function pace(
  perSecond: number,
  seconds: number,
  work: (n: number) => Promise<number>,
): Promise<Timed> {
  const delays: number[] = [];
  let turnedAway = 0;
  let failed = 0;
  const running: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let sent = 0; sent < perSecond * seconds; sent++) {
    const dueAt = startedAt + (1000 * sent) / perSecond;
    const early = dueAt - performance.now();
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
    running.push(
      work(people++).then(
        (status) => {
          if (status === 200) delays.push(performance.now() - dueAt);
          else if (status === 503 || status === 429) turnedAway++;
          else failed++;
        },
        () => void failed++,
      ),
    );
  }
  await Promise.all(running);
  return { delays, turnedAway, failed };
}

function ask(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
