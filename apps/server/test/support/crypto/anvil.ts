/** A real EVM chain on loopback (Foundry's Anvil), whose blocks are mined on request. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { type Address, encodeFunctionData, type Hex, numberToHex, pad, parseAbi } from 'viem';
import { z } from 'zod';
import { freePort } from '../instance-process.ts';
import { findProgram } from '../programs.ts';
import { FORWARDER, PRICE_FEED, TOKEN } from './contracts.ts';

const PACKAGE = '@foundry-rs/anvil-linux-amd64';

const erc20 = parseAbi(['function transfer(address to, uint256 units) returns (bool)']);

const answer = z.object({ result: z.unknown(), error: z.object({ message: z.string() }).optional() });

export interface Anvil extends AsyncDisposable {
  readonly url: string;
  readonly usdc: Address;
  readonly priceFeed: Address;
  readonly sequencerFeed: Address;
  /** Accounts with 10,000 ETH and USDC each. */
  readonly payers: readonly [Address, Address];
  call(method: string, params?: readonly unknown[]): Promise<unknown>;
  mine(blocks?: number): Promise<void>;
  /** Replaces the newest blocks by empty ones. */
  reorganize(depth: number): Promise<void>;
  headNumber(): Promise<number>;
  /**
   * Sends a transaction, which waits for the next block.
   * @returns the transaction's hash
   */
  sendEther(to: Address, wei: bigint, from?: Address): Promise<string>;
  sendUsdc(to: Address, units: bigint, from?: Address): Promise<string>;
  /** Lets an address send, and gives it the cost of that. */
  unlock(address: Address): Promise<void>;
  /** Sends by a contract, so that no transaction has the address as its recipient. */
  forwardEther(to: Address, wei: bigint): Promise<string>;
  setPrice(price: {
    readonly dollars: number;
    readonly updatedAt: Date;
    readonly pair?: string;
  }): Promise<void>;
  setSequencer(status: { readonly isUp: boolean; readonly since: Date }): Promise<void>;
}

function findAnvil(): string {
  try {
    return createRequire(import.meta.url).resolve(`${PACKAGE}/bin/anvil`);
  } catch {
    const program = findProgram(['anvil']);
    if (program) return program;
    throw new Error(`These tests need Anvil: install Foundry, or ${PACKAGE} on Linux on x86-64.`);
  }
}

const USDC: Address = '0x00000000000000000000000000000000000000AA';
const FEED: Address = '0x00000000000000000000000000000000000000bB';
const SEQUENCER: Address = '0x00000000000000000000000000000000000000dD';
const FORWARD: Address = '0x00000000000000000000000000000000000000cC';

export async function startAnvil(): Promise<Anvil> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(findAnvil(), ['--port', port, '--no-mining', '--quiet', '--threads', '1'], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  let isGone = false;
  exited.then(() => {
    isGone = true;
  });

  async function call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const { result, error } = answer.parse(await response.json());
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  const [first, second] = await waitForAccounts(call, () => isGone);
  await call('anvil_setCode', [USDC, TOKEN]);
  await call('anvil_setCode', [FEED, PRICE_FEED]);
  await call('anvil_setCode', [SEQUENCER, PRICE_FEED]);
  await call('anvil_setCode', [FORWARD, FORWARDER]);
  for (const payer of [first, second])
    await call('anvil_setStorageAt', [USDC, pad(payer), numberToHex(10n ** 12n, { size: 32 })]);

  const send = async (from: Address, to: Address, wei: bigint, data: Hex = '0x') =>
    z
      .string()
      .parse(
        await call('eth_sendTransaction', [{ from, to, value: numberToHex(wei), data, gas: '0x30d40' }]),
      );
  const store = (slot: number, value: Hex, feed = FEED) =>
    call('anvil_setStorageAt', [feed, numberToHex(slot, { size: 32 }), value]);
  const seconds = (time: Date) => numberToHex(Math.floor(time.getTime() / 1000), { size: 32 });

  return {
    url,
    usdc: USDC,
    priceFeed: FEED,
    sequencerFeed: SEQUENCER,
    payers: [first, second],
    call,
    mine: async (blocks = 1) => void (await call('anvil_mine', [numberToHex(blocks)])),
    reorganize: async (depth) => void (await call('anvil_reorg', [depth, []])),
    headNumber: async () => Number(z.string().parse(await call('eth_blockNumber'))),
    sendEther: (to, wei, from = first) => send(from, to, wei),
    sendUsdc: (to, units, from = first) =>
      send(from, USDC, 0n, encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [to, units] })),
    async unlock(address) {
      await call('anvil_impersonateAccount', [address]);
      await call('anvil_setBalance', [address, numberToHex(10n ** 18n)]);
    },
    forwardEther: (to, wei) => send(first, FORWARD, wei, pad(to)),
    async setPrice({ dollars, updatedAt, pair = 'ETH / USD' }) {
      await store(0, numberToHex(BigInt(Math.round(dollars * 1e8)), { size: 32 }));
      await store(1, seconds(updatedAt));
      await store(2, pad(`0x${Buffer.from(pair).toString('hex')}`, { dir: 'right' }));
    },
    async setSequencer({ isUp, since }) {
      await store(0, numberToHex(isUp ? 0 : 1, { size: 32 }), SEQUENCER);
      await store(1, seconds(since), SEQUENCER);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function waitForAccounts(
  call: Anvil['call'],
  isGone: () => boolean,
): Promise<readonly [Address, Address]> {
  const accounts = z.array(z.templateLiteral(['0x', z.string()])).min(2);
  for (;;) {
    if (isGone()) throw new Error('Anvil ended at its start.');
    const [first, second] = await call('eth_accounts').then(
      (result) => accounts.parse(result),
      () => [],
    );
    if (first && second) return [first, second];
    await new Promise((resolve) => setImmediate(resolve));
  }
}
