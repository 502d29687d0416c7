/**
 * Finds ETH that arrived at an address. ETH leaves no logs, and contracts pass it on without a transaction to the
 * address, so balances are compared: while an address sends nothing (the same nonce), its balance grows by what it
 * receives. In blocks in which it sends something, the payments to it are counted.
 *
 * Full nodes keep the state of the newest 128 blocks only, but all blocks. What arrived before counts in the oldest
 * block with state, if the address has sent nothing meanwhile; otherwise the blocks are read one by one.
 */
import type { Address } from 'viem';
import type { AddressState, Chain, EtherPayment, Transfer } from './chain.ts';
import { RpcRefused } from './rpc.ts';

/** The log index of an arrival that has no log. */
export const NO_LOG = -1;

/** The number of blocks that are read one by one for an address at a time, and the number of concurrent readings. */
const MAX_BLOCKS = 500;
const BLOCKS_AT_ONCE = 2;

export type EtherChain = Pick<Chain, 'state' | 'etherPayments' | 'transaction'>;

export interface EtherReading {
  /** At most one arrival per block. */
  readonly arrivals: readonly Transfer[];
  /** Arrivals up to this state are final, and the next reading starts from it. */
  readonly state: AddressState;
  /** False if blocks are left to be read, so that some arrivals may be unknown. */
  readonly isComplete: boolean;
}

/**
 * @param known the state up to which all arrivals are known. Its balance may be higher than the real one and its nonce
 *   lower, which costs no arrival
 * @param confirmed the newest confirmed block
 * @param head the newest block
 * @throws ProviderUnavailable, RpcRefused
 */
export async function readEtherArrivals(
  chain: EtherChain,
  address: Address,
  known: AddressState,
  confirmed: number,
  head: number,
): Promise<EtherReading> {
  if (head <= known.block) return { arrivals: [], state: known, isComplete: true };
  const newest = await chain.state(address, head);
  if (newest.wei === known.wei && newest.nonce === known.nonce)
    return { arrivals: [], state: { ...known, block: Math.max(known.block, confirmed) }, isComplete: true };
  if (confirmed <= known.block)
    return { arrivals: await arrivalsBetween(chain, address, known, newest), state: known, isComplete: true };
  const target = await confirmedState(chain, address, confirmed);
  const reading = await readUpTo(chain, address, known, target);
  if (!reading.isComplete) return reading;
  const unconfirmed = await arrivalsBetween(chain, address, target, newest);
  return { ...reading, arrivals: [...reading.arrivals, ...unconfirmed] };
}

/** @throws RpcRefused if the server has no state of the newest confirmed block */
export async function confirmedState(
  chain: Pick<Chain, 'state'>,
  address: Address,
  confirmed: number,
): Promise<AddressState> {
  return chain.state(address, confirmed).catch((error: unknown) => {
    if (!(error instanceof RpcRefused)) throw error;
    throw new RpcRefused(
      `The RPC server has no balances of block ${confirmed}, the newest confirmed one. Use fewer confirmations or an archive node.`,
    );
  });
}

async function readUpTo(
  chain: EtherChain,
  address: Address,
  known: AddressState,
  target: AddressState,
): Promise<EtherReading> {
  const oldest = await oldestState(chain, address, known.block + 1, target);
  if (oldest.block === known.block + 1)
    return {
      arrivals: await arrivalsBetween(chain, address, known, target),
      state: target,
      isComplete: true,
    };
  const skipped = await readWithoutState(chain, address, known, oldest);
  if (!skipped.isComplete) return skipped;
  const arrivals = [...skipped.arrivals, ...(await arrivalsBetween(chain, address, oldest, target))];
  return { arrivals, state: target, isComplete: true };
}

/** The oldest state that the server has, from block `first` on. */
async function oldestState(
  chain: EtherChain,
  address: Address,
  first: number,
  target: AddressState,
): Promise<AddressState> {
  const stateAt = (block: number) =>
    chain.state(address, block).catch((error: unknown) => {
      if (error instanceof RpcRefused) return null;
      throw error;
    });
  if (first >= target.block) return target;
  let oldest = (await stateAt(first)) ?? target;
  let missing = first;
  while (oldest.block - missing > 1) {
    const middle = Math.floor((missing + oldest.block) / 2);
    const state = await stateAt(middle);
    if (state) oldest = state;
    else missing = middle;
  }
  return oldest;
}

