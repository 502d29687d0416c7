import { CATEGORY_MENU } from '@tributary/contracts/shared';
import { expect, it } from 'vitest';
import { categoryName } from './category-names.ts';

it('names each entry of the menu as the API does in English, and leaves an unknown category as it is', () => {
  expect(CATEGORY_MENU.map(categoryName)).toEqual(CATEGORY_MENU);
  expect(categoryName('Gardening')).toBe('Gardening');
});
