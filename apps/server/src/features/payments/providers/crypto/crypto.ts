/**
 * Payments in ETH and USDC on an EVM chain, directly to addresses of the creator's wallet. This server derives the
 * addresses from a public key and watches the chain. It cannot move money.
 */
import { type Address, getAddress } from 'viem';
import type { Database } from '#platform/db/database.ts';
import { localized } from '#platform/messages/index.ts';
import { readSettings } from '#platform/settings/index.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';
import type {
  CheckoutRequest,
  ListedPayment,
  OnChainPayments,
  PaymentProvider,
  ProviderFact,
} from '../provider.ts';
import { findChain, insertChain, saveBlock } from './blocks.repo.ts';
import * as captures from './captures.repo.ts';
import { createChain } from './chain/chain.ts';
import { chainName, isTestChain } from './chain/chains.ts';
import { confirmedState } from './chain/ether-arrivals.ts';
import { type ReceivingKey, readExtendedKey } from './chain/extended-key.ts';
import { factsOf } from './facts.ts';
import type { CurrentPrice } from './order-decisions.ts';
import { closeOrder } from './order-settlement.ts';
import * as repo from './orders.repo.ts';
import { describePayment } from './payment-page.ts';
import { checkUsdc, type PriceSource, quote, readPrice } from './price.ts';
import { describeRefund } from './refunds/refund-description.ts';
import { recordRefund } from './refunds/refunds.ts';
import { createScanner } from './scanner/scanner.ts';

export interface CryptoOptions {
  readonly db: Database;
  readonly rpcUrl: string;
  readonly chainId: number;
  readonly confirmations: number;
  /** The contract of USDC on this chain, if it is accepted. */
  readonly usdc: string | null;
  /** The Chainlink price feed of ETH in the instance's currency, if ETH is accepted. */
  readonly priceFeed: string | null;
  /** The Chainlink sequencer uptime feed, on layer 2 chains where ETH is accepted. */
  readonly sequencerFeed: string | null;
  readonly maxPriceAgeSeconds: number;
  readonly now?: () => Date;
  /** The age up to which an earlier reading of the chain is reused. */
  readonly maxScanAgeMs?: number;
}

export interface CryptoProvider extends PaymentProvider {
  poll(apply: (facts: readonly ProviderFact[]) => Promise<void>): Promise<void>;
  readonly onChain: OnChainPayments;
}

/** The number of addresses that a creator compares with the wallet. */
const SHOWN_ADDRESSES = 3;

/** The number of blocks in one request; RPC services allow from 10 to 10,000. */
const MAX_LOG_BLOCKS = 1000;

/** The number of addresses of a wallet that are tried. */
const MAX_USED_ADDRESSES = 50;

const SCAN_AGE_MS = 3000;
const REPORTS_PER_POLL = 100;
const LIST_PAGE = 500;

