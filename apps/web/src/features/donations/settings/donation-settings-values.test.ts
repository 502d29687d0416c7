import { donationGoalEdit, donationPageEdit } from '@tributary/contracts/donations';
import { expect, it } from 'vitest';
import { goalEditOf, goalValuesOf, presetsEditOf, presetsValuesOf } from './donation-settings-values.ts';

const rest = { isOpen: true, showsRecent: true };

it('reads suggested amounts with points and commas, and refuses other texts', () => {
  expect(presetsEditOf({ presets: ' 3 5,50;10.00 ' }, rest).presets).toEqual([300, 550, 1000]);
  expect(presetsValuesOf({ presets: [300, 550] })).toEqual({ presets: '3.00 5.50' });
  expect(donationPageEdit.safeParse(presetsEditOf({ presets: '5 many' }, rest)).error?.issues).toMatchObject([
    { path: ['presets', 1] },
  ]);
});

it('ends a goal with the last second of its day in the creator’s time zone', () => {
  const edit = goalEditOf({ title: 'Lamp', targetAmount: '50', endsAt: '2030-05-04' });
  expect(edit).toEqual({
    title: 'Lamp',
    targetAmount: 5000,
    endsAt: new Date(2030, 4, 4, 23, 59, 59).toISOString(),
  });
  const goal = { ...edit, raisedAmount: 0 };
  expect(goalValuesOf({ goal })).toEqual({ title: 'Lamp', targetAmount: '50.00', endsAt: '2030-05-04' });
});

it('refuses a goal without an amount', () => {
  const edit = goalEditOf({ title: 'Lamp', targetAmount: '', endsAt: '' });
  expect(donationGoalEdit.safeParse(edit).error?.issues).toMatchObject([{ path: ['targetAmount'] }]);
});
