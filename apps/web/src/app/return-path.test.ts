import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnPath } from './return-path.ts';

describe('returnPath', () => {
  it('keeps a path with its query', () => {
    expect(returnPath({ from: '/s/somebody/live?x=1' })).toEqual({ from: '/s/somebody/live?x=1' });
  });

  it.each([
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/\t/elsewhere.example',
    'https://elsewhere.example',
    'javascript:alert(1)',
    '',
    7,
    null,
  ])('drops %j', (from) => {
    expect(returnPath({ from })).toEqual({});
  });

  it('never leads to another origin', () => {
    const text = fc.string({
      unit: fc.constantFrom('/', '\\', ':', '@', '.', 'a', ' ', '\t', '\n'),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (from) => {
        const kept = returnPath({ from }).from ?? '/';
        expect(new URL(kept, 'https://here.example').origin).toBe('https://here.example');
      }),
      { numRuns: 2000 },
    );
  });
});
