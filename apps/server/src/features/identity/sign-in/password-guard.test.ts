import { expect, it } from 'vitest';
import { AppError } from '#platform/errors.ts';
import { createMemoryState } from '#platform/shared-state/index.ts';
import { createAttemptLimiter } from '../attempts/attempt-limiter.ts';
import { createPasswordGuard } from './password-guard.ts';

it('refuses a guesser who changes between the networks of an IPv6 site, and does not affect other sites', async () => {
  const limiter = createAttemptLimiter(createMemoryState(() => 0));
  const guard = createPasswordGuard(limiter, { find: () => null });
  const outcomes: string[] = [];
  const guess = async (ip: string, account: string) => {
    const wrong = async () => Promise.reject(new AppError('wrong', 'unauthenticated', 'Wrong password.'));
    const error = await guard.attempt({ ip, headers: {} }, account, wrong).catch((error: unknown) => error);
    return error instanceof AppError ? error.code : 'signed in';
  };
  for (let n = 0; n < 45; n += 1)
    outcomes.push(await guess(`2001:db8:1:${n.toString(16)}::1`, `${n}@example.org`));
  expect(outcomes).toEqual([...Array(40).fill('wrong'), ...Array(5).fill('too_many_attempts')]);
  expect(await guess('2001:db8:2::1', 'somebody@example.org')).toBe('wrong');
});
