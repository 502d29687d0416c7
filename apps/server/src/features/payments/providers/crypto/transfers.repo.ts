/** Rows of the transfers that arrived at the addresses of orders. */
import type { Address } from 'viem';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Received, Token } from './quotes.ts';

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

/** Stores confirmed transfers permanently, and those of newer blocks until the next reading. */
export async function replaceTransfers(
  tx: Writer,
  token: Token,
  orderIds: readonly string[],
  transfers: readonly StoredTransfer[],
): Promise<void> {
  if (orderIds.length === 0) return;
  await tx
    .deleteFrom('crypto_transfers')
    .where('order_id', 'in', orderIds)
    .where('token', '=', token)
    .where('is_confirmed', '=', false)
    .execute();
  if (transfers.length === 0) return;
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

/** The confirmed ETH by order; orders without a confirmed transfer are missing. */
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

export function sumOf(transfers: readonly Pick<StoredTransfer, 'token' | 'units'>[]): Received {
  const sum = { USDC: 0n, ETH: 0n };
  for (const { token, units } of transfers) sum[token] += units;
  return sum;
}
