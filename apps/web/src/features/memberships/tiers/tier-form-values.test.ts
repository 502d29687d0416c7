import { tierEdit } from '@tributary/contracts/memberships';
import { expect, it } from 'vitest';
import { EMPTY, editOf, valuesOf } from './tier-form-values.ts';

const entered = { ...EMPTY, name: 'Deckhand' };
const refused = (values: Partial<typeof entered>) =>
  tierEdit.safeParse(editOf({ ...entered, ...values })).error?.issues.map(({ path }) => path[0]);

it('reads benefits line by line, prices with a point or a comma, and empty fields as free', () => {
  expect(
    editOf({ ...entered, benefits: ' Credits \n\n A letter', priceMonthly: '4,5', priceYearly: '45' }),
  ).toMatchObject({
    benefits: ['Credits', 'A letter'],
    priceMonthly: 450,
    priceYearly: 4500,
  });
  expect(
    tierEdit.parse(editOf({ ...entered, priceMonthly: '', priceYearly: '', trialDays: '' })),
  ).toMatchObject({
    priceMonthly: 0,
    priceYearly: 0,
    trialDays: 0,
  });
});

it('refuses half-priced tiers, trials of free tiers, unreadable numbers and repeated benefits', () => {
  expect(refused({ priceYearly: '0' })).toEqual(['priceYearly']);
  expect(refused({ priceMonthly: '0', priceYearly: '0', trialDays: '7' })).toEqual(['trialDays']);
  expect(refused({ priceMonthly: 'five' })).toEqual(['priceMonthly']);
  expect(refused({ priceMonthly: '0.50' })).toEqual(['priceMonthly']);
  expect(refused({ trialDays: '91' })).toEqual(['trialDays']);
  expect(refused({ benefits: 'Credits\nCredits' })).toEqual(['benefits']);
  expect(refused({ name: ' ' })).toEqual(['name']);
});

it('shows a saved tier as it was entered', () => {
  const tier = {
    id: '019a0000-0000-7000-8000-000000000000',
    name: 'Quay',
    description: 'Come ashore.',
    currency: 'USD',
    priceMonthly: null,
    priceYearly: null,
    trialDays: 0,
    benefits: ['Credits', 'A letter'],
    isActive: true,
    subscribers: { active: 0, trialing: 0, pastDue: 0, canceled: 0 },
  };
  expect(valuesOf(tier)).toMatchObject({
    benefits: 'Credits\nA letter',
    priceMonthly: '0.00',
    priceYearly: '0.00',
  });
});
