/**
 * Reads the chain block by block and stores the transfers to addresses of orders. Transfers up to the newest confirmed
 * block are stored once; newer ones are replaced each time, which handles ordinary reorganizations. The hash of the
 * newest confirmed block is stored, too: if the chain has another block there, a reorganization was deeper than the
 * confirmations, and everything after its first block is read again.
 */
import type { Address } from 'viem';
import type { Database } from '#platform/db/database.ts';
import { HOUR_MS } from '#platform/durations.ts';
import { ProviderUnavailable } from '../../provider.errors.ts';
import * as blocks from '../blocks.repo.ts';
import { hasCaptureSince } from '../captures.repo.ts';
import type { Block, BlockRange, Chain, Transfer } from '../chain/chain.ts';
import { type EtherChain, type EtherReading, readEtherArrivals } from '../chain/ether-arrivals.ts';
import { RpcRefused } from '../chain/rpc.ts';
import type { CurrentPrice } from '../order-decisions.ts';
import { settleOrders } from '../order-settlement.ts';
import * as repo from '../orders.repo.ts';
import type { Token } from '../quotes.ts';
import { confirmedEtherOf, replaceTransfers, type StoredTransfer } from '../transfers.repo.ts';

/** The time for which late payments and reorganizations are watched for. */
const LATE_PAYMENT_MS = 7 * 24 * HOUR_MS;
const REORGANIZATION_MS = 24 * HOUR_MS;

/** Closed orders are read less often. */
const CLOSED_INTERVAL_MS = HOUR_MS / 6;

/** The number of known blocks that are compared with the chain's. */
const MAX_KNOWN_BLOCKS = 1000;

/** Progress is stored after this many blocks. */
const BLOCKS_PER_STEP = 1000;

/** RPC services limit requests per second. Each order takes two or more. */
const ORDERS_AT_ONCE = 50;

interface OrderReading extends Omit<EtherReading, 'arrivals'> {
  readonly order: repo.Order;
  readonly arrivals: readonly StoredTransfer[];
}

export type ScannedChain = EtherChain & Pick<Chain, 'head' | 'block' | 'tokenTransfers'>;

export interface ScannerOptions {
  readonly db: Database;
  readonly chain: ScannedChain;
  readonly chainId: number;
  readonly confirmations: number;
  readonly usdc: Address | null;
  /** The present price of one ETH, or null while it is not known. */
  readonly etherPrice: (currency: string) => Promise<CurrentPrice | null>;
  readonly now: () => Date;
}

