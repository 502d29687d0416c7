import { describe, expect, it } from 'vitest';
import { compileMessage } from './compile.ts';
import { createTextMatcher } from './match-text.ts';

const texts = [
  'Enter a name.',
  'Enter at most {max}.',
  'Enter at most {max, number} days.',
  '“{found}” is not a time (00:04).',
];
const match = createTextMatcher(texts.map((text) => [compileMessage(text).message, text]));

describe('createTextMatcher', () => {
  it.each([
    ['Enter a name.', 'Enter a name.', {}],
    ['Enter at most {amount 800}.', 'Enter at most {max}.', { max: '{amount 800}' }],
    ['Enter at most 1,000 days.', 'Enter at most {max, number} days.', { max: 1000 }],
    ['“12 (a)” is not a time (00:04).', '“{found}” is not a time (00:04).', { found: '12 (a)' }],
  ])('finds the message of “%s”', (sentence, of, values) => {
    expect(match(sentence)).toEqual({ of, values });
  });

  it.each(['Enter a name', 'Please: Enter a name.', '“12” is not a time 00:04.'])(
    'finds none for “%s”',
    (sentence) => {
      expect(match(sentence)).toBeNull();
    },
  );

  it('refuses a message with a choice, which no sentence shows', () => {
    const { message } = compileMessage('{count, plural, one {# day} other {# days}}');
    expect(() => createTextMatcher([[message, 'days']])).toThrow('A sentence shows no choice of {count}.');
  });
});
