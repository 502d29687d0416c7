/** Reads from an EVM chain, with every answer checked. Blocks are named by number. */
import {
  type Address,
  decodeFunctionResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  parseAbi,
  toHex,
} from 'viem';
import { z } from 'zod';
import { ProviderUnavailable } from '../../provider.errors.ts';
import type { Price } from '../quotes.ts';
import { address, createRpc, hash, hexData, quantity, RpcRefused, RpcTimedOut, safeQuantity } from './rpc.ts';

export interface Block {
  readonly number: number;
  readonly hash: string;
}

export interface Head extends Block {
  readonly at: Date;
}

/** The state of an address at the end of a block. */
export interface AddressState {
  readonly block: number;
  readonly wei: bigint;
  /** The number of transactions that the address has sent. */
  readonly nonce: number;
}

/** Tokens that arrived at the address of an order. */
export interface Transfer {
  readonly recipient: Address;
  /** Null where several addresses paid in one block, or a contract passed ETH on. */
  readonly sender: Address | null;
  readonly units: bigint;
  readonly blockNumber: number;
  readonly transactionHash: string | null;
  /** Tells apart the transfers of one transaction. */
  readonly logIndex: number;
}

export interface Transaction {
  readonly from: Address;
  readonly to: Address | null;
  readonly wei: bigint;
  readonly blockNumber: number;
  readonly tokenTransfers: readonly Transfer[];
}

/** A direct payment of ETH, not passed on by a contract. */
export interface EtherPayment {
  readonly hash: string;
  readonly from: Address;
  readonly value: bigint;
}

/** A round of a Chainlink sequencer uptime feed. */
export interface SequencerStatus {
  readonly isUp: boolean;
  /** Null on a feed without a first round. */
  readonly since: Date | null;
}

export interface PriceRound extends Price {
  readonly updatedAt: Date;
  /** Such as "ETH / USD". */
  readonly description: string;
}

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function description() view returns (string)',
  'function latestRoundData() view returns (uint80, int256, uint256, uint256, uint80)',
]);

/** keccak256 of `Transfer(address,address,uint256)`. */
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** The number of addresses in one filter, well below what RPC services accept. */
const MAX_RECIPIENTS = 200;

const account = address.transform((text) => getAddress(text));
const topicOf = (to: Address) => `0x${to.slice(2).toLowerCase().padStart(64, '0')}`;
const fromTopic = (topic: string) => getAddress(`0x${topic.slice(26)}`);

const block = z.object({ number: safeQuantity, hash });
const head = block.extend({ timestamp: safeQuantity });

const log = z.object({
  address: account,
  topics: z.array(hash),
  data: hexData,
  blockNumber: safeQuantity,
  transactionHash: hash,
  logIndex: safeQuantity,
});

const blockWithTransactions = block.extend({
  transactions: z.array(z.object({ hash, from: account, to: account.nullable(), value: quantity })),
});

const transaction = z.object({ from: account, to: account.nullable(), value: quantity }).nullable();
const receipt = z.object({ status: safeQuantity, blockNumber: safeQuantity, logs: z.array(log) }).nullable();

/** Both ends are included. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
  /** The newest confirmed block: what is in blocks up to it must not be missed. */
  readonly confirmed: number;
}

export type Chain = ReturnType<typeof createChain>;

