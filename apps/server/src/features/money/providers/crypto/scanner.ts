/**
 * Reads the chain block by block and keeps the transfers to our addresses. Transfers up to the newest confirmed block
 * are stored once; newer ones are replaced each time, so that an ordinary reorganization needs no attention. The hash
 * of the newest confirmed block is stored too: when the chain has another one there, a reorganization was deeper than
 * the confirmations, and everything after its first block is read again.
 */
import type { Address } from 'viem';
import type { Database } from '#platform/db/database.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { ProviderUnavailable } from '../provider.errors.ts';
import * as blocks from './blocks.repo.ts';
import { hasCaptureSince } from './captures.repo.ts';
import type { Block, Chain, Transfer } from './chain.ts';
import { findEtherArrivals } from './ether-arrivals.ts';
import type { CurrentPrice } from './order-decisions.ts';
import { settleOrders } from './order-settlement.ts';
import * as repo from './orders.repo.ts';
import type { Token } from './quotes.ts';
import { confirmedEtherOf, replaceTransfers } from './transfers.repo.ts';

/** How long late payments and reorganizations are watched for. */
const LATE_PAYMENT_MS = 7 * 24 * HOUR_MS;
const REORGANIZATION_MS = 24 * HOUR_MS;

/** Orders that are no longer open are looked at less often. */
const CLOSED_INTERVAL_MS = HOUR_MS / 6;

/** How many known blocks are compared with the chain's. */
const MAX_KNOWN_BLOCKS = 1000;

/** Progress is stored after this many blocks. */
const BLOCKS_PER_STEP = 1000;

export interface ScannerOptions {
  readonly db: Database;
  readonly chain: Chain;
  readonly chainId: number;
  readonly confirmations: number;
  readonly usdc: Address | null;
  /** What one ETH costs at this moment, or null while that is not known. */
  readonly etherPrice: (currency: string) => Promise<CurrentPrice | null>;
  readonly now: () => Date;
}

