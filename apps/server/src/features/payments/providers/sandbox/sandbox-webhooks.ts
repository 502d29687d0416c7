/** The sandbox's webhooks: signs them, sends them over HTTP by a job that retries, and verifies them on arrival. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { Database, Writer } from '#platform/db/database.ts';
import { defineJob, type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import { WebhookRefused } from '../provider.errors.ts';
import type { ProviderFact, Webhooks } from '../provider.ts';
import { accountFact, factsOfSession, payoutFact } from './sandbox-facts.ts';
import { ACCOUNT, PAYOUT } from './sandbox-objects.ts';
import { get } from './sandbox-store.ts';

/** The object whose facts an event announces. */
const subject = z.object({ kind: z.enum(['session', 'account', 'payout']), id: z.string() });
export type EventSubject = z.infer<typeof subject>;

const eventBody = z.object({ id: z.string(), type: z.string(), subject });

const deliver = defineJob('money.deliver-sandbox-webhook', eventBody);

const SIGNATURE_HEADER = 'sandbox-signature';
const MAX_AGE_MS = 5 * 60_000;

export interface WebhookMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly rawBody: Buffer;
}

/** Sends a webhook to the instance. @returns the status of the response */
export type WebhookTransport = (message: WebhookMessage) => Promise<number>;

const DELIVERY_TIMEOUT_MS = 10_000;

/** @param baseUrl the address of this process's own HTTP port */
export const postToInstance =
  (baseUrl: () => Promise<string | null>): WebhookTransport =>
  async ({ headers, rawBody }) => {
    const url = new URL('/api/webhooks/sandbox', (await baseUrl()) ?? undefined);
    const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS);
    const response = await fetch(url, { method: 'POST', headers, body: new Uint8Array(rawBody), signal });
    await response.body?.cancel();
    return response.status;
  };

export interface SandboxWebhooks extends Webhooks {
  /** Sends a webhook once `tx` has committed. @param type for the log, such as `payment.captured` */
  announce(tx: Writer, type: string, about: EventSubject, delayMs?: number): Promise<void>;
  readonly job: JobRegistration;
}

interface WebhooksOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly secret: string;
  readonly transport: WebhookTransport;
  readonly now: () => Date;
}

export function createSandboxWebhooks({
  db,
  jobs,
  secret,
  transport,
  now,
}: WebhooksOptions): SandboxWebhooks {
  const sign = (timestamp: string, rawBody: Buffer) =>
    createHmac('sha256', secret).update(`${timestamp}.`).update(rawBody).digest('hex');

  return {
    announce: (tx, type, about, delayMs = 0) =>
      jobs.send(
        tx,
        deliver,
        { id: `evt_${uuidv7()}`, type, subject: about },
        delayMs > 0 ? { startAfter: new Date(now().getTime() + delayMs) } : {},
      ),
    job: work(deliver, async (event) => {
      const rawBody = Buffer.from(JSON.stringify(event));
      const timestamp = String(now().getTime());
      const headers = {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: `t=${timestamp},v1=${sign(timestamp, rawBody)}`,
      };
      const status = await transport({ headers, rawBody });
      if (status >= 300) throw new Error(`The instance answered ${status} to the webhook ${event.id}.`);
    }),

    async verify({ headers, rawBody, now: at }) {
      const given = /^t=(\d{1,15}),v1=([0-9a-f]{64})$/.exec(String(headers[SIGNATURE_HEADER] ?? ''));
      const [, timestamp, signature] = given ?? [];
      if (timestamp === undefined || signature === undefined) {
        throw new WebhookRefused(`The header ${SIGNATURE_HEADER} is missing or malformed.`);
      }
      if (!timingSafeEqual(Buffer.from(sign(timestamp, rawBody)), Buffer.from(signature))) {
        throw new WebhookRefused('The signature does not match the body.');
      }
      const ageMs = at.getTime() - Number(timestamp);
      if (Math.abs(ageMs) > MAX_AGE_MS) {
        throw new WebhookRefused(
          `The webhook was signed ${ageMs} ms ago; at most ${MAX_AGE_MS} ms are accepted.`,
        );
      }
      const body = eventBody.parse(JSON.parse(rawBody.toString('utf8')));
      return { id: body.id, type: body.type, body };
    },

    factsOf({ body }) {
      const { subject } = eventBody.parse(body);
      return db.read(async (reader): Promise<readonly ProviderFact[]> => {
        if (subject.kind === 'account') return [accountFact(await get(reader, ACCOUNT, subject.id))];
        if (subject.kind === 'payout') return [payoutFact(await get(reader, PAYOUT, subject.id))];
        return factsOfSession(reader, subject.id);
      });
    },
  };
}
