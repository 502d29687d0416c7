/** Converts a creator's donation page and goal to and from the texts of a form. */
import type { DonationGoalEdit, DonationPageEdit, OwnDonationPage } from '@tributary/contracts/donations';
import { amountText, centsOf } from '@/lib/format/number-fields.ts';

export interface PresetsValues {
  /** Amounts separated by spaces. */
  presets: string;
}

export const presetsValuesOf = ({ presets }: Pick<OwnDonationPage, 'presets'>): PresetsValues => ({
  presets: presets.map(amountText).join(' '),
});

export const presetsEditOf = (
  { presets }: PresetsValues,
  rest: Omit<DonationPageEdit, 'presets'>,
): DonationPageEdit => ({
  ...rest,
  presets: presets
    .split(/[\s;]+/)
    .filter((text) => text !== '')
    .map(centsOf),
});

export interface GoalValues {
  title: string;
  targetAmount: string;
  /** A day, or empty. */
  endsAt: string;
}

export const goalValuesOf = ({ goal }: Pick<OwnDonationPage, 'goal'>): GoalValues => ({
  title: goal?.title ?? '',
  targetAmount: goal ? amountText(goal.targetAmount) : '',
  endsAt: goal?.endsAt ? dayOf(new Date(goal.endsAt)) : '',
});

export const goalEditOf = ({ title, targetAmount, endsAt }: GoalValues): DonationGoalEdit => ({
  title,
  targetAmount: centsOf(targetAmount),
  endsAt: endsAt === '' ? null : new Date(`${endsAt}T23:59:59`).toISOString(),
});

/** The day in the browser's time zone, in the format of date fields. */
function dayOf(date: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