export function createCrypto(options: CryptoOptions): CryptoProvider {
  const { db, chainId, confirmations, now = () => new Date(), maxScanAgeMs = SCAN_AGE_MS } = options;
  const usdc = options.usdc === null ? null : getAddress(options.usdc);
  const ether: PriceSource | null =
    options.priceFeed === null
      ? null
      : {
          priceFeed: getAddress(options.priceFeed),
          sequencerFeed: options.sequencerFeed === null ? null : getAddress(options.sequencerFeed),
          maxPriceAgeMs: options.maxPriceAgeSeconds * 1000,
        };
  const chain = createChain({ rpcUrl: options.rpcUrl, maxBlocks: MAX_LOG_BLOCKS });
  const scanner = createScanner({ db, chain, chainId, confirmations, usdc, etherPrice, now });
  let isUsdcVerified = false;

  async function etherPrice(currency: string): Promise<CurrentPrice | null> {
    if (!ether) return null;
    const reading = readPrice(chain, ether, currency, now());
    return reading.then(
      (price) => ({ ...price, currency }),
      (error: unknown) => {
        if (error instanceof ProviderUnavailable) return null;
        throw error;
      },
    );
  }

  /**
   * Refuses an RPC server of another chain, which would have none of the payments. The servers behind its URL may
   * change from one call to the next.
   */
  async function verifyChain(): Promise<void> {
    const actual = await chain.chainId();
    if (actual !== chainId)
      throw new ProviderUnavailable(`The RPC server is on chain ${actual}, not on chain ${chainId}.`);
    if (usdc && !isUsdcVerified) await checkUsdc(chain, usdc);
    isUsdcVerified = true;
  }

  let latest: {
    readonly startedAt: number;
    readonly done: Promise<readonly Error[]>;
    isRunning: boolean;
  } | null = null;

  /**
   * Reads the chain once for all payments that are being waited for.
   * @returns the errors of orders that could not be read
   */
  function scan(): Promise<readonly Error[]> {
    const startedAt = now().getTime();
    if (latest && (latest.isRunning || startedAt - latest.startedAt < maxScanAgeMs)) return latest.done;
    const done = (async () => {
      await verifyChain();
      return scanner.scan();
    })();
    const current = { startedAt, done, isRunning: true };
    const ended = () => {
      current.isRunning = false;
    };
    done.then(ended, ended);
    latest = current;
    return done;
  }

  async function unusedAddress(key: ReceivingKey): Promise<{ address: Address; index: number }> {
    for (let tried = 0; tried < MAX_USED_ADDRESSES; tried++) {
      const index = await db.transact((tx) => repo.takeIndex(tx, key.fingerprint));
      const address = key.addressAt(index);
      const { number } = await chain.head();
      const [{ nonce, wei }, tokens] = await Promise.all([
        chain.state(address, number),
        usdc ? chain.tokenBalance(usdc, address) : 0n,
      ]);
      if (nonce === 0 && wei === 0n && tokens === 0n) return { address, index };
    }
    throw new ProviderRefused(
      localized('errors.provider.crypto_addresses_used', { max: `${MAX_USED_ADDRESSES}` }),
    );
  }

  async function findOrder(reference: string): Promise<repo.Order> {
    const order = await db.read((tx) => repo.findOrder(tx, reference));
    if (!order) throw new ProviderRefused(localized('errors.provider.crypto_no_order'));
    return order;
  }

  async function readOrder(reference: string): Promise<ProviderFact[]> {
    const order = await findOrder(reference);
    return db.read((tx) => factsOf(tx, order));
  }

  async function openCheckout(request: CheckoutRequest) {
    const { id, purpose, recipient, amountCents, currency } = request;
    const opened = { reference: id, redirectUrl: new URL(`/pay/crypto/${id}`, request.statusUrl).href };
    if (await db.read((tx) => repo.findOrder(tx, id))) return opened;
    if (purpose !== 'donation' && purpose !== 'ticket')
      throw new ProviderRefused(localized('errors.provider.crypto_purposes'));
    if (recipient.account === null) throw new ProviderRefused(localized('errors.provider.crypto_not_set_up'));
    const key = readExtendedKey(recipient.account);
    await verifyChain();
    const head = await chain.head();
    const confirmed = await chain.block(scanner.confirmedAt(head.number));
    if (!confirmed) throw new ProviderUnavailable('The RPC server does not have the newest blocks.');
    const units = await quote(chain, { usdc, ether }, { amountCents, currency }, confirmed.number, now());
    const { address, index } = await unusedAddress(key);
    await db.transact(async (tx) => {
      const at = now();
      await insertChain(tx, chainId, head.number);
      await saveBlock(tx, chainId, confirmed, at);
      await repo.insertOrder(tx, {
        id,
        chain_id: chainId,
        purpose,
        address,
        address_index: index,
        amount_cents: amountCents,
        currency,
        usdc_units: units.USDC,
        ether_units: units.ETH,
        opened_at: at,
        expires_at: request.expiresAt,
        // The address has received nothing before, and newer blocks may be replaced by some with a payment.
        scanned_block: confirmed.number,
        ether_block: confirmed.number,
        scanned_at: at,
      });
    });
    return opened;
  }

  async function* listPayments(since: Date, until: Date): AsyncIterable<ListedPayment> {
    let last = '';
    for (;;) {
      const after = last;
      const page = await db.read((tx) => captures.listCaptures(tx, chainId, since, until, after, LIST_PAGE));
      for (const { paymentId, amountCents, refundedCents, currency, capturedAt } of page)
        yield { paymentId, amountCents, refundedCents, currency, capturedAt };
      last = page.at(-1)?.paymentId ?? '';
      if (page.length < LIST_PAGE) return;
    }
  }

  return {
    name: 'crypto',
    isTest: isTestChain(chainId),
    refundsBy: 'creator',
    openCheckout,
    async closeCheckout(reference) {
      const order = await findOrder(reference);
      // An order on a chain that the settings no longer name ends with what was known of it.
      const isRead = order.chainId === chainId;
      if (isRead) await scan();
      await db.transact(async (tx) => {
        const state = await findChain(tx, order.chainId);
        const confirmedBlock = isRead ? scanner.confirmedAt(state?.headNumber ?? 0) : order.ether.block;
        await closeOrder(tx, reference, { confirmedBlock, at: now() });
      });
      return readOrder(reference);
    },
    async readCheckout(reference) {
      const order = await findOrder(reference);
      if (order.status === 'open' && order.chainId === chainId) await scan();
      return readOrder(reference);
    },
    refund() {
      return Promise.reject(new ProviderRefused(localized('errors.provider.crypto_send_back')));
    },
    async testConnection() {
      await verifyChain();
      const { number } = await chain.head();
      const confirmed = scanner.confirmedAt(number);
      const accepted: string[] = [];
      if (usdc) accepted.push(`USDC at ${usdc}`);
      if (ether) {
        const { currency } = await db.read(readSettings);
        await confirmedState(chain, ether.priceFeed, confirmed);
        const price = await readPrice(chain, ether, currency, now());
        accepted.push(`ETH at ${Number(price.answer) / 10 ** price.decimals} ${currency}`);
      }
      const tokens = accepted.length > 0 ? `accepts ${accepted.join(' and ')}` : 'accepts no token';
      return `Connected to ${chainName(chainId)} (chain ${chainId}) at block ${number}; ${tokens}.`;
    },
    listPayments,
    async poll(apply) {
      async function report(order: repo.Order): Promise<void> {
        await apply(await db.read((tx) => factsOf(tx, order)));
        await db.transact((tx) => repo.markReported(tx, order.id, order.version));
      }
      const failures: unknown[] = [...(await scan())];
      const orders = await db.read((tx) => repo.findUnreported(tx, chainId, REPORTS_PER_POLL));
      // Continues with the other orders if one cannot be read or applied.
      for (const order of orders) await report(order).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
    onChain: {
      async paymentOf(reference) {
        const order = await db.read((tx) => repo.findOrder(tx, reference));
        if (!order) return null;
        const page = { chainId, confirmations, usdc };
        return db.read((tx) => describePayment(tx, order, page, now()));
      },
      addressesOf(account) {
        const key = readExtendedKey(account);
        return Array.from({ length: SHOWN_ADDRESSES }, (_, index) => key.addressAt(index));
      },
      refundOf: (paymentId, amountCents) => db.read((tx) => describeRefund(tx, paymentId, amountCents)),
      async recordRefund(refund) {
        await verifyChain();
        return recordRefund({ db, chain, chainId, confirmations, usdc, now }, refund);
      },
    },
  };
}
