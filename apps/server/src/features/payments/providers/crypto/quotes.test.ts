import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProviderUnavailable } from '../provider.errors.ts';
import { etherFor, missingUnits, paymentUri, type Quote, usdcFor, valueCents } from './quotes.ts';

const ADDRESS = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const cents = fc.integer({ min: 1, max: 100_000_000 });
const price = fc.record({ answer: fc.bigInt(1n, 10n ** 14n), decimals: fc.constantFrom(8, 18) });
const quoteOf = (amountCents: number, answer: bigint): Quote => ({
  USDC: usdcFor(amountCents),
  ETH: etherFor(amountCents, { answer, decimals: 8 }),
});

it('quotes 5 dollars at 5 USDC, and at 0.002 ETH of 2500 dollars each', () => {
  expect(quoteOf(500, 2500n * 10n ** 8n)).toEqual({ USDC: 5_000_000n, ETH: 2_000_000_000_000_000n });
});

it('quotes as much ETH as the amount is worth, and at most a millionth more', () => {
  fc.assert(
    fc.property(cents, price, (amountCents, { answer, decimals }) => {
      const wei = etherFor(amountCents, { answer, decimals });
      const exact = BigInt(amountCents) * 10n ** BigInt(16 + decimals);
      expect(wei * answer >= exact).toBe(true);
      expect((wei - 10n ** 12n) * answer < exact).toBe(true);
      expect(wei % 10n ** 12n).toBe(0n);
    }),
  );
});

it('values exactly the amount when exactly the quoted tokens arrive, in either token', () => {
  fc.assert(
    fc.property(cents, fc.bigInt(1n, 10n ** 12n), (amountCents, answer) => {
      const quote = quoteOf(amountCents, answer);
      expect(valueCents(amountCents, quote, { USDC: quote.USDC ?? 0n, ETH: 0n })).toBe(amountCents);
      expect(valueCents(amountCents, quote, { USDC: 0n, ETH: quote.ETH ?? 0n })).toBe(amountCents);
    }),
  );
});

it('names a missing amount that completes the payment, whatever has arrived before', () => {
  const units = fc.bigInt(0n, 10n ** 20n);
  fc.assert(
    fc.property(cents, fc.bigInt(10n ** 8n, 10n ** 12n), units, units, (amountCents, answer, usdc, ether) => {
      const quote = quoteOf(amountCents, answer);
      const received = { USDC: usdc % (quote.USDC ?? 1n), ETH: ether % (quote.ETH ?? 1n) };
      for (const token of ['USDC', 'ETH'] as const) {
        const missing = missingUnits(token, quote, received);
        const complete = { ...received, [token]: received[token] + (missing ?? 0n) };
        expect(valueCents(amountCents, quote, complete)).toBeGreaterThanOrEqual(amountCents);
      }
    }),
  );
});

it('never values fewer tokens higher', () => {
  fc.assert(
    fc.property(cents, fc.bigInt(0n, 10n ** 18n), fc.bigInt(0n, 10n ** 18n), (amountCents, some, more) => {
      const quote = quoteOf(amountCents, 2500n * 10n ** 8n);
      const less = valueCents(amountCents, quote, { USDC: some, ETH: 0n });
      expect(valueCents(amountCents, quote, { USDC: some + more, ETH: 0n })).toBeGreaterThanOrEqual(less);
    }),
  );
});

it('ignores tokens in which the order cannot be paid', () => {
  const quote = { USDC: usdcFor(500), ETH: null };
  expect(valueCents(500, quote, { USDC: 0n, ETH: 10n ** 30n })).toBe(0);
  expect(missingUnits('ETH', quote, { USDC: 0n, ETH: 0n })).toBeNull();
});

it('treats an absurd number of tokens as a fault of the RPC server', () => {
  expect(() => valueCents(100, quoteOf(100, 10n ** 8n), { USDC: 2n ** 256n - 1n, ETH: 0n })).toThrow(
    ProviderUnavailable,
  );
});

it('writes payment requests as EIP-681 URIs', () => {
  const target = { chainId: 8453, address: ADDRESS, usdc: USDC } as const;
  expect(paymentUri('ETH', target, 2n * 10n ** 15n)).toBe(`ethereum:${ADDRESS}@8453?value=2000000000000000`);
  expect(paymentUri('USDC', target, 5_000_000n)).toBe(
    `ethereum:${USDC}@8453/transfer?address=${ADDRESS}&uint256=5000000`,
  );
});
