/** A creator's donation page and goal as the text of a form's fields. */
import type { DonationGoalEdit, DonationPageEdit, OwnDonationPage } from '@tributary/contracts/donations';
import { centsOf } from '@/lib/number-fields.ts';

const textOf = (cents: number): string => (cents / 100).toFixed(2);

export interface PresetsValues {
  /** Separated by spaces. */
  presets: string;
}

export const PRESETS_FIELD_OF: Readonly<Record<keyof DonationPageEdit, keyof PresetsValues>> = {
  isOpen: 'presets',
  showsRecent: 'presets',
  presets: 'presets',
};

export const presetsValuesOf = ({ presets }: Pick<OwnDonationPage, 'presets'>): PresetsValues => ({
  presets: presets.map(textOf).join(' '),
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
  amount: string;
  /** A day, or empty. */
  ends: string;
}

export const GOAL_FIELD_OF: Readonly<Record<keyof DonationGoalEdit, keyof GoalValues>> = {
  title: 'title',
  targetAmount: 'amount',
  endsAt: 'ends',
};

export const goalValuesOf = ({ goal }: Pick<OwnDonationPage, 'goal'>): GoalValues => ({
  title: goal?.title ?? '',
  amount: goal ? textOf(goal.targetAmount) : '',
  ends: goal?.endsAt ? dayOf(new Date(goal.endsAt)) : '',
});

export const goalEditOf = ({ title, amount, ends }: GoalValues): DonationGoalEdit => ({
  title,
  targetAmount: centsOf(amount),
  endsAt: ends === '' ? null : new Date(`${ends}T23:59:59`).toISOString(),
});

/** The day in the browser's time zone, as date fields write it. */
function dayOf(date: Date): string {
  const pad = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
}
