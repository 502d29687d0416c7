import { expect, it } from 'vitest';
import { choose, chooseSubjects, fileName, nameOf, SUBJECTS } from './pictures.ts';

it('names screens by their path, without ids and values', () => {
  expect(nameOf('/')).toBe('home');
  expect(nameOf('/dashboard/admin/health')).toBe('admin-health');
  expect(nameOf('/s/coral/live')).toBe('s-channel-live');
  expect(nameOf('/billing/checkout?creator=coral')).toBe('billing-checkout-creator');
  expect(nameOf('/dashboard/admin/users/019a0000-0000-7000-8000-000000000000')).toBe('admin-users-one');
});

it('gives each screen a name of its own, so that no picture replaces another', () => {
  const names = SUBJECTS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it('puts the screen first in names of files, so that its pictures sort beside each other', () => {
  expect(fileName('admin-health', 1440, 'dark', 'de')).toBe('admin-health.1440.dark.de.png');
});

it('chooses a screen or all screens of a part, and refuses names that no screen has', () => {
  expect(chooseSubjects(['home']).map(({ name }) => name)).toEqual(['home', 'home-account']);
  expect(chooseSubjects()).toEqual(SUBJECTS);
  expect(() => chooseSubjects(['hom'])).toThrow('No screen is called hom.');
});

it('chooses among widths, themes and languages, and refuses others', () => {
  expect(choose([390, 768, 1440], ['768'])).toEqual([768]);
  expect(choose(['en', 'de'])).toEqual(['en', 'de']);
  expect(() => choose(['en', 'de'], ['fr'])).toThrow('fr is none of en, de.');
});
