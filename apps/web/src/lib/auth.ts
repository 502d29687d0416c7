import { ApiProblem, send } from './api.ts';

/**
 * The account operations that screens use, as better-auth serves them under /api/auth. A failure is
 * an `ApiProblem` whose message is the provider's own sentence (spec section 8).
 */

export interface SignUp {
  email: string;
  password: string;
  username: string;
}

export async function signIn(email: string, password: string): Promise<void> {
  const answer = await post('sign-in/email', { email, password });
  if (!hasUser(answer)) throw failure('Authentication failed', 'authentication_failed', 401);
}

/** Creates the account and, where the instance asks for no confirmation first, signs it in. */
export async function signUp({ email, password, username }: SignUp): Promise<void> {
  const answer = await post('sign-up/email', { email, password, username, name: username });
  if (!hasUser(answer)) throw failure('Authentication failed', 'authentication_failed', 401);
}

export async function signOut(): Promise<void> {
  await post('sign-out', {});
}

function hasUser(answer: unknown): boolean {
  return isRecord(answer) && isRecord(answer.user);
}

async function post(path: string, body: object): Promise<unknown> {
  return send(`/api/auth/${path}`, { method: 'POST', body: JSON.stringify(body) }, providerProblem);
}

/** better-auth answers a refusal with `{ code, message }`, not with a problem document. */
function providerProblem(body: unknown, status: number): ApiProblem | undefined {
  if (!isRecord(body) || typeof body.message !== 'string' || body.message === '') return undefined;
  return failure(body.message, typeof body.code === 'string' ? body.code.toLowerCase() : 'auth', status);
}

function failure(title: string, code: string, status: number): ApiProblem {
  return new ApiProblem({ type: 'about:blank', title, status, code, instance: '' });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
