/** How far a chain was read, and some of its blocks, to find out where a reorganization began. */
import { sql } from 'kysely';
import type { Reader, Writer } from '#platform/db/database.ts';
import type { Block } from './chain.ts';

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

/** A chain that exists already stays as it is. */
export const insertChain = (tx: Writer, chainId: number, headNumber: number) =>
  tx
    .insertInto('crypto_chains')
    .values({ chain_id: chainId, head_number: headNumber })
    .onConflict((conflict) => conflict.column('chain_id').doNothing())
    .execute();

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

/** Stores a block up to which something was read, to notice that a reorganization replaces it. */
export const saveBlock = (tx: Writer, chainId: number, { number, hash }: Block, at: Date) =>
  tx
    .insertInto('crypto_blocks')
    .values({ chain_id: chainId, number, hash, seen_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** Keeps the block with this number and those after it. */
export const forgetBlocks = (tx: Writer, chainId: number, number: number, seenBefore: Date) =>
  tx
    .deleteFrom('crypto_blocks')
    .where('chain_id', '=', chainId)
    .where('number', '<', number)
    .where('seen_at', '<', seenBefore)
    .execute();

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
  // Readings of ETH may start from a balance that is too high and a nonce that is too low.
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
