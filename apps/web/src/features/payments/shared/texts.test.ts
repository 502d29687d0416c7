import { expect, it } from 'vitest';
import { formatPrice } from './texts.ts';

it('writes a price, or "Free" without one', () => {
  expect([formatPrice(0, 'USD'), formatPrice(null, 'USD'), formatPrice(499, 'USD')]).toEqual([
    'Free',
    'Free',
    '$4.99',
  ]);
});
