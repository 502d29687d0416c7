import { ApiProblem } from '@/lib/api.ts';
import { session } from '@/lib/session.ts';

/**
 * The server has signed somebody in: learns who.
 * @throws ApiProblem with the sentences of spec section 8
 */
export async function finishSignIn(): Promise<void> {
  const user = await session()
    .signedIn()
    .catch((cause: unknown) => {
      throw new ApiProblem(failure('profile_unavailable', 'Failed to load user profile'), { cause });
    });
  if (!user) throw new ApiProblem(failure('authentication_failed', 'Authentication failed'));
}

const failure = (code: string, title: string) => ({
  type: 'about:blank',
  title,
  status: 0,
  code,
  instance: '',
});
