/** Rows of received webhooks and their processing state. */
import type { ProviderEventStatus } from '@tributary/contracts/payments';
import type { ColumnType, Generated } from 'kysely';
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import { type Slice, selectSlice } from '../pages.repo.ts';
import type { ProviderName, VerifiedEvent } from '../providers/provider.ts';

export interface ReceivedEvent extends VerifiedEvent {
  /** The id of the row. `VerifiedEvent.id` is the provider's id. */
  readonly rowId: string;
  readonly provider: ProviderName;
  readonly receivedAt: Date;
}

/** @returns the ids of the new rows; the other events were received before */
export async function insertEvents(tx: Writer, events: readonly ReceivedEvent[]): Promise<string[]> {
  const rows = await tx
    .insertInto('provider_events')
    .values(
      events.map(({ rowId, provider, id, type, body, receivedAt }) => ({
        id: rowId,
        provider,
        event_id: id,
        type,
        body: JSON.stringify(body),
        received_at: receivedAt,
      })),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

const events = (db: Reader) =>
  db
    .selectFrom('provider_events')
    .select([
      'id',
      'provider',
      'event_id as eventId',
      'type',
      'status',
      'attempts',
      'error',
      'received_at as receivedAt',
      'processed_at as processedAt',
    ]);

export type StoredEvent = Awaited<ReturnType<typeof findEvents>>[number];

export interface EventFilter {
  readonly status?: ProviderEventStatus | undefined;
  readonly provider?: ProviderName | undefined;
  readonly type?: string | undefined;
  /** Finds events by the provider's id. */
  readonly event?: EventName | undefined;
}

interface EventName {
  readonly id: string;
  /** The providers that may have sent it; an index finds it in each of them. */
  readonly providers: readonly ProviderName[];
}

export function findEvents(db: Reader, filter: EventFilter, slice: Slice) {
  const { status, provider, type, event } = filter;
  let query = selectSlice(events(db), slice);
  if (status !== undefined) query = query.where('status', '=', status);
  if (provider !== undefined) query = query.where('provider', '=', provider);
  if (type !== undefined) query = query.where('type', '=', type);
  if (event !== undefined) query = query.where('id', '=', idsOfEvent(event));
  return query.execute();
}

/** At most one row per provider. */
const idsOfEvent = ({ id, providers }: EventName) => sql<string>`any(array(
  select id from provider_events where provider = any(${[...providers]}::text[]) and event_id = ${id}))`;

export const hasEvent = async (db: Reader, event: EventName): Promise<boolean> =>
  (await db
    .selectFrom('provider_events')
    .select('id')
    .where('id', '=', idsOfEvent(event))
    .executeTakeFirst()) !== undefined;

export const findEvent = (db: Reader, id: string) =>
  events(db).select('body').where('id', '=', id).executeTakeFirst();

/** Locks the event until the transaction ends. @returns false if another attempt has succeeded */
export async function markProcessed(tx: Writer, id: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('provider_events')
    .set({ status: 'processed', processed_at: at, error: null, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('status', '<>', 'processed')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Has no effect if another attempt has succeeded. */
export async function markFailed(tx: Writer, id: string, error: string): Promise<void> {
  await tx
    .updateTable('provider_events')
    .set({ status: 'failed', error, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('status', '<>', 'processed')
    .execute();
}

/** Marks an event to be processed again. @returns false if there is no such event */
export async function markReceived(tx: Writer, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('provider_events')
    .set({ status: 'received', processed_at: null })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes old events, those that could not be processed included. */
export async function deleteReceivedBefore(tx: Writer, before: Date, limit: number): Promise<number> {
  const old = tx.selectFrom('provider_events').select('id').where('received_at', '<', before).limit(limit);
  const { numDeletedRows } = await tx.deleteFrom('provider_events').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

interface ProviderEventsTable {
  id: string;
  provider: ProviderName;
  event_id: string;
  type: string;
  body: ColumnType<unknown, string, never>;
  status: Generated<ProviderEventStatus>;
  attempts: Generated<number>;
  error: string | null;
  received_at: Date;
  processed_at: Date | null;
}

declare module '#platform/db/schema.ts' {
  interface Schema {
    provider_events: ProviderEventsTable;
  }
}
