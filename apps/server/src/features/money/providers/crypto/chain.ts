/** What is read from the chain, with every answer checked. Blocks are named by number. */
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
import { ProviderUnavailable } from '../provider.errors.ts';
import type { Price } from './quotes.ts';
import { address, createRpc, hash, hexData, quantity, RpcRefused, safeQuantity } from './rpc.ts';

export interface Block {
  readonly number: number;
  readonly hash: string;
}

/** Tokens that arrived at an address of ours. */
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

/** Addresses in one filter, well below what RPC services accept. */
const MAX_RECIPIENTS = 200;

const account = address.transform((text) => getAddress(text));
const topicOf = (to: Address) => `0x${to.slice(2).toLowerCase().padStart(64, '0')}`;
const fromTopic = (topic: string) => getAddress(`0x${topic.slice(26)}`);

const block = z.object({ number: safeQuantity, hash });

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

export type Chain = ReturnType<typeof createChain>;

/** @param maxBlocks how many blocks a filter of logs may span; smaller ones are tried where the service refuses it */
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

  /** Services limit how many blocks a filter may span, and do not say to how many. */
  let span = maxBlocks;

  async function filterLogs(
    token: Address,
    recipients: readonly Address[],
    from: number,
    to: number,
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
        found.push(...(await rpc.call('eth_getLogs', [filter], z.array(log))));
        first = last + 1;
        span = Math.min(maxBlocks, span + Math.ceil(span / 10));
      } catch (error) {
        if (!(error instanceof RpcRefused) || last === first) throw error;
        span = Math.ceil((last - first + 1) / 2);
      }
    }
    return found;
  }

  return {
    chainId: () => rpc.call('eth_chainId', [], safeQuantity),
    head: () => rpc.call('eth_getBlockByNumber', ['latest', false], block),
    /** Null where the server has no such block yet. */
    block: (number: number): Promise<Block | null> =>
      rpc.call('eth_getBlockByNumber', [toHex(number), false], block.nullable()),
    balance: (of: Address, number: number) => rpc.call('eth_getBalance', [of, toHex(number)], quantity),
    nonce: (of: Address, number: number) =>
      rpc.call('eth_getTransactionCount', [of, toHex(number)], safeQuantity),
    tokenBalance: (token: Address, of: Address) =>
      read(token, encodeFunctionData({ abi, functionName: 'balanceOf', args: [of] }), (data) =>
        decodeFunctionResult({ abi, functionName: 'balanceOf', data }),
      ),
    tokenDecimals: decimals,

    /** Transfers of a token to these addresses, from block `from` to block `to`, both included. */
    async tokenTransfers(
      token: Address,
      recipients: readonly Address[],
      from: number,
      to: number,
    ): Promise<Transfer[]> {
      const found: Transfer[] = [];
      for (let i = 0; i < recipients.length; i += MAX_RECIPIENTS) {
        const some = recipients.slice(i, i + MAX_RECIPIENTS);
        const logs = await filterLogs(token, some, from, to);
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

    /** Payments of ETH in a block that no contract passed on. */
    async etherPayments(to: Address, number: number) {
      const { transactions } = await rpc.call(
        'eth_getBlockByNumber',
        [toHex(number), true],
        blockWithTransactions,
      );
      return transactions.filter((payment) => payment.to === to && payment.value > 0n);
    },

    /** A transaction that succeeded, or null. */
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
        read(feed, encodeFunctionData({ abi, functionName: 'latestRoundData' }), (data) =>
          decodeFunctionResult({ abi, functionName: 'latestRoundData', data }),
        ),
      ]);
      const [, answer, , updatedAtSeconds] = round;
      return {
        description,
        decimals: feedDecimals,
        answer,
        updatedAt: new Date(Number(updatedAtSeconds) * 1000),
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
