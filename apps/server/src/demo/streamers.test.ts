import { PEOPLE } from '@tributary/demo-content/people';
import { LANGUAGES } from '@tributary/messages/languages';
import { expect, it } from 'vitest';

it('has a creator for each language of the interface', () => {
  const spoken = new Set<string>(PEOPLE.map(({ language = 'en' }) => language));
  // A stream's language has no region.
  expect(LANGUAGES.filter((language) => !spoken.has(language.slice(0, 2)))).toEqual([]);
});
