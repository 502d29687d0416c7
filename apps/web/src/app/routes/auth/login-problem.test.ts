import { describe, expect, it } from 'vitest';
import { loginProblem } from './login-problem.ts';

describe('loginProblem', () => {
  it('returns nothing without an error, and never repeats text from a link', () => {
    expect(loginProblem(undefined)).toBeUndefined();
    expect(loginProblem('Your account is locked, call 555-0100')).not.toContain('555');
  });

  it.each(['token_expired', 'INVALID_TOKEN'])('has a message for %s', (code) => {
    expect(loginProblem(code)).toMatch(/^That link has expired/);
  });
});