/** @param maxBlocks how many blocks a filter of logs may span; smaller spans are tried if the service refuses it */
export function createChain({ rpcUrl, maxBlocks }: { readonly rpcUrl: string; readonly maxBlocks: number }) {
  const rpc = createRpc(rpcUrl);

  async function read<T>(contract: Address, data: Hex, decode: (result: Hex) => T): Promise<T> {
    const result = await rpc.call('eth_call', [{ to: contract, data }, 'latest'], hexData);
    try {
      return decode(result);
    } catch {
      throw new ProviderUnavailable(`The contract ${contract} returned an invalid response.`);
    }
  }

  const decimals = (contract: Address) =>
    read(contract, encodeFunctionData({ abi, functionName: 'decimals' }), (data) =>
      decodeFunctionResult({ abi, functionName: 'decimals', data }),
    );

  /** Null if the server has no such block yet. */
  const blockAt = (number: number): Promise<Block | null> =>
    rpc.call('eth_getBlockByNumber', [toHex(number), false], block.nullable());

  const latestRound = (feed: Address) =>
    read(feed, encodeFunctionData({ abi, functionName: 'latestRoundData' }), (data) =>
      decodeFunctionResult({ abi, functionName: 'latestRoundData', data }),
    );

  /** The span that the service accepts. Services limit it without naming the limit. */
  let span = maxBlocks;

  /**
   * The servers behind one URL may know different blocks, and one that is behind answers no logs of blocks that it
   * lacks. So the same request asks for the last block that must not be missed.
   */
  async function readLogs(filter: object, needed: number): Promise<z.output<typeof log>[]> {
    const [logs, known] = await Promise.all([
      rpc.call('eth_getLogs', [filter], z.array(log)),
      blockAt(needed),
    ]);
    if (!known) throw new ProviderUnavailable(`The RPC server is behind: it has no block ${needed}.`);
    return logs;
  }

  async function filterLogs(
    token: Address,
    recipients: readonly Address[],
    { from, to, confirmed }: BlockRange,
  ): Promise<z.output<typeof log>[]> {
    const found: z.output<typeof log>[] = [];
    let first = from;
    while (first <= to) {
      const last = Math.min(to, first + span - 1);
      const filter = {
        address: token,
        fromBlock: toHex(first),
        toBlock: toHex(last),
        topics: [TRANSFER, null, recipients.map(topicOf)],
      };
      try {
        found.push(...(await readLogs(filter, Math.min(last, confirmed))));
        first = last + 1;
        span = Math.min(maxBlocks, span + Math.ceil(span / 10));
      } catch (error) {
        const isTooMuch = error instanceof RpcRefused || error instanceof RpcTimedOut;
        if (isTooMuch) span = Math.ceil((last - first + 1) / 2);
        // A server that does not answer in time is asked for fewer blocks the next time.
        if (!(error instanceof RpcRefused) || last === first) throw error;
      }
    }
    return found;
  }

  return {
    chainId: () => rpc.call('eth_chainId', [], safeQuantity),
    async head(): Promise<Head> {
      const { timestamp, ...newest } = await rpc.call('eth_getBlockByNumber', ['latest', false], head);
      return { ...newest, at: new Date(timestamp * 1000) };
    },
    block: blockAt,
    /**
     * @throws RpcRefused if the server has no state of the block: full nodes keep the states of the newest 128 blocks
     */
    async state(of: Address, number: number): Promise<AddressState> {
      const [wei, nonce] = await Promise.all([
        rpc.call('eth_getBalance', [of, toHex(number)], quantity),
        rpc.call('eth_getTransactionCount', [of, toHex(number)], safeQuantity),
      ]);
      return { block: number, wei, nonce };
    },
    tokenBalance: (token: Address, of: Address) =>
      read(token, encodeFunctionData({ abi, functionName: 'balanceOf', args: [of] }), (data) =>
        decodeFunctionResult({ abi, functionName: 'balanceOf', data }),
      ),
    tokenDecimals: decimals,

    /** Transfers of a token to these addresses. */
    async tokenTransfers(
      token: Address,
      recipients: readonly Address[],
      range: BlockRange,
    ): Promise<Transfer[]> {
      const { from, to } = range;
      const found: Transfer[] = [];
      for (let i = 0; i < recipients.length; i += MAX_RECIPIENTS) {
        const some = recipients.slice(i, i + MAX_RECIPIENTS);
        const logs = await filterLogs(token, some, range);
        for (const transfer of logs.map((entry) => transferOf(entry, token))) {
          const isAsked =
            transfer !== null &&
            some.includes(transfer.recipient) &&
            transfer.blockNumber >= from &&
            transfer.blockNumber <= to;
          if (!isAsked) throw new ProviderUnavailable('eth_getLogs answered logs that the filter excludes.');
          found.push(transfer);
        }
      }
      return found;
    },

    /** Direct payments of ETH in a block, not those that a contract passed on. */
    async etherPayments(to: Address, number: number): Promise<EtherPayment[]> {
      const { transactions } = await rpc.call(
        'eth_getBlockByNumber',
        [toHex(number), true],
        blockWithTransactions,
      );
      return transactions.filter((payment) => payment.to === to && payment.value > 0n);
    },

    /** @returns a transaction that succeeded, or null */
    async transaction(transactionHash: string, token: Address | null): Promise<Transaction | null> {
      const [sent, done] = await Promise.all([
        rpc.call('eth_getTransactionByHash', [transactionHash], transaction),
        rpc.call('eth_getTransactionReceipt', [transactionHash], receipt),
      ]);
      if (!sent || done?.status !== 1) return null;
      const tokenTransfers = done.logs.flatMap((entry) => (token && transferOf(entry, token)) ?? []);
      return { from: sent.from, to: sent.to, wei: sent.value, blockNumber: done.blockNumber, tokenTransfers };
    },

    /** The newest round of a Chainlink AggregatorV3. */
    async price(feed: Address): Promise<PriceRound> {
      const [description, feedDecimals, round] = await Promise.all([
        read(feed, encodeFunctionData({ abi, functionName: 'description' }), (data) =>
          decodeFunctionResult({ abi, functionName: 'description', data }),
        ),
        decimals(feed),
        latestRound(feed),
      ]);
      const [, answer, , updatedAtSeconds] = round;
      return {
        description,
        decimals: feedDecimals,
        answer,
        updatedAt: new Date(Number(updatedAtSeconds) * 1000),
      };
    },

    /** The newest round of a Chainlink sequencer uptime feed. */
    async sequencerStatus(feed: Address): Promise<SequencerStatus> {
      const [, answer, startedAtSeconds] = await latestRound(feed);
      return {
        isUp: answer === 0n,
        since: startedAtSeconds === 0n ? null : new Date(Number(startedAtSeconds) * 1000),
      };
    },
  };
}

/** Null for logs of other contracts and events. */
function transferOf(entry: z.output<typeof log>, token: Address): Transfer | null {
  const [event, from, to] = entry.topics;
  if (entry.address !== token || event !== TRANSFER || !from || !to || entry.data.length !== 66) return null;
  return {
    recipient: fromTopic(to),
    sender: fromTopic(from),
    units: BigInt(entry.data),
    blockNumber: entry.blockNumber,
    transactionHash: entry.transactionHash,
    logIndex: entry.logIndex,
  };
}
