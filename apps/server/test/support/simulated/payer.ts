/** A guest who donates test money again and again, and repeats what failed, on another server if need be. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const RETRY_MS = 300;
const REQUEST_MS = 6_000;

const opened = z.object({ id: z.string(), redirectUrl: z.string() });

export class Payer {
  /** The checkouts whose payment the payment page has confirmed. */
  readonly paid: string[] = [];
  /** The milliseconds of opening a checkout, and of paying at the sandbox. */
  readonly openMs: number[] = [];
  readonly payMs: number[] = [];
  failures = 0;
  readonly #servers: readonly string[];
  readonly #creatorId: string;
  readonly #everyMs: number;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #server: number;

  constructor(servers: readonly string[], creatorId: string, everyMs: number, home = 0) {
    this.#servers = servers;
    this.#creatorId = creatorId;
    this.#everyMs = everyMs;
    this.#server = home;
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const idempotencyKey = crypto.randomUUID();
      const first = await this.#repeat(() => this.#open(idempotencyKey));
      if (first === null) return;
      this.openMs.push(first.tookMs);
      const { id, redirectUrl, cookie } = first.value;
      const second = await this.#repeat(() => this.#approve(redirectUrl, cookie));
      if (second === null) return;
      this.payMs.push(second.tookMs);
      this.paid.push(id);
      await delay(this.#everyMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }

  /** @returns the result and the milliseconds of the attempt that succeeded; null once this payer has stopped */
  async #repeat<T>(work: () => Promise<T>): Promise<{ value: T; tookMs: number } | null> {
    while (!this.#stopping.signal.aborted) {
      const fromMs = performance.now();
      try {
        return { value: await work(), tookMs: performance.now() - fromMs };
      } catch {
        this.failures++;
        this.#server = (this.#server + 1) % this.#servers.length;
        await delay(RETRY_MS);
      }
    }
    return null;
  }

  async #open(idempotencyKey: string) {
    const response = await this.#post(
      '/api/checkouts',
      {
        'content-type': 'application/json',
      },
      JSON.stringify({
        purpose: 'donation',
        method: 'stripe',
        idempotencyKey,
        streamerId: this.#creatorId,
        amount: 1500,
      }),
    );
    if (response.status !== 200) throw new Error(`A checkout was answered with ${response.status}.`);
    const cookie = response.headers
      .getSetCookie()
      .map((header) => header.split(';', 1)[0])
      .join('; ');
    const page = opened.parse(await response.json());
    // Only the sandbox has payment pages on the instance itself, and takes test money.
    if (!page.redirectUrl.startsWith('/sandbox/')) this.#refuse(page.redirectUrl);
    return { ...page, cookie };
  }

  #refuse(page: string): void {
    this.#stopping.abort();
    throw new Error(`The payment page ${page} takes real money: this instance does not use the sandbox.`);
  }

  /** Confirms the payment. A page that was confirmed before says that it is closed. */
  async #approve(path: string, cookie: string): Promise<void> {
    const response = await this.#post(
      path,
      {
        cookie,
        'content-type': 'application/x-www-form-urlencoded',
      },
      'action=approve',
    );
    await response.arrayBuffer();
    if (response.status !== 303 && response.status !== 409)
      throw new Error(`The payment page answered with ${response.status}.`);
  }

  #post(path: string, headers: Record<string, string>, body: string): Promise<Response> {
    const origin = this.#servers[this.#server] ?? '';
    return fetch(new URL(path, origin), {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, origin, 'sec-fetch-site': 'same-origin' },
      body,
      signal: AbortSignal.timeout(REQUEST_MS),
    });
  }
}
