/** Converts a tier to and from the texts of a form. */
import type { OwnTier, TierEdit } from '@tributary/contracts/memberships';
import { amountText, centsOf, wholeOf } from '@/lib/format/number-fields.ts';

export interface TierFormValues {
  name: string;
  description: string;
  /** One benefit per line. */
  benefits: string;
  priceMonthly: string;
  priceYearly: string;
  trialDays: string;
}

export const EMPTY: TierFormValues = {
  name: '',
  description: '',
  benefits: '',
  priceMonthly: amountText(500),
  priceYearly: amountText(5000),
  trialDays: '0',
};

export const valuesOf = (tier: OwnTier): TierFormValues => ({
  name: tier.name,
  description: tier.description,
  benefits: tier.benefits.join('\n'),
  priceMonthly: amountText(tier.priceMonthly ?? 0),
  priceYearly: amountText(tier.priceYearly ?? 0),
  trialDays: String(tier.trialDays),
});

export const editOf = ({
  priceMonthly,
  priceYearly,
  trialDays,
  benefits,
  ...text
}: TierFormValues): TierEdit => ({
  ...text,
  benefits: benefits
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  priceMonthly: centsOf(priceMonthly),
  priceYearly: centsOf(priceYearly),
  trialDays: trialDays.trim() === '' ? 0 : wholeOf(trialDays),
});
