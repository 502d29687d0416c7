/** A complete instance that takes test money, with donations that are paid at the sandbox and wait for their webhooks. */
import { createHmac, hkdfSync } from 'node:crypto';
import { parseConfig } from '../../apps/server/src/config/config.ts';
import { loadSecrets } from '../../apps/server/src/config/secrets.ts';
import { type BenchInstance, openInstance } from '../lib/instance.ts';
import type { LoadRequest } from '../lib/open-loop-load.ts';
import { serveParent } from '../lib/proc.ts';

export interface Prepared {
  readonly port: number;
  /** Each request opens another checkout. */
  readonly checkouts: readonly LoadRequest[];
  /** Each request reports another payment. */
  readonly webhooks: readonly LoadRequest[];
}

/** The progress of the webhooks. */
export interface Progress {
  readonly stored: number;
  readonly processed: number;
  readonly donations: number;
}

export type ServerOrder =
  | {
      readonly type: 'start';
      readonly dataDir: string;
      readonly checkouts: number;
      readonly webhooks: number;
    }
  | { readonly type: 'pay' }
  | { readonly type: 'progress' }
  | { readonly type: 'stop' };

const CREATORS = 20;

let instance: BenchInstance;
let creators: readonly string[];
let payments: number;

serveParent(async (order: ServerOrder): Promise<Prepared | Progress | null> => {
  if (order.type === 'stop') return instance[Symbol.asyncDispose]().then(() => null);
  if (order.type === 'progress') return progress();
  if (order.type === 'pay') return payAtSandbox(creators, payments).then(() => null);
  instance = await openInstance(order.dataDir, { ALLOW_SANDBOX_PAYMENTS: 'true' });
  creators = await createCreators();
  payments = order.webhooks;
  const secrets = await loadSecrets(parseConfig(instance.variables, order.dataDir));
  const secret = Buffer.from(hkdfSync('sha256', secrets.auth, '', 'sandbox webhooks', 32)).toString(
    'base64url',
  );
  return {
    port: instance.port,
    checkouts: Array.from({ length: order.checkouts }, (_, n) =>
      checkoutRequest(creators[n % CREATORS] ?? ''),
    ),
    webhooks: Array.from({ length: order.webhooks }, (_, n) => webhook(n, secret)),
  };
});

async function progress(): Promise<Progress> {
  const { rows } = await instance.pool.query<Progress>(
    `select (select count(*)::int from provider_events) as stored,
       (select count(*)::int from provider_events where status = 'processed') as processed,
       (select count(*)::int from donations) as donations`,
  );
  return rows[0] ?? { stored: 0, processed: 0, donations: 0 };
}

async function createCreators(): Promise<string[]> {
  const ids = Array.from({ length: CREATORS }, () => crypto.randomUUID());
  await instance.pool.query(
    `insert into profiles (id, username, email, display_name)
     select id, 'p' || right(replace(id::text, '-', ''), 20), id || '@example.org', 'Somebody' from unnest($1::uuid[]) as id`,
    [ids],
  );
  await instance.pool.query(
    'insert into streamer_data (user_id, stream_key, stream_key_hash) select id, id, sha256(id::text::bytea) from unnest($1::uuid[]) as id',
    [ids],
  );
  return ids;
}

/** Rows of checkouts whose payment page `cs_n` was paid by the payment `pay_n`. */
async function payAtSandbox(creators: readonly string[], count: number): Promise<void> {
  await instance.pool.query(
    `with given as (
       select n, gen_random_uuid() as id, ($1::uuid[])[1 + n % ${CREATORS}] as creator from generate_series(0, $2 - 1) as n
     ), opened as (
       insert into checkouts (id, idempotency_key, request_hash, purpose, creator_id, amount_cents, fee_basis_points,
         currency, provider, is_test, method, description, details, status_path, provider_reference, redirect_url,
         expires_at, read_at, created_at)
       select id, gen_random_uuid(), '', 'donation', creator, 1500, 1000, 'USD', 'sandbox', true, 'stripe', 'Donation',
         '{"message": "Well done", "isAnonymous": true}', '/', 'cs_' || n, '/', now() + interval '1 day', now(), now()
       from given
     ), sessions as (
       insert into sandbox_objects (id, kind, state, created_at)
       select 'cs_' || n, 'session', jsonb_build_object('checkoutId', id, 'method', 'stripe', 'description', 'Donation',
         'amountCents', 1500, 'currency', 'USD', 'account', null, 'subscription', null, 'statusUrl', '/',
         'cancelUrl', '/', 'expiresAt', now() + interval '1 day', 'status', 'paid', 'reason', null), now()
       from given returning id
     )
     insert into sandbox_objects (id, kind, parent, state, created_at)
     select 'pay_' || substr(id, 4), 'payment', id, '{"amountCents": 1500, "refundedCents": 0, "currency": "USD",
       "heldBy": "platform", "subscription": null}', now() from sessions`,
    [creators, count],
  );
}

const checkoutRequest = (streamerId: string): LoadRequest => ({
  method: 'POST',
  path: '/api/checkouts',
  body: JSON.stringify({
    purpose: 'donation',
    method: 'stripe',
    idempotencyKey: crypto.randomUUID(),
    streamerId,
    amount: 1500,
  }),
});

function webhook(n: number, secret: string): LoadRequest {
  const subject = { kind: 'session', id: `cs_${n}` };
  const body = JSON.stringify({ id: `evt_${n}`, type: 'payment.captured', subject });
  const timestamp = Date.now();
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    method: 'POST',
    path: '/api/webhooks/sandbox',
    headers: { 'sandbox-signature': `t=${timestamp},v1=${signature}` },
    body,
  };
}
