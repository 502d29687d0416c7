import { describe, expect, it } from 'vitest';
import { loginProblem, loginSearch } from './login-search.ts';

describe('loginSearch', () => {
  it('keeps a step that there is, a path of ours and a short error', () => {
    const search = { from: '/profile/security', step: 'second-factor', error: 'token_expired' };
    expect(loginSearch({ ...search, other: 1 })).toEqual(search);
  });

  it.each([
    { step: 'admin' },
    { step: ['code'] },
    { from: '//elsewhere.example' },
    { error: '' },
    { error: 7 },
  ])('drops %j', (search) => expect(loginSearch(search)).toEqual({}));

  it('cuts an error that somebody made long', () => {
    expect(loginSearch({ error: 'x'.repeat(5000) }).error).toHaveLength(100);
  });
});

describe('loginProblem', () => {
  it('says nothing without an error, and never repeats what a link brought along', () => {
    expect(loginProblem(undefined)).toBeUndefined();
    expect(loginProblem('Your account is locked, call 555-0100')).not.toContain('555');
  });

  it.each(['token_expired', 'INVALID_TOKEN'])('knows %s', (code) => {
    expect(loginProblem(code)).toMatch(/^That link is older than a day/);
  });
});
