/** A creator's wallet, a clock and the crypto provider on a chain of its own. */
import { userId } from '@tributary/contracts/shared';
import { v7 as uuidv7 } from 'uuid';
import { type Address, getAddress } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { onTestFinished } from 'vitest';
import {
  type CryptoOptions,
  type CryptoProvider,
  createCrypto,
} from '#features/payments/providers/crypto/crypto.ts';
import type { CheckoutRequest, ProviderFact } from '#features/payments/providers/provider.ts';
import type { Database } from '#platform/db/database.ts';
import { MINUTE_MS } from '../../../src/platform/durations.ts';
import { type Anvil, startAnvil } from './anvil.ts';
import { type RpcProxy, startRpcProxy } from './rpc-proxy.ts';

/** The extended public key of a new wallet's Ethereum account (m/44'/60'/0'). */
export function newExtendedKey(): string {
  const phrase = 'test test test test test test test test test test test junk';
  const account = 1 + Math.floor(Math.random() * 2 ** 30);
  const key = mnemonicToAccount(phrase, { path: `m/44'/60'/${account}'` }).getHdKey();
  return key.publicExtendedKey;
}

export const CHAIN_ID = 31_337;

export interface CryptoFixture {
  readonly chain: Anvil;
  readonly rpc: RpcProxy;
  readonly provider: CryptoProvider;
  readonly account: string;
  readonly clock: { now: number };
  /** Starts another process with the same database and chain. */
  restart(more?: Partial<CryptoOptions>): CryptoProvider;
  request(more?: Partial<CheckoutRequest>): CheckoutRequest;
  /**
   * Opens an order.
   * @returns its address
   */
  open(more?: Partial<CheckoutRequest>): Promise<{ id: string; address: Address }>;
  facts(id: string): Promise<readonly ProviderFact[]>;
}

/** Opens the fixture, which is released when the test finishes. */
export async function openCryptoFixture(
  db: Database,
  more: Partial<CryptoOptions> = {},
): Promise<CryptoFixture> {
  const chain = await startAnvil();
  const rpc = await startRpcProxy(chain.url);
  onTestFinished(async () => {
    await rpc[Symbol.asyncDispose]();
    await chain[Symbol.asyncDispose]();
  });
  const clock = { now: Date.now() };
  await chain.setPrice({ dollars: 2500, updatedAt: new Date(clock.now) });
  await chain.mine(10);
  const chainId = nextChainId();
  rpc.answers.set('eth_chainId', `0x${chainId.toString(16)}`);
  const restart = (others: Partial<CryptoOptions> = {}) =>
    createCrypto({
      db,
      rpcUrl: rpc.url,
      chainId,
      confirmations: 3,
      usdc: chain.usdc,
      priceFeed: chain.priceFeed,
      sequencerFeed: null,
      maxPriceAgeSeconds: 4500,
      now: () => new Date(clock.now),
      maxScanAgeMs: 0,
      ...more,
      ...others,
    });
  const provider = restart();
  const account = newExtendedKey();
  const request = (others: Partial<CheckoutRequest> = {}): CheckoutRequest => {
    const id = uuidv7();
    return {
      id,
      purpose: 'donation',
      method: 'crypto',
      description: 'Donation to Ada',
      amountCents: 500,
      feeBasisPoints: 1000,
      currency: 'USD',
      payer: null,
      recipient: { creatorId: userId.parse(uuidv7()), account },
      subscription: null,
      statusUrl: `https://live.example.org/checkout/crypto?checkout=${id}`,
      cancelUrl: 'https://live.example.org/',
      expiresAt: new Date(clock.now + 30 * MINUTE_MS),
      ...others,
    };
  };
  return {
    chain,
    rpc,
    provider,
    account,
    clock,
    restart,
    request,
    async open(others) {
      const { reference } = await provider.openCheckout(request(others));
      const page = await provider.onChain.paymentOf(reference);
      if (!page) throw new Error(`There is no payment page for ${reference}.`);
      return { id: reference, address: getAddress(page.address) };
    },
    facts: (id) => provider.readCheckout(id),
  };
}

/** Tests of a file share a database, but not a chain. */
let opened = 0;
const nextChainId = () => CHAIN_ID + opened++;
