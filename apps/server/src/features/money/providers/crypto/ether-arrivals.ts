/**
 * Finds ETH that arrived at an address. ETH leaves no logs, and contracts pass it on without a transaction to the
 * address, so balances are compared. An address of an order is fresh: until its first own transaction (nonce 0) its
 * balance is what it has received.
 */
import type { Address } from 'viem';
import type { Chain, Transfer } from './chain.ts';
import { RpcRefused } from './rpc.ts';

/** Where a log would have its index. */
export const NO_LOG = -1;

interface BalanceAt {
  readonly block: number;
  readonly wei: bigint;
}

/** @param from a block, and what had been received up to it */
export async function findEtherArrivals(
  chain: Chain,
  address: Address,
  from: BalanceAt,
  toBlock: number,
): Promise<Transfer[]> {
  if (toBlock <= from.block) return [];
  const [wei, nonce] = await Promise.all([chain.balance(address, toBlock), chain.nonce(address, toBlock)]);
  if (nonce === 0) return locate(chain, address, from, { block: toBlock, wei });
  const unspent = await lastUnspentBlock(chain, address, from.block, toBlock);
  if (unspent <= from.block) return [];
  return locate(chain, address, from, { block: unspent, wei: await chain.balance(address, unspent) });
}

/** The last block before the address sent its first transaction; `from` or lower where that is not after it. */
async function lastUnspentBlock(chain: Chain, address: Address, from: number, to: number): Promise<number> {
  let [unspent, spent] = [from, to];
  while (spent - unspent > 1) {
    const middle = Math.floor((unspent + spent) / 2);
    if ((await chain.nonce(address, middle)) === 0) unspent = middle;
    else spent = middle;
  }
  return unspent;
}

/** The blocks in which the balance rose. */
async function locate(chain: Chain, address: Address, from: BalanceAt, to: BalanceAt): Promise<Transfer[]> {
  const units = to.wei - from.wei;
  if (units <= 0n) return [];
  if (to.block - from.block === 1) return [await arrivalIn(chain, address, to.block, units)];
  const block = Math.floor((from.block + to.block) / 2);
  const wei = await chain.balance(address, block).catch((error: unknown) => {
    if (error instanceof RpcRefused) return null;
    throw error;
  });
  // The server has no state of blocks that old: the payment counts as if it came in the newest block.
  if (wei === null) return [arrival(address, to.block, units)];
  const middle = { block, wei };
  return [...(await locate(chain, address, from, middle)), ...(await locate(chain, address, middle, to))];
}

async function arrivalIn(chain: Chain, address: Address, block: number, units: bigint): Promise<Transfer> {
  const [payment, ...more] = await chain.etherPayments(address, block);
  if (!payment || more.length > 0) return arrival(address, block, units);
  return { ...arrival(address, block, units), sender: payment.from, transactionHash: payment.hash };
}

const arrival = (recipient: Address, blockNumber: number, units: bigint): Transfer => ({
  recipient,
  sender: null,
  units,
  blockNumber,
  transactionHash: null,
  logIndex: NO_LOG,
});
