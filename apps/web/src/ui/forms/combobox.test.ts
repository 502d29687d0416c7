import { expect, it } from 'vitest';
import { matchesOf } from './combobox.tsx';

const options = ['America/New_York', 'America/Sao_Paulo', 'Asia/Tokyo', 'Europe/Lisbon', 'Tokyo Bay'].map(
  (label) => ({ value: label, label }),
);
const found = (typed: string) => matchesOf(options, typed).map(({ value }) => value);

it('finds options by words in any order, whatever their case and accents', () => {
  expect(found('new york')).toEqual(['America/New_York']);
  expect(found('YORK america')).toEqual(['America/New_York']);
  expect(found('são')).toEqual(['America/Sao_Paulo']);
  expect(found('mars')).toEqual([]);
});

it('lists options that begin with the text first, and all of them without a text', () => {
  expect(found('tokyo')).toEqual(['Tokyo Bay', 'Asia/Tokyo']);
  expect(found(' ')).toHaveLength(5);
});