/** Arrivals in the blocks after `known` up to `oldest`, the first block with a state. */
async function readWithoutState(
  chain: EtherChain,
  address: Address,
  known: AddressState,
  oldest: AddressState,
): Promise<EtherReading> {
  if (oldest.nonce === known.nonce)
    return {
      arrivals: arrivalOf(address, oldest.block, oldest.wei - known.wei, []),
      state: oldest,
      isComplete: true,
    };
  const last = Math.min(oldest.block, known.block + MAX_BLOCKS);
  const arrivals: Transfer[] = [];
  for (let first = known.block + 1; first <= last; first += BLOCKS_AT_ONCE) {
    const blocks = Array.from({ length: Math.min(BLOCKS_AT_ONCE, last - first + 1) }, (_, i) => first + i);
    const paid = await Promise.all(
      blocks.map(async (block) => {
        const payments = await paymentsIn(chain, address, block);
        return arrivalOf(address, block, sumOf(payments), payments);
      }),
    );
    arrivals.push(...paid.flat());
  }
  const wei = arrivals.reduce((sum, { units }) => sum + units, known.wei);
  if (last < oldest.block)
    return { arrivals, state: { block: last, wei, nonce: known.nonce }, isComplete: false };
  const isLast = ({ blockNumber }: Transfer) => blockNumber === oldest.block;
  const paidLast = arrivals.find(isLast);
  // ETH that contracts passed on is in no transaction to the address. It is in the balance, unless it was sent on.
  const passedOn = oldest.wei > wei ? oldest.wei - wei : 0n;
  const lastUnits = (paidLast?.units ?? 0n) + passedOn;
  const lastArrival =
    passedOn > 0n ? arrivalOf(address, oldest.block, lastUnits, []) : paidLast ? [paidLast] : [];
  return {
    arrivals: [...arrivals.filter((one) => !isLast(one)), ...lastArrival],
    state: oldest,
    isComplete: true,
  };
}

/** Arrivals between two blocks, where the server has the state of each. */
async function arrivalsBetween(
  chain: EtherChain,
  address: Address,
  from: AddressState,
  to: AddressState,
): Promise<Transfer[]> {
  const hasSent = from.nonce !== to.nonce;
  if (!hasSent && to.wei <= from.wei) return [];
  if (to.block - from.block > 1) {
    const middle = await chain.state(address, Math.floor((from.block + to.block) / 2));
    return [
      ...(await arrivalsBetween(chain, address, from, middle)),
      ...(await arrivalsBetween(chain, address, middle, to)),
    ];
  }
  const gained = to.wei - from.wei;
  if (!hasSent) return arrivalOf(address, to.block, gained, await chain.etherPayments(address, to.block));
  const payments = await paymentsIn(chain, address, to.block);
  const paid = sumOf(payments);
  return arrivalOf(address, to.block, paid > gained ? paid : gained, payments);
}

/** Successful payments from other addresses in a block. */
async function paymentsIn(chain: EtherChain, address: Address, block: number): Promise<EtherPayment[]> {
  const payments = (await chain.etherPayments(address, block)).filter(({ from }) => from !== address);
  const sent = await Promise.all(payments.map(({ hash }) => chain.transaction(hash, null)));
  return payments.filter((_, i) => sent[i]);
}

const sumOf = (payments: readonly EtherPayment[]): bigint =>
  payments.reduce((sum, { value }) => sum + value, 0n);

/** @param payments the payments in it; the sender is known if there is only one */
function arrivalOf(
  recipient: Address,
  blockNumber: number,
  units: bigint,
  [payment, ...more]: readonly EtherPayment[],
): Transfer[] {
  if (units <= 0n) return [];
  const only = more.length === 0 ? payment : undefined;
  return [
    {
      recipient,
      units,
      blockNumber,
      logIndex: NO_LOG,
      sender: only?.from ?? null,
      transactionHash: only?.hash ?? null,
    },
  ];
}
