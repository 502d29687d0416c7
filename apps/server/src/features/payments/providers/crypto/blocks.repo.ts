/** How far a chain was read, and some of its blocks, by which the start of a reorganization is found. */
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Block } from './chain/chain.ts';

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

/** Keeps a chain that exists already as it is. */
export const insertChain = (tx: Writer, chainId: number, headNumber: number) =>
  tx
    .insertInto('crypto_chains')
    .values({ chain_id: chainId, head_number: headNumber })
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .execute();

/** @returns false if a reorganization was stored since `rewinds` was read, which may make the reading void */
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

/** Stores a block up to which the chain was read, to notice a reorganization that replaces it. */
export const saveBlock = (tx: Writer, chainId: number, { number, hash }: Block, at: Date) =>
  tx
    .insertInto('crypto_blocks')
    .values({ chain_id: chainId, number, hash, seen_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Deletes the blocks before this one that were seen before a time. */
export const forgetBlocks = (tx: Writer, chainId: number, number: number, seenBefore: Date) =>
  tx
    .deleteFrom('crypto_blocks')
    .where('chain_id', '=', chainId)
    .where('number', '<', number)
    .where('seen_at', '<', seenBefore)
    .execute();

/** Sorted newest first. */
export const findBlocks = (db: Reader, chainId: number, limit: number): Promise<Block[]> =>
  db
    .selectFrom('crypto_blocks')
    .select(['number', 'hash'])
    .where('chain_id', '=', chainId)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();

/** Forgets everything that was read after a block. */
export async function rewind(tx: Writer, chainId: number, rewinds: number, block: number): Promise<void> {
  const updated = await tx
    .updateTable('crypto_chains')
    .set({ rewinds: rewinds + 1 })
    .where('chain_id', '=', chainId)
    .where('rewinds', '=', rewinds)
    .returning('chain_id')
    .execute();
  // Another process has already stored this reorganization.
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
  // Later readings of ETH may start from a balance that is too high and a nonce that is too low.
  await tx
    .updateTable('crypto_orders')
    .set(({ selectFrom }) => ({
      ether_block: block,
      ether_wei: selectFrom('crypto_transfers')
        .select(sql<bigint>`coalesce(sum(units), 0)`.as('wei'))
        .whereRef('order_id', '=', 'crypto_orders.id')
        .where('token', '=', 'ETH')
        .where('is_confirmed', '=', true),
      ether_nonce: 0,
    }))
    .where('chain_id', '=', chainId)
    .where('ether_block', '>', block)
    .execute();
}
