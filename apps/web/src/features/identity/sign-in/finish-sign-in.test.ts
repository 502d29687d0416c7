import { expect, it } from 'vitest';
import { ApiProblem } from '@/lib/api.ts';
import { placeErrors } from '../forms/problem-form.ts';
import { finishSignIn } from './finish-sign-in.ts';

/** What the form shows above its fields. */
const shown = (loadUser: Parameters<typeof finishSignIn>[0]) =>
  finishSignIn(loadUser).then(
    () => null,
    (error: unknown) => placeErrors(error, ['email', 'password']),
  );

it('says in the words of the specification that nobody was signed in, or that a profile was not to be had', async () => {
  const away = new ApiProblem({ type: 'about:blank', title: 'Away.', status: 503, code: 'x', instance: '' });
  expect(await shown(async () => null)).toEqual([{ field: 'root', message: 'Authentication failed' }]);
  expect(await shown(() => Promise.reject(away))).toEqual([
    { field: 'root', message: 'Failed to load user profile' },
  ]);
});
