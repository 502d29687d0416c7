import type { SessionUser } from '@tributary/contracts/identity';
import { t } from '@/lib/messages/t.ts';
import { session } from '@/lib/session.ts';
import { clientProblem } from '@/ui/forms/problem-form.ts';

/**
 * Loads the user after the server has signed somebody in.
 * @param loadUser replaced in tests
 * @throws ApiProblem with the messages of spec section 8
 */
export async function finishSignIn(
  loadUser: () => Promise<SessionUser | null> = () => session().signedIn(),
): Promise<void> {
  const user = await loadUser().catch((cause: unknown) => {
    throw clientProblem('profile_unavailable', t('identity.finish.noProfile'), cause);
  });
  if (!user) throw clientProblem('authentication_failed', t('identity.finish.failed'));
}
