/** Calculates the price of an order in tokens, and the value of received tokens, in exact integer arithmetic. */
import type { Address } from 'viem';
import { ProviderUnavailable } from '../provider.errors.ts';

export type Token = 'USDC' | 'ETH';

export const DECIMALS: Readonly<Record<Token, number>> = { USDC: 6, ETH: 18 };

/** Smallest units of each token (wei for ETH); null if the order cannot be paid in it. */
export type Quote = Readonly<Record<Token, bigint | null>>;

/** Smallest units of each token. */
export type Received = Readonly<Record<Token, bigint>>;

export interface Price {
  /** The price of one ETH in the instance's currency, times 10 to the power of `decimals`. */
  readonly answer: bigint;
  readonly decimals: number;
}

const CENTS_DECIMALS = 2;

/** ETH is quoted with six decimals, which every wallet shows in full. */
const ETHER_STEP = 10n ** 12n;

/** The price in units of USDC, which counts at par with the dollar. */
export const usdcFor = (amountCents: number): bigint =>
  BigInt(amountCents) * 10n ** BigInt(DECIMALS.USDC - CENTS_DECIMALS);

/** The price in wei, rounded up so that it is worth at least `amountCents`. */
export function etherFor(amountCents: number, { answer, decimals }: Price): bigint {
  const wei = BigInt(amountCents) * 10n ** BigInt(DECIMALS.ETH - CENTS_DECIMALS + decimals);
  return divideUp(divideUp(wei, answer), ETHER_STEP) * ETHER_STEP;
}

/** Replaces the rate of ETH by that of `price` if that is lower. USDC counts at par. */
export function lowerRate(amountCents: number, quote: Quote, price: Price): Quote {
  const ether = etherFor(amountCents, price);
  return quote.ETH === null || quote.ETH >= ether ? quote : { ...quote, ETH: ether };
}

/** The value of `received` at the rates of the quote in minor units, rounded down; several tokens add up. */
export function valueCents(amountCents: number, quote: Quote, received: Received): number {
  const usdc = quote.USDC ?? 1n;
  const ether = quote.ETH ?? 1n;
  const paid =
    (quote.USDC === null ? 0n : received.USDC * ether) + (quote.ETH === null ? 0n : received.ETH * usdc);
  const cents = (BigInt(amountCents) * paid) / (usdc * ether);
  if (cents > BigInt(Number.MAX_SAFE_INTEGER))
    throw new ProviderUnavailable('The RPC server reported tokens worth more than any amount.');
  return Number(cents);
}

/** The units of one token for a part of an order's amount, at the rates of the quote. */
export function unitsFor(token: Token, quote: Quote, amountCents: number, ofCents: number): bigint | null {
  const asked = quote[token];
  if (asked === null) return null;
  const units = divideUp(asked * BigInt(amountCents), BigInt(ofCents));
  return token === 'ETH' ? divideUp(units, ETHER_STEP) * ETHER_STEP : units;
}

/**
 * The units that are still missing if all of them come in one token; null if none are missing or it is not accepted.
 */
export function missingUnits(token: Token, quote: Quote, received: Received): bigint | null {
  const asked = quote[token];
  if (asked === null) return null;
  const other: Token = token === 'USDC' ? 'ETH' : 'USDC';
  const otherAsked = quote[other];
  // The other token's arrivals, converted at the rates of the quote and rounded down.
  const converted = otherAsked === null ? 0n : (received[other] * asked) / otherAsked;
  const missing = asked - received[token] - converted;
  return missing > 0n ? missing : null;
}

export interface PaymentTarget {
  readonly chainId: number;
  readonly address: Address;
  readonly usdc: Address | null;
}

/** A payment request for wallets (EIP-681). */
export function paymentUri(token: Token, { chainId, address, usdc }: PaymentTarget, units: bigint): string {
  if (token === 'ETH') return `ethereum:${address}@${chainId}?value=${units}`;
  return `ethereum:${usdc}@${chainId}/transfer?address=${address}&uint256=${units}`;
}

const divideUp = (dividend: bigint, divisor: bigint): bigint => (dividend + divisor - 1n) / divisor;
