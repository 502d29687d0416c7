import { expect, it } from 'vitest';
import { type BookedPayment, differencesOf, notListed } from './difference.ts';

const capturedAt = new Date('2026-03-01T12:00:00Z');
const listed = { paymentId: 'p', amountCents: 1000, refundedCents: 0, currency: 'USD', capturedAt };
const booked: BookedPayment = {
  chargeId: 'c',
  paymentId: 'p',
  grossCents: 1000,
  currency: 'USD',
  capturedAt,
  refundedCents: 0,
  confirmedRefundCents: 0,
  lostCents: 0,
  isReversed: false,
};

const kinds = (...given: Parameters<typeof differencesOf>) => differencesOf(...given).map(({ kind }) => kind);

it('finds no difference where provider and ledger agree', () => {
  expect(kinds(listed, booked)).toEqual([]);
});

it('reports a payment that is not booked, and one with another amount, currency or refund', () => {
  expect(differencesOf(listed, null)).toMatchObject([
    { kind: 'not_booked', chargeId: null, providerCents: 1000, ledgerCents: null },
  ]);
  expect(differencesOf({ ...listed, amountCents: 999 }, booked)).toMatchObject([
    { kind: 'amount', providerCents: 999, ledgerCents: 1000 },
  ]);
  expect(kinds({ ...listed, currency: 'EUR' }, booked)).toEqual(['currency']);
  expect(differencesOf({ ...listed, refundedCents: 300 }, booked)).toMatchObject([
    { kind: 'refunded', providerCents: 300, ledgerCents: 0 },
  ]);
});

it.each([0, 300, 400])(
  'accepts a refund of %i that is on its way between nothing and what was requested',
  (refundedCents) => {
    expect(kinds({ ...listed, refundedCents }, { ...booked, refundedCents: 400 })).toEqual([]);
  },
);

it('accepts a lost dispute that the provider lists as a refund, or does not list', () => {
  const lost = { ...booked, lostCents: 400 };
  expect(kinds({ ...listed, refundedCents: 400 }, lost)).toEqual([]);
  expect(kinds(listed, lost)).toEqual([]);
  expect(kinds({ ...listed, refundedCents: 401 }, lost)).toEqual(['refunded']);
});

it('reports a difference when a confirmed refund is not listed', () => {
  const confirmed = { ...booked, refundedCents: 400, confirmedRefundCents: 400 };
  expect(kinds({ ...listed, refundedCents: 300 }, confirmed)).toEqual(['refunded']);
});

it('reports a charge that is not listed, unless a chain took it back', () => {
  expect(notListed(booked)).toMatchObject([{ kind: 'not_listed', providerCents: null, ledgerCents: 1000 }]);
  expect(notListed({ ...booked, isReversed: true })).toEqual([]);
});
