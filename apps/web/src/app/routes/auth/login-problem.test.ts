import { describe, expect, it } from 'vitest';
import { loginProblem } from './login-problem.ts';

describe('loginProblem', () => {
  it('says nothing without an error, and never repeats what a link brought along', () => {
    expect(loginProblem(undefined)).toBeUndefined();
    expect(loginProblem('Your account is locked, call 555-0100')).not.toContain('555');
  });

  it.each(['token_expired', 'INVALID_TOKEN'])('knows %s', (code) => {
    expect(loginProblem(code)).toMatch(/^That link has expired/);
  });
});
