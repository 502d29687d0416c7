/**
 * A chain in memory for properties, with the data of a full node: all blocks and logs, but only the newest states. It
 * knows what every address has received.
 */
import { type Address, getAddress } from 'viem';
import type { AddressState, Transfer } from '#features/payments/providers/crypto/chain/chain.ts';
import { RpcRefused } from '#features/payments/providers/crypto/chain/rpc.ts';
import type { ScannedChain } from '#features/payments/providers/crypto/scanner/scanner.ts';

export type ModelTransaction =
  | { readonly kind: 'pay' | 'forward' | 'fail' | 'payUsdc'; readonly to: Address; readonly units: bigint }
  /** The owner of the address sends its whole balance to another one. */
  | { readonly kind: 'spend'; readonly to: Address };

interface ModelBlock {
  readonly hash: string;
  readonly transactions: readonly (ModelTransaction & { readonly hash: string })[];
  readonly states: ReadonlyMap<Address, Omit<AddressState, 'block'>>;
}

const PAYER = getAddress(`0x${'ab'.repeat(20)}`);
const EMPTY = { wei: 0n, nonce: 0 };
const hex = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

export class ModelChain implements ScannedChain {
  /** The number of blocks whose states are kept. */
  readonly #keptStates: number;
  #blocks: ModelBlock[] = [{ hash: hex(0), transactions: [], states: new Map() }];
  #pending: ModelTransaction[] = [];
  #serial = 1;
  /** The addresses whose states are refused. */
  readonly refused = new Set<Address>();
  /** Runs once, before the next state is read. */
  interruption: (() => Promise<unknown>) | null = null;

  constructor(keptStates: number) {
    this.#keptStates = keptStates;
  }

  get headNumber(): number {
    return this.#blocks.length - 1;
  }

  add(transaction: ModelTransaction): void {
    this.#pending.push(transaction);
  }

  mine(count = 1): void {
    for (let i = 0; i < count; i++) {
      const states = new Map(this.#blocks.at(-1)?.states);
      const transactions = this.#pending.map((one) => ({ ...one, hash: hex(this.#serial++) }));
      for (const one of transactions) apply(states, one);
      this.#pending = [];
      this.#blocks.push({ hash: hex(this.#serial++), transactions, states });
    }
  }

  /** Replaces the newest blocks by the same number of empty ones, and adds another. The oldest ones stay. */
  reorganize(depth: number): void {
    const kept = Math.max(2, this.#blocks.length - depth);
    const dropped = this.#blocks.length - kept;
    this.#blocks = this.#blocks.slice(0, kept);
    this.mine(dropped + 1);
  }

  /** The sums that an address has received on the current chain. */
  received(address: Address): { readonly ETH: bigint; readonly USDC: bigint } {
    const sum = { ETH: 0n, USDC: 0n };
    for (const one of this.#blocks.flatMap(({ transactions }) => transactions)) {
      if (one.to !== address || one.kind === 'spend' || one.kind === 'fail') continue;
      sum[one.kind === 'payUsdc' ? 'USDC' : 'ETH'] += one.units;
    }
    return sum;
  }

  async head() {
    return { ...this.#at(this.headNumber), at: new Date() };
  }

  async block(number: number) {
    return number <= this.headNumber ? this.#at(number) : null;
  }

  async state(of: Address, number: number): Promise<AddressState> {
    const { interruption } = this;
    this.interruption = null;
    await interruption?.();
    if (number > this.headNumber || number <= this.headNumber - this.#keptStates || this.refused.has(of))
      throw new RpcRefused(`The node has no state of block ${number}.`);
    return { block: number, ...(this.#blocks[number]?.states.get(of) ?? EMPTY) };
  }

  async etherPayments(to: Address, number: number) {
    const { transactions } = this.#blocks[number] ?? { transactions: [] };
    return transactions.flatMap((one) =>
      one.to === to && (one.kind === 'pay' || one.kind === 'fail')
        ? [{ hash: one.hash, from: PAYER, value: one.units }]
        : [],
    );
  }

  async transaction(hash: string) {
    for (const [blockNumber, { transactions }] of this.#blocks.entries()) {
      const found = transactions.find((one) => one.hash === hash);
      if (found?.kind === 'pay')
        return { from: PAYER, to: found.to, wei: found.units, blockNumber, tokenTransfers: [] };
    }
    return null;
  }

  async tokenTransfers(
    _token: Address,
    recipients: readonly Address[],
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<Transfer[]> {
    return this.#blocks.slice(from, to + 1).flatMap(({ transactions }, i) =>
      transactions.flatMap((one, logIndex) =>
        one.kind === 'payUsdc' && recipients.includes(one.to)
          ? [
              {
                recipient: one.to,
                sender: PAYER,
                units: one.units,
                logIndex,
                blockNumber: from + i,
                transactionHash: one.hash,
              },
            ]
          : [],
      ),
    );
  }

  #at(number: number) {
    return { number, hash: this.#blocks[number]?.hash ?? '' };
  }
}

function apply(states: Map<Address, Omit<AddressState, 'block'>>, one: ModelTransaction): void {
  const { wei, nonce } = states.get(one.to) ?? EMPTY;
  if (one.kind === 'spend') states.set(one.to, { wei: 0n, nonce: nonce + 1 });
  if (one.kind === 'pay' || one.kind === 'forward') states.set(one.to, { wei: wei + one.units, nonce });
}
