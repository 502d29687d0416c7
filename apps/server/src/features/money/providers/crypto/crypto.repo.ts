import { type InferResult, type Insertable, sql } from 'kysely';
import type { Address } from 'viem';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Schema } from '#platform/db/schema.ts';
import type { Block } from './chain.ts';
import type { Quote, Received, Token } from './quotes.ts';

const orders = (db: Reader) => db.selectFrom('crypto_orders').selectAll();

export interface Order {
  readonly id: string;
  readonly purpose: 'donation' | 'ticket';
  readonly address: Address;
  readonly amountCents: number;
  readonly currency: string;
  readonly quote: Quote;
  readonly status: 'open' | 'paid' | 'closed';
  readonly outcome: 'expired' | 'canceled' | null;
  readonly expiresAt: Date;
  readonly scannedBlock: number;
  readonly version: number;
}

function orderOf(row: InferResult<ReturnType<typeof orders>>[number]): Order {
  return {
    id: row.id,
    purpose: row.purpose,
    address: row.address,
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
    version: row.version,
  };
}

/** Takes the next index of a key for good. The first one, 0, is shown to the creator and never used. */
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

/** An order that exists already stays as it is. */
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

export async function findOrders(db: Reader, ids: readonly string[]): Promise<Order[]> {
  return (await orders(db).where('id', 'in', ids).execute()).map(orderOf);
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
  /** Closed orders are looked at if they were closed after this ... */
  readonly closedAfter: Date;
  /** ... and not looked at since. */
  readonly scannedBefore: Date;
}

/**
 * Orders to which money may come: open ones, late payments, those that a reorganization may have taken back, and the
 * one with the given id.
 */
export async function findWatched(
  db: Reader,
  chainId: number,
  id: string | null,
  { closedAfter, scannedBefore }: WatchSpan,
): Promise<Order[]> {
  const rows = await orders(db)
    .where('chain_id', '=', chainId)
    .where((is) =>
      is.or([
        is('status', '=', 'open'),
        is('id', '=', id),
        is.and([
          is('status', '=', 'closed'),
          is('closed_at', '>', closedAfter),
          is('scanned_at', '<', scannedBefore),
        ]),
        is.and([is('status', '=', 'paid'), is('paid_block', '>', is.ref('scanned_block'))]),
      ]),
    )
    .execute();
  return rows.map(orderOf);
}

