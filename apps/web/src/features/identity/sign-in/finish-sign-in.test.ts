import { expect, it } from 'vitest';
import { ApiProblem } from '@/lib/api/client.ts';
import { placeErrors } from '@/ui/forms/problem-form.ts';
import { finishSignIn } from './finish-sign-in.ts';

/** The error shown above the form. */
const shown = (loadUser: Parameters<typeof finishSignIn>[0]) =>
  finishSignIn(loadUser).then(
    () => null,
    (error: unknown) => placeErrors(error, ['email', 'password']),
  );

it('uses the messages of the specification when nobody was signed in or the profile failed to load', async () => {
  const away = new ApiProblem({ type: 'about:blank', title: 'Away.', status: 503, code: 'x', instance: '' });
  expect(await shown(async () => null)).toEqual([{ field: 'root', message: 'Authentication failed' }]);
  expect(await shown(() => Promise.reject(away))).toEqual([
    { field: 'root', message: 'Failed to load user profile' },
  ]);
});