export function createScanner(options: ScannerOptions) {
  const { db, chain, chainId, confirmations, usdc, etherPrice, now } = options;
  /** The newest block whose transfers are confirmed: one confirmation is the block itself. */
  const confirmedAt = (headNumber: number) => Math.max(0, headNumber - confirmations + 1);

  async function findTransfers(
    orders: readonly repo.Order[],
    from: number,
    to: number,
  ): Promise<[token: Token, Transfer][]> {
    const found: [Token, Transfer][] = [];
    const inUsdc = orders.filter(({ quote }) => quote.USDC !== null).map(({ address }) => address);
    if (usdc && inUsdc.length > 0) {
      for (const transfer of await chain.tokenTransfers(usdc, inUsdc, from, to))
        found.push(['USDC', transfer]);
    }
    const inEther = orders.filter(({ quote }) => quote.ETH !== null);
    const received = await db.read((tx) =>
      confirmedEtherOf(
        tx,
        inEther.map(({ id }) => id),
      ),
    );
    const arrivals = await Promise.all(
      inEther.map(({ id, address, scannedBlock }) =>
        findEtherArrivals(chain, address, { block: scannedBlock, wei: received.get(id) ?? 0n }, to),
      ),
    );
    for (const transfer of arrivals.flat()) found.push(['ETH', transfer]);
    return found;
  }

  /** The price of ETH, where some has come for an order that was closed. */
  async function latePrice(
    orders: readonly repo.Order[],
    found: readonly { readonly orderId: string; readonly token: Token }[],
  ): Promise<CurrentPrice | null> {
    const closed = orders.filter(({ status, quote }) => status === 'closed' && quote.ETH !== null);
    const known = await db.read((tx) =>
      confirmedEtherOf(
        tx,
        closed.map(({ id }) => id),
      ),
    );
    const late = closed.find(
      ({ id }) => known.has(id) || found.some(({ orderId, token }) => orderId === id && token === 'ETH'),
    );
    return late ? etherPrice(late.currency) : null;
  }

  /** Looks at the orders up to the newest block, in steps that are stored. */
  async function scanOrders(
    ids: readonly string[],
    head: Block,
    confirmedBlock: Block,
    rewinds: number,
  ): Promise<void> {
    const confirmed = confirmedBlock.number;
    for (;;) {
      const orders = await db.read((tx) => repo.findOrders(tx, ids));
      const from = Math.min(confirmed, ...orders.map(({ scannedBlock }) => scannedBlock)) + 1;
      const step = from + BLOCKS_PER_STEP - 1;
      const to = step < confirmed ? step : head.number;
      const byAddress = new Map(orders.map(({ id, address }) => [address, id]));
      const transfers = (await findTransfers(orders, from, to)).map(([token, transfer]) => ({
        orderId: byAddress.get(transfer.recipient) ?? '',
        token,
        blockNumber: transfer.blockNumber,
        logIndex: transfer.logIndex,
        transactionHash: transfer.transactionHash,
        sender: transfer.sender,
        units: transfer.units,
        isConfirmed: transfer.blockNumber <= confirmed,
      }));
      const isLast = to === head.number;
      const price = isLast ? await latePrice(orders, transfers) : null;
      const isStored = await db.transact(async (tx) => {
        if (!(await blocks.advanceHead(tx, chainId, rewinds, head.number))) return false;
        const at = now();
        await replaceTransfers(tx, ids, transfers, Math.min(to, confirmed), at);
        if (!isLast) return true;
        await blocks.saveBlock(tx, chainId, confirmedBlock, at, new Date(at.getTime() - LATE_PAYMENT_MS));
        await settleOrders(tx, ids, price, { confirmedBlock: confirmed, at });
        return true;
      });
      if (isLast || !isStored) return;
    }
  }

  async function blockAt(number: number): Promise<Block> {
    const block = await chain.block(number);
    if (!block) throw new ProviderUnavailable(`The RPC server is behind: it has no block ${number}.`);
    return block;
  }

  /** The newest stored block that is part of the chain. */
  async function findFork(known: readonly Block[]): Promise<Block> {
    const isCanonical = async ({ number, hash }: Block) => (await blockAt(number)).hash === hash;
    const [newest, oldest] = [known[0], known.at(-1)];
    if (!newest || !oldest) throw new Error('The first order stores a block with its chain.');
    if (await isCanonical(newest)) return newest;
    if (!(await isCanonical(oldest)))
      throw new ProviderUnavailable(
        `The RPC server is on another chain: its block ${oldest.number} is not ${oldest.hash}.`,
      );
    // Blocks are sorted from new to old: `replaced` is not part of the chain, `kept` is.
    let [replaced, kept] = [0, known.length - 1];
    while (kept - replaced > 1) {
      const middle = Math.floor((replaced + kept) / 2);
      const block = known[middle];
      if (block && (await isCanonical(block))) kept = middle;
      else replaced = middle;
    }
    return known[kept] ?? oldest;
  }

  return {
    confirmedAt,
    /** Looks at all orders that are due. */
    async scan(): Promise<void> {
      const at = now().getTime();
      const [state, known, hasCapture] = await db.read((tx) =>
        Promise.all([
          blocks.findChain(tx, chainId),
          blocks.findBlocks(tx, chainId, MAX_KNOWN_BLOCKS),
          hasCaptureSince(tx, chainId, new Date(at - REORGANIZATION_MS)),
        ]),
      );
      if (!state) return;
      const findDue = () =>
        db.read((tx) =>
          repo.findWatched(tx, chainId, {
            closedAfter: new Date(at - LATE_PAYMENT_MS),
            scannedBefore: new Date(at - CLOSED_INTERVAL_MS),
          }),
        );
      if (!hasCapture && (await findDue()).length === 0) return;
      // Before the orders: payments of later orders are in later blocks.
      const head = await chain.head();
      const confirmedBlock = await blockAt(confirmedAt(head.number));
      const fork = await findFork(known);
      let { rewinds } = state;
      if (fork !== known[0]) {
        await db.transact((tx) => blocks.rewind(tx, chainId, rewinds, fork.number));
        rewinds += 1;
      }
      const due = await findDue();
      if (due.length > 0)
        await scanOrders(
          due.map((order) => order.id),
          head,
          confirmedBlock,
          rewinds,
        );
    },
  };
}
