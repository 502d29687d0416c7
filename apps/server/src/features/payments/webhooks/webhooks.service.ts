/** Verifies and stores webhooks on arrival, processes them by a job, and keeps a log that admins can replay. */
import type { ProviderEvent, ProviderEventStatus } from '@tributary/contracts/payments';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { audit } from '#platform/audit/index.ts';
import type { Actor } from '#platform/caller.ts';
import type { Database } from '#platform/db/database.ts';
import { defineErrors } from '#platform/errors.ts';
import { groupWrites } from '#platform/group-writes.ts';
import { defineJob, type JobRegistration, type Jobs, work } from '#platform/jobs/index.ts';
import { ShortCache } from '#platform/short-cache.ts';
import type { Settlement } from '../checkouts/settlement.ts';
import { BY_AGE, newestFirst, type Page, readPage } from '../pages.repo.ts';
import { causeOf } from '../providers/provider.errors.ts';
import type { PaymentProvider, ProviderName } from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import * as repo from './provider-events.repo.ts';

const errors = defineErrors('webhooks', {
  webhooks_unknown: 'not_found',
  payment_event_not_found: 'not_found',
});

const processEvents = defineJob(
  'money.process-provider-event',
  // Jobs of earlier versions have one id.
  z.object({ ids: z.array(z.uuid()) }).or(z.object({ id: z.uuid() }).transform(({ id }) => ({ ids: [id] }))),
);

/** The number of events that one process handles at once. */
const CONCURRENCY = 4;
/** The number of events that one job processes if they arrive together, since a job costs about as much as an event. */
const EVENTS_PER_JOB = 20;

export interface Webhooks {
  /** Stores a webhook. @throws WebhookRefused, AppError `webhooks_unknown` */
  receive(
    provider: ProviderName,
    request: { readonly headers: Record<string, string | string[] | undefined>; readonly rawBody: Buffer },
  ): Promise<{ isNew: boolean }>;
  /** @throws AppError `cursor_invalid` */
  list(request: {
    status?: ProviderEventStatus | undefined;
    provider?: ProviderName | undefined;
    /** Matches the provider's id of the event, or its type. */
    q?: string | undefined;
    cursor?: string | undefined;
  }): Promise<Page<ProviderEvent>>;
  /** @throws AppError `payment_event_not_found` */
  find(id: string): Promise<ProviderEvent & { body: unknown }>;
  /** @throws AppError `payment_event_not_found` */
  replay(by: Actor, id: string): Promise<void>;
  readonly job: JobRegistration;
}

interface WebhooksOptions {
  readonly db: Database;
  readonly jobs: Pick<Jobs, 'send'>;
  readonly providers: Pick<Providers, 'known' | 'find' | 'get'>;
  readonly settlement: Settlement;
  readonly now: () => Date;
}

export function createWebhooks({ db, jobs, providers, settlement, now }: WebhooksOptions): Webhooks {
  /** Writes events that arrive during a write together in the next transaction. */
  const store = groupWrites((events: readonly repo.ReceivedEvent[]) =>
    db.transact(async (tx) => {
      const ids = await repo.insertEvents(tx, events);
      const batches = Array.from({ length: Math.ceil(ids.length / EVENTS_PER_JOB) }, (_, batch) => ({
        ids: ids.slice(batch * EVENTS_PER_JOB, (batch + 1) * EVENTS_PER_JOB),
      }));
      await jobs.send(tx, processEvents, batches);
      const isNew = new Set(ids);
      return events.map(({ rowId }) => isNew.has(rowId));
    }),
  );

  /** Caches providers, so that forged webhooks are refused without reading the database. */
  const names = providers.known.map(({ name }) => name);
  const recent = new ShortCache<PaymentProvider | null>({ ttlMs: 1_000, maxEntries: names.length });

  async function process(id: string): Promise<void> {
    const event = await db.read((reader) => repo.findEvent(reader, id));
    if (event?.status !== 'received' && event?.status !== 'failed') return;
    const asOf = now();
    const { webhooks } = await providers.get(event.provider);
    const facts = (await webhooks?.factsOf({ id: event.eventId, type: event.type, body: event.body })) ?? [];
    await db.transact(async (tx) => {
      if (await repo.markProcessed(tx, id, now())) await settlement.apply(tx, event.provider, facts, asOf);
    });
  }

  return {
    async receive(name, { headers, rawBody }) {
      const provider = names.includes(name) ? await recent.get(name, () => providers.find(name)) : null;
      if (!provider?.webhooks) throw errors.webhooks_unknown();
      const receivedAt = now();
      const { id, type, body } = await provider.webhooks.verify({ headers, rawBody, now: receivedAt });
      return { isNew: await store({ rowId: uuidv7(), provider: name, id, type, body, receivedAt }) };
    },
    async list({ status, provider, q, cursor }) {
      const { items, next } = await readPage(BY_AGE, newestFirst(cursor), (slice) =>
        db.read(async (reader) => {
          const event = q ? { id: q, providers: names } : undefined;
          const words = !event || (await repo.hasEvent(reader, event)) ? { event } : { type: q };
          return repo.findEvents(reader, { status, provider, ...words }, slice);
        }),
      );
      return { items: items.map(toEvent), next };
    },
    async find(id) {
      const event = await db.read((reader) => repo.findEvent(reader, id));
      if (!event) throw errors.payment_event_not_found();
      return { ...toEvent(event), body: event.body };
    },
    replay: (by, id) =>
      db.transact(async (tx) => {
        if (!(await repo.markReceived(tx, id))) throw errors.payment_event_not_found();
        await jobs.send(tx, processEvents, { ids: [id] });
        await audit(tx, { by, action: 'payment_provider.event_replayed', kind: 'payment_provider', id });
      }),
    job: work(
      processEvents,
      async ({ ids }, signal) => {
        const failures: unknown[] = [];
        for (const id of ids) {
          signal.throwIfAborted();
          try {
            await process(id);
          } catch (error) {
            await db.transact((tx) => repo.markFailed(tx, id, causeOf(error)));
            failures.push(error);
          }
        }
        // The next attempt skips the events that were processed.
        if (failures.length > 0) throw failures[0];
      },
      { concurrency: CONCURRENCY },
    ),
  };
}

const toEvent = ({ receivedAt, processedAt, ...event }: repo.StoredEvent): ProviderEvent => ({
  ...event,
  receivedAt: receivedAt.toISOString(),
  processedAt: processedAt?.toISOString() ?? null,
});
