/** Rows of orders: the amount due for each checkout, at an address of its own. */
import { type InferResult, type Insertable, sql } from 'kysely';
import type { Address } from 'viem';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Schema } from '#platform/db/schema.ts';
import type { AddressState } from './chain/chain.ts';
import type { Quote } from './quotes.ts';

const orders = (db: Reader) => db.selectFrom('crypto_orders').selectAll();

export interface Order {
  readonly id: string;
  readonly chainId: number;
  readonly purpose: 'donation' | 'ticket';
  readonly address: Address;
  readonly addressIndex: number;
  readonly amountCents: number;
  readonly currency: string;
  readonly quote: Quote;
  readonly status: 'open' | 'paid' | 'closed';
  readonly outcome: 'expired' | 'canceled' | null;
  readonly expiresAt: Date;
  /** Confirmed transfers of USDC are recorded up to this block. */
  readonly scannedBlock: number;
  /** Arrivals of ETH are recorded up to this state. */
  readonly ether: AddressState;
  readonly version: number;
}

function orderOf(row: InferResult<ReturnType<typeof orders>>[number]): Order {
  return {
    id: row.id,
    chainId: row.chain_id,
    purpose: row.purpose,
    address: row.address,
    addressIndex: row.address_index,
    amountCents: row.amount_cents,
    currency: row.currency,
    quote: {
      USDC: row.usdc_units === null ? null : BigInt(row.usdc_units),
      ETH: row.ether_units === null ? null : BigInt(row.ether_units),
    },
    status: row.status,
    outcome: row.outcome,
    expiresAt: row.expires_at,
    scannedBlock: row.scanned_block,
    ether: { block: row.ether_block, wei: BigInt(row.ether_wei), nonce: row.ether_nonce },
    version: row.version,
  };
}

/** Takes the next index of a key. An index is never reused. Index 0 is shown to the creator and never used. */
export async function takeIndex(tx: Writer, fingerprint: string): Promise<number> {
  const { next_index } = await tx
    .insertInto('crypto_keys')
    .values({ fingerprint, next_index: 2 })
    .onConflict((conflict) =>
      conflict.column('fingerprint').doUpdateSet({ next_index: sql`crypto_keys.next_index + 1` }),
    )
    .returning('next_index')
    .executeTakeFirstOrThrow();
  return next_index - 1;
}

/** Keeps an order that exists already as it is. */
export const insertOrder = (tx: Writer, order: Insertable<Schema['crypto_orders']>) =>
  tx
    .insertInto('crypto_orders')
    .values(order)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

export async function findOrder(db: Reader, id: string): Promise<Order | null> {
  const row = await orders(db).where('id', '=', id).executeTakeFirst();
  return row ? orderOf(row) : null;
}

/** The index of an address that was given to an order, or null. */
export async function findAddressIndex(db: Reader, address: Address): Promise<number | null> {
  const row = await db
    .selectFrom('crypto_orders')
    .select('address_index as index')
    .where('address', '=', address)
    .executeTakeFirst();
  return row?.index ?? null;
}

/** Sorted longest unread first. */
export async function findOrders(db: Reader, ids: readonly string[]): Promise<Order[]> {
  const rows = await orders(db).where('id', 'in', ids).orderBy('scanned_at').orderBy('id').execute();
  return rows.map(orderOf);
}

/** Locks the orders until the end of the transaction. */
export async function lockOrders(tx: Writer, ids: readonly string[]): Promise<Order[]> {
  if (ids.length === 0) return [];
  const rows = await tx
    .selectFrom('crypto_orders')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map(orderOf);
}

export interface WatchSpan {
  /** Reads closed orders that were closed after this time, */
  readonly closedAfter: Date;
  /** and that were not read since this time. */
  readonly scannedBefore: Date;
}

/**
 * Orders that money may still reach: open ones, recently closed ones, and those whose payment a reorganization may take
 * back.
 */
export async function findWatched(
  db: Reader,
  chainId: number,
  { closedAfter, scannedBefore }: WatchSpan,
): Promise<Order[]> {
  const rows = await orders(db)
    .where('chain_id', '=', chainId)
    .where((is) =>
      is.or([
        is('status', '=', 'open'),
        is.and([
          is('status', '=', 'closed'),
          is('closed_at', '>', closedAfter),
          is('scanned_at', '<', scannedBefore),
        ]),
        is.and([
          is('status', '=', 'paid'),
          is.or([
            is('paid_block', '>', is.ref('scanned_block')),
            is.and([is('ether_units', 'is not', null), is('paid_block', '>', is.ref('ether_block'))]),
          ]),
        ]),
      ]),
    )
    .execute();
  return rows.map(orderOf);
}

/** @param block transfers of USDC are recorded up to it */
export const markScanned = (tx: Writer, ids: readonly string[], block: number) =>
  tx
    .updateTable('crypto_orders')
    .set({ scanned_block: sql`greatest(scanned_block, ${block}::bigint)` })
    .where('id', 'in', ids)
    .execute();

/**
 * @param from the block from which the reading started
 * @param state arrivals of ETH are recorded up to it
 * @returns false if another process has read them meanwhile, which may have put them in other blocks
 */
export async function advanceEtherState(
  tx: Writer,
  id: string,
  from: number,
  { block, wei, nonce }: AddressState,
): Promise<boolean> {
  const updated = await tx
    .updateTable('crypto_orders')
    .set({ ether_block: block, ether_wei: wei, ether_nonce: nonce })
    .where('id', '=', id)
    .where('ether_block', '=', from)
    .returning('id')
    .execute();
  return updated.length > 0;
}

/** Marks orders whose arrivals are all known at this moment. */
export async function markLookedAt(tx: Writer, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length > 0)
    await tx.updateTable('crypto_orders').set({ scanned_at: at }).where('id', 'in', ids).execute();
}

/** Orders with changes that were not reported yet. */
export async function findUnreported(db: Reader, chainId: number, limit: number): Promise<Order[]> {
  const rows = await orders(db)
    .where('chain_id', '=', chainId)
    .whereRef('version', '>', 'reported_version')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(orderOf);
}

/** @param version the version that was reported; later changes remain to be reported */
export const markReported = (tx: Writer, id: string, version: number) =>
  tx
    .updateTable('crypto_orders')
    .set({ reported_version: version })
    .where('id', '=', id)
    .where('reported_version', '<', version)
    .execute();

/** @param quote the rates at which the order counts */
export const markPaid = (tx: Writer, id: string, block: number, quote: Quote) =>
  tx
    .updateTable('crypto_orders')
    .set({
      status: 'paid',
      paid_block: block,
      outcome: null,
      closed_at: null,
      ether_units: quote.ETH,
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .execute();

export const markClosed = (tx: Writer, id: string, outcome: 'expired' | 'canceled', at: Date) =>
  tx
    .updateTable('crypto_orders')
    .set({ status: 'closed', outcome, closed_at: at, paid_block: null, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();

export const markOpen = (tx: Writer, id: string) =>
  tx
    .updateTable('crypto_orders')
    .set({ status: 'open', paid_block: null, version: sql`version + 1` })
    .where('id', '=', id)
    .execute();