export async function hasCaptureSince(db: Reader, chainId: number, since: Date): Promise<boolean> {
  const found = await db
    .selectFrom('crypto_captures')
    .innerJoin('crypto_orders', 'crypto_orders.id', 'order_id')
    .select('payment_id')
    .where('chain_id', '=', chainId)
    .where('captured_at', '>=', since)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Orders with something that was not reported yet. */
export async function findUnreported(db: Reader, chainId: number, limit: number): Promise<Order[]> {
  const rows = await orders(db)
    .where('chain_id', '=', chainId)
    .whereRef('version', '>', 'reported_version')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(orderOf);
}

/** @param version what was reported; what has changed since remains to be reported */
export const markReported = (tx: Writer, id: string, version: number) =>
  tx
    .updateTable('crypto_orders')
    .set({ reported_version: version })
    .where('id', '=', id)
    .where('reported_version', '<', version)
    .execute();

export const markPaid = (tx: Writer, id: string, block: number) =>
  tx
    .updateTable('crypto_orders')
    .set({ status: 'paid', paid_block: block, outcome: null, closed_at: null, version: sql`version + 1` })
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

export interface StoredTransfer {
  readonly orderId: string;
  readonly token: Token;
  readonly blockNumber: number;
  readonly logIndex: number;
  readonly transactionHash: string | null;
  readonly sender: Address | null;
  readonly units: bigint;
  readonly isConfirmed: boolean;
}

/** Stores what was found up to `confirmedBlock` for good, and what is newer until the next time. */
export async function replaceTransfers(
  tx: Writer,
  orderIds: readonly string[],
  transfers: readonly StoredTransfer[],
  confirmedBlock: number,
  at: Date,
): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .deleteFrom('crypto_transfers')
    .where('order_id', 'in', orderIds)
    .where('is_confirmed', '=', false)
    .execute();
  if (transfers.length > 0) {
    await tx
      .insertInto('crypto_transfers')
      .values(
        transfers.map((transfer) => ({
          order_id: transfer.orderId,
          token: transfer.token,
          block_number: transfer.blockNumber,
          log_index: transfer.logIndex,
          transaction_hash: transfer.transactionHash,
          sender: transfer.sender,
          units: transfer.units,
          is_confirmed: transfer.isConfirmed,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await tx
    .updateTable('crypto_orders')
    .set({ scanned_block: sql`greatest(scanned_block, ${confirmedBlock}::bigint)`, scanned_at: at })
    .where('id', 'in', orderIds)
    .execute();
}

export async function transfersOf(db: Reader, orderId: string): Promise<StoredTransfer[]> {
  const rows = await db
    .selectFrom('crypto_transfers')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('block_number')
    .orderBy('log_index')
    .execute();
  return rows.map((row) => ({
    orderId: row.order_id,
    token: row.token,
    blockNumber: row.block_number,
    logIndex: row.log_index,
    transactionHash: row.transaction_hash,
    sender: row.sender,
    units: BigInt(row.units),
    isConfirmed: row.is_confirmed,
  }));
}

/** By order; those without a confirmed transfer are missing. */
export async function confirmedEtherOf(
  db: Reader,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, bigint>> {
  if (orderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('crypto_transfers')
    .select(['order_id', ({ fn }) => fn.sum<string>('units').as('units')])
    .where('order_id', 'in', orderIds)
    .where('token', '=', 'ETH')
    .where('is_confirmed', '=', true)
    .groupBy('order_id')
    .execute();
  return new Map(rows.map((row) => [row.order_id, BigInt(row.units)]));
}

export function sumOf(transfers: readonly StoredTransfer[]): Received {
  const sum = { USDC: 0n, ETH: 0n };
  for (const { token, units } of transfers) sum[token] += units;
  return sum;
}

export interface ChainState {
  readonly headNumber: number;
  readonly rewinds: number;
}

export async function findChain(db: Reader, chainId: number): Promise<ChainState | null> {
  const row = await db
    .selectFrom('crypto_chains')
    .select(['head_number as headNumber', 'rewinds'])
    .where('chain_id', '=', chainId)
    .executeTakeFirst();
  return row ?? null;
}

/** The first order of a chain stores a block too, so that there is one to compare with. */
export async function insertChain(
  tx: Writer,
  chainId: number,
  headNumber: number,
  { number, hash }: Block,
  at: Date,
): Promise<void> {
  const inserted = await tx
    .insertInto('crypto_chains')
    .values({ chain_id: chainId, head_number: headNumber })
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .returning('chain_id')
    .executeTakeFirst();
  if (!inserted) return;
  await tx.insertInto('crypto_blocks').values({ chain_id: chainId, number, hash, seen_at: at }).execute();
}

/** False where a reorganization was stored since `rewinds` was read: what was read then may be void. */
export async function advanceHead(
  tx: Writer,
  chainId: number,
  rewinds: number,
  headNumber: number,
): Promise<boolean> {
  const updated = await tx
    .updateTable('crypto_chains')
    .set({ head_number: headNumber })
    .where('chain_id', '=', chainId)
    .where('rewinds', '=', rewinds)
    .returning('chain_id')
    .execute();
  return updated.length > 0;
}

export async function saveBlock(
  tx: Writer,
  chainId: number,
  { number, hash }: Block,
  at: Date,
  forgetBefore: Date,
): Promise<void> {
  await tx
    .insertInto('crypto_blocks')
    .values({ chain_id: chainId, number, hash, seen_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tx
    .deleteFrom('crypto_blocks')
    .where('chain_id', '=', chainId)
    .where('number', '<', number)
    .where('seen_at', '<', forgetBefore)
    .execute();
}

/** The newest first. */
export const findBlocks = (db: Reader, chainId: number, limit: number): Promise<Block[]> =>
  db
    .selectFrom('crypto_blocks')
    .select(['number', 'hash'])
    .where('chain_id', '=', chainId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

/** Forgets all that was read after a block. */
export async function rewind(tx: Writer, chainId: number, rewinds: number, block: number): Promise<void> {
  const updated = await tx
    .updateTable('crypto_chains')
    .set({ rewinds: rewinds + 1 })
    .where('chain_id', '=', chainId)
    .where('rewinds', '=', rewinds)
    .returning('chain_id')
    .execute();
  // Another process has stored this reorganization.
  if (updated.length === 0) return;
  await tx.deleteFrom('crypto_blocks').where('chain_id', '=', chainId).where('number', '>', block).execute();
  await tx
    .deleteFrom('crypto_transfers')
    .where('block_number', '>', block)
    .where('order_id', 'in', (query) =>
      query.selectFrom('crypto_orders').select('id').where('chain_id', '=', chainId),
    )
    .execute();
  await tx
    .updateTable('crypto_orders')
    .set({ scanned_block: block })
    .where('chain_id', '=', chainId)
    .where('scanned_block', '>', block)
    .execute();
}
