import { expect, it } from 'vitest';
import { namesOf } from '../message-keys.ts';

it('names a message by its English text where that settles every translation', () => {
  const none = {
    de: new Map(),
    fr: new Map(),
    es: new Map(),
    'pt-BR': new Map(),
    ja: new Map(),
    ar: new Map(),
  };
  const names = namesOf({
    ...none,
    en: new Map([
      ['a.open', 'Open'],
      ['a.state', 'Open'],
      ['b.cancel', 'Cancel'],
      ['b.keep', 'Cancel'],
      ['c.copy', 'Copy {what}'],
    ]),
    de: new Map([
      ['a.open', 'Öffnen'],
      ['a.state', 'Offen'],
      ['b.cancel', 'Abbrechen'],
      ['b.keep', 'Abbrechen'],
      ['c.copy', '{what} kopieren'],
    ]),
  });
  expect(Object.fromEntries(names)).toEqual({
    'a.open': '0',
    'a.state': '1',
    'b.cancel': 'Cancel',
    'b.keep': 'Cancel',
    'c.copy': '4',
  });
});
