/** Decides which tokens an order can be paid in, and its price in them. */
import type { Address } from 'viem';
import { localized } from '#platform/messages/index.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.errors.ts';
import type { Chain, PriceRound } from './chain/chain.ts';
import { confirmedState } from './chain/ether-arrivals.ts';
import { checkSequencer } from './chain/sequencer.ts';
import { DECIMALS, etherFor, type Quote, usdcFor } from './quotes.ts';

export interface PriceSource {
  /** A Chainlink AggregatorV3 with the price of ETH. */
  readonly priceFeed: Address;
  /** Chainlink's sequencer uptime feed, on layer 2 chains. */
  readonly sequencerFeed: Address | null;
  readonly maxPriceAgeMs: number;
}

export interface Acceptance {
  /** Null: USDC is not accepted. */
  readonly usdc: Address | null;
  /** Null: ETH is not accepted. */
  readonly ether: PriceSource | null;
}

/** The currency that USDC is pegged to. */
const USDC_CURRENCY = 'USD';

const MAX_FEED_DECIMALS = 30;

/** Allows for clocks of chains and servers that differ a little. */
const CLOCK_TOLERANCE_MS = 60_000;

/** @throws ProviderUnavailable if the price is missing, too old or of another pair, or if the sequencer is down */
export async function readPrice(
  chain: Chain,
  { priceFeed, sequencerFeed, maxPriceAgeMs }: PriceSource,
  currency: string,
  now: Date,
): Promise<PriceRound> {
  if (sequencerFeed) await checkSequencer(chain, sequencerFeed, now);
  const round = await chain.price(priceFeed);
  const pair = round.description.replaceAll(' ', '');
  if (pair !== `ETH/${currency}`)
    throw new ProviderUnavailable(`The price feed is for "${pair.slice(0, 30)}", not for ETH/${currency}.`);
  if (round.answer <= 0n || round.decimals > MAX_FEED_DECIMALS)
    throw new ProviderUnavailable(`The price feed answered ${round.answer} with ${round.decimals} decimals.`);
  const ageMs = now.getTime() - round.updatedAt.getTime();
  if (!(ageMs <= maxPriceAgeMs && ageMs >= -CLOCK_TOLERANCE_MS))
    throw new ProviderUnavailable(
      `The price of ETH is ${Math.round(ageMs / 1000)} s old, and may be ${maxPriceAgeMs / 1000} s old.`,
    );
  return round;
}

/** @throws ProviderUnavailable if the contract is not USDC */
export async function checkUsdc(chain: Chain, usdc: Address): Promise<void> {
  const decimals = await chain.tokenDecimals(usdc);
  if (decimals !== DECIMALS.USDC)
    throw new ProviderUnavailable(
      `The contract ${usdc} has ${decimals} decimals, USDC has ${DECIMALS.USDC}.`,
    );
}

/**
 * Quotes an order. An order that can be paid in USDC is opened even if the price of ETH is missing.
 * @throws ProviderRefused, ProviderUnavailable
 */
export async function quote(
  chain: Chain,
  { usdc, ether }: Acceptance,
  { amountCents, currency }: { readonly amountCents: number; readonly currency: string },
  confirmedBlock: number,
  now: Date,
): Promise<Quote> {
  const inUsdc = usdc !== null && currency === USDC_CURRENCY ? usdcFor(amountCents) : null;
  if (!ether) {
    if (inUsdc !== null) return { USDC: inUsdc, ETH: null };
    throw new ProviderRefused(localized('errors.provider.crypto_currency', { currency }));
  }
  const [price] = await Promise.all([
    readPrice(chain, ether, currency, now),
    confirmedState(chain, ether.priceFeed, confirmedBlock),
  ]).catch((error: unknown) => {
    if (inUsdc === null || !(error instanceof ProviderUnavailable)) throw error;
    return [null];
  });
  return { USDC: inUsdc, ETH: price && etherFor(amountCents, price) };
}
