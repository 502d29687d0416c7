/** A tier as the text of a form's fields. */
import type { OwnTier, TierEdit } from '@tributary/contracts/memberships';
import { centsOf, wholeOf } from '@/lib/number-fields.ts';

export interface TierFormValues {
  name: string;
  description: string;
  /** One a line. */
  benefits: string;
  monthly: string;
  yearly: string;
  trialDays: string;
}

/** The field that shows an error of a property. */
export const FIELD_OF: Readonly<Record<keyof TierEdit, keyof TierFormValues>> = {
  name: 'name',
  description: 'description',
  benefits: 'benefits',
  priceMonthly: 'monthly',
  priceYearly: 'yearly',
  trialDays: 'trialDays',
};

export const EMPTY: TierFormValues = {
  ...{ name: '', description: '', benefits: '' },
  ...{ monthly: '5.00', yearly: '50.00', trialDays: '0' },
};

export const valuesOf = (tier: OwnTier): TierFormValues => ({
  name: tier.name,
  description: tier.description,
  benefits: tier.benefits.join('\n'),
  monthly: ((tier.priceMonthly ?? 0) / 100).toFixed(2),
  yearly: ((tier.priceYearly ?? 0) / 100).toFixed(2),
  trialDays: String(tier.trialDays),
});

export const editOf = ({ monthly, yearly, trialDays, benefits, ...text }: TierFormValues): TierEdit => ({
  ...text,
  benefits: benefits
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  priceMonthly: centsOf(monthly),
  priceYearly: centsOf(yearly),
  trialDays: trialDays.trim() === '' ? 0 : wholeOf(trialDays),
});
