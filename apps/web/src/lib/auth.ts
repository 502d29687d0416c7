import { send } from './api.ts';

/**
 * The account operations that screens use, served under /api/auth. A failure is an `ApiProblem` whose
 * message is the provider's own sentence (spec section 8). Who is signed in afterwards, the session
 * query tells (session.ts).
 */

export interface SignUp {
  email: string;
  password: string;
  username: string;
}

export async function signIn(email: string, password: string): Promise<void> {
  await post('sign-in/email', { email, password });
}

/**
 * Creates the account. It is signed in at once, unless the instance wants its address confirmed first;
 * the link in that mail then leads to `returnTo`, a path of ours.
 */
export async function signUp({ email, password, username }: SignUp, returnTo: string): Promise<void> {
  await post('sign-up/email', { email, password, username, name: username, callbackURL: returnTo });
}

export async function signOut(): Promise<void> {
  await post('sign-out', {});
}

async function post(path: string, body: object): Promise<void> {
  await send(`/api/auth/${path}`, { method: 'POST', body: JSON.stringify(body) });
}
