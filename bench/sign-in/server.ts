/** A complete instance with signed-in accounts, which measures the delay of its event loop. */
import { randomUUID } from 'node:crypto';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { passwords } from '../../apps/server/src/features/identity/passwords/passwords.ts';
import { type BenchInstance, openInstance } from '../lib/instance.ts';
import { serveParent } from '../lib/proc.ts';

export interface Population {
  readonly port: number;
  /** Cookie headers of accounts that are signed in. */
  readonly cookies: readonly string[];
  /** Email addresses of accounts that can sign in. */
  readonly emails: readonly string[];
  readonly password: string;
}

/** The delay of the event loop since the last report, in milliseconds. */
export interface LoopDelay {
  readonly p99: number;
  readonly max: number;
}

export type ServerOrder =
  | { readonly type: 'start'; readonly dataDir: string; readonly people: number }
  | { readonly type: 'delay' }
  | { readonly type: 'stop' };

const RESOLUTION_MS = 5;
const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
let instance: BenchInstance;

serveParent(async (order: ServerOrder): Promise<Population | LoopDelay | null> => {
  if (order.type === 'start') return start(order.dataDir, order.people);
  if (order.type === 'stop') return instance[Symbol.asyncDispose]().then(() => null);
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e6 - RESOLUTION_MS);
  const measured = { p99: late(delay.percentile(99)), max: late(delay.max) };
  delay.reset();
  return measured;
});

async function start(dataDir: string, people: number): Promise<Population> {
  instance = await openInstance(dataDir);
  const population = await populate(instance, people);
  delay.enable();
  return { port: instance.port, ...population };
}

async function populate({ pool, signIn }: BenchInstance, people: number) {
  const password = 'correct horse battery';
  const passwordHash = await passwords.hash(password);
  const everybody = Array.from({ length: people }, (_, n) => ({
    id: randomUUID(),
    name: `person-${n}`,
    email: `person-${n}@example.org`,
  }));
  for (const { id, name, email } of everybody) {
    await pool.query(
      `insert into profiles (id, username, email, email_verified, display_name) values ($1, $2, $3, true, $2)`,
      [id, name, email],
    );
    await pool.query(
      `insert into accounts (id, user_id, provider_id, account_id, password) values ($1, $2, 'credential', $3, $4)`,
      [randomUUID(), id, id, passwordHash],
    );
  }
  const cookies = await signIn(everybody.map(({ id }) => id));
  await pool.query('analyze');
  return { cookies, emails: everybody.map(({ email }) => email), password };
}