export function createScanner(options: ScannerOptions) {
  const { db, chain, chainId, confirmations, usdc, etherPrice, now } = options;
  /** The newest block whose transfers are confirmed: one confirmation is the block itself. */
  const confirmedAt = (headNumber: number) => Math.max(0, headNumber - confirmations + 1);

  const stored =
    (token: Token, orderId: string, confirmed: number) =>
    (transfer: Transfer): StoredTransfer => ({
      ...transfer,
      orderId,
      token,
      isConfirmed: transfer.blockNumber <= confirmed,
    });

  async function findUsdc(orders: readonly repo.Order[], range: BlockRange): Promise<StoredTransfer[]> {
    const accepting = orders.filter(({ quote }) => quote.USDC !== null);
    if (!usdc || accepting.length === 0) return [];
    const byAddress = new Map(accepting.map(({ id, address }) => [address, id]));
    const transfers = await chain.tokenTransfers(usdc, [...byAddress.keys()], range);
    return transfers.map((one) => stored('USDC', byAddress.get(one.recipient) ?? '', range.confirmed)(one));
  }

  /** Reads ETH. An order whose ETH cannot be read does not stop the others. */
  async function readEther(
    orders: readonly repo.Order[],
    head: number,
    confirmed: number,
  ): Promise<{ readonly readings: OrderReading[]; readonly failures: Error[] }> {
    const accepting = orders.filter(({ quote }) => quote.ETH !== null);
    const readings: OrderReading[] = [];
    const failures: Error[] = [];
    for (let i = 0; i < accepting.length; i += ORDERS_AT_ONCE) {
      const some = accepting.slice(i, i + ORDERS_AT_ONCE);
      const results = await Promise.allSettled(
        some.map(({ address, ether }) => readEtherArrivals(chain, address, ether, confirmed, head)),
      );
      for (const [at, result] of results.entries()) {
        const order = some[at];
        if (!order) continue;
        if (result.status === 'fulfilled') {
          const arrivals = result.value.arrivals.map(stored('ETH', order.id, confirmed));
          readings.push({ ...result.value, order, arrivals });
        } else if (result.reason instanceof ProviderUnavailable) failures.push(result.reason);
        else throw result.reason;
      }
      // The server does not answer, or limits requests, so the next reading begins with the remaining orders.
      if (failures.some((error) => !(error instanceof RpcRefused))) break;
    }
    return { readings, failures };
  }

  /** The price of ETH, if some has arrived for a closed order. */
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

  /**
   * Reads the orders up to the newest block, in steps that are stored. @returns the errors of those that could not be
   * read
   */
  async function scanOrders(
    ids: readonly string[],
    head: Block,
    confirmedBlock: Block,
    rewinds: number,
  ): Promise<readonly Error[]> {
    const confirmed = confirmedBlock.number;
    for (;;) {
      const orders = await db.read((tx) => repo.findOrders(tx, ids));
      const from = Math.min(confirmed, ...orders.map(({ scannedBlock }) => scannedBlock)) + 1;
      const step = from + BLOCKS_PER_STEP - 1;
      const to = step < confirmed ? step : head.number;
      const transfers = await findUsdc(orders, { from, to, confirmed });
      const isLast = to === head.number;
      const { readings, failures } = isLast
        ? await readEther(orders, head.number, confirmed)
        : { readings: [], failures: [] };
      const price = isLast
        ? await latePrice(
            orders,
            readings.flatMap(({ arrivals }) => arrivals),
          )
        : null;
      const isStored = await db.transact(async (tx) => {
        if (!(await blocks.advanceHead(tx, chainId, rewinds, head.number))) return false;
        const at = now();
        await replaceTransfers(tx, 'USDC', ids, transfers);
        await repo.markScanned(tx, ids, Math.min(to, confirmed));
        if (!isLast) return true;
        const complete = orders.filter(({ quote }) => quote.ETH === null).map(({ id }) => id);
        for (const { order, state, arrivals, isComplete } of readings) {
          if (!(await repo.advanceEtherState(tx, order.id, order.ether.block, state))) continue;
          await replaceTransfers(tx, 'ETH', [order.id], arrivals);
          if (isComplete) complete.push(order.id);
        }
        await blocks.saveBlock(tx, chainId, confirmedBlock, at);
        await blocks.forgetBlocks(tx, chainId, confirmed, new Date(at.getTime() - LATE_PAYMENT_MS));
        await repo.markLookedAt(tx, complete, at);
        await settleOrders(tx, complete, price, { confirmedBlock: confirmed, at });
        return true;
      });
      if (isLast || !isStored) return failures;
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
    if (!newest || !oldest) throw new Error('Orders store a block when they are opened.');
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
    /** Reads all orders that are due. @returns the errors of those that could not be read */
    async scan(): Promise<readonly Error[]> {
      const at = now().getTime();
      const [state, known, hasCapture] = await db.read((tx) =>
        Promise.all([
          blocks.findChain(tx, chainId),
          blocks.findBlocks(tx, chainId, MAX_KNOWN_BLOCKS),
          hasCaptureSince(tx, chainId, new Date(at - REORGANIZATION_MS)),
        ]),
      );
      if (!state) return [];
      const findDue = () =>
        db.read((tx) =>
          repo.findWatched(tx, chainId, {
            closedAfter: new Date(at - LATE_PAYMENT_MS),
            scannedBefore: new Date(at - CLOSED_INTERVAL_MS),
          }),
        );
      if (!hasCapture && (await findDue()).length === 0) return [];
      // Reads the head before the orders, since payments of later orders are in later blocks.
      const head = await chain.head();
      const confirmedBlock = await blockAt(confirmedAt(head.number));
      const fork = await findFork(known);
      let { rewinds } = state;
      if (fork !== known[0]) {
        await db.transact((tx) => blocks.rewind(tx, chainId, rewinds, fork.number));
        rewinds += 1;
      }
      const due = await findDue();
      if (due.length === 0) return [];
      return scanOrders(
        due.map(({ id }) => id),
        head,
        confirmedBlock,
        rewinds,
      );
    },
  };
}
