import type { SessionUser } from '@tributary/contracts';
import { session } from '@/lib/session.ts';
import { failure } from '../forms/problem-form.ts';

/**
 * The server has signed somebody in: learns who.
 * @param learn how that is found out; tests say
 * @throws ApiProblem with the sentences of spec section 8
 */
export async function finishSignIn(
  learn: () => Promise<SessionUser | null> = () => session().signedIn(),
): Promise<void> {
  const user = await learn().catch((cause: unknown) => {
    throw failure('profile_unavailable', 'Failed to load user profile', cause);
  });
  if (!user) throw failure('authentication_failed', 'Authentication failed');
}
