import { session } from '@/lib/session.ts';
import { failure } from './failure.ts';

/**
 * The server has signed somebody in: learns who.
 * @throws ApiProblem with the sentences of spec section 8
 */
export async function finishSignIn(): Promise<void> {
  const user = await session()
    .signedIn()
    .catch((cause: unknown) => {
      throw failure('profile_unavailable', 'Failed to load user profile', cause);
    });
  if (!user) throw failure('authentication_failed', 'Authentication failed');
}
