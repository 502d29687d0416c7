import { expect, it } from 'vitest';
import { leftCents, returnedFeeCents } from './refund-dialog.tsx';

const charge = { amount: 1000, platformFee: 99, takenBack: 0, returnedFee: 0 };

it('returns the fee of the refunded share, rounded in favor of the creator', () => {
  expect(returnedFeeCents(charge, 1000)).toBe(99);
  expect(returnedFeeCents(charge, 333)).toBe(33);
  expect(returnedFeeCents(charge, 1)).toBe(1);
});

it('returns the rest of the fee with the rest of the amount', () => {
  const partly = { ...charge, takenBack: 333, returnedFee: 33 };
  expect(leftCents(partly)).toBe(667);
  expect(returnedFeeCents(partly, 667)).toBe(66);
});
