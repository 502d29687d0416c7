/** Accounts of the account tests: signing up, signing in and reading them. */
import { getMe, type SessionUser } from '@tributary/contracts/identity';
import type { Problem } from '@tributary/contracts/shared';
import { expect } from 'vitest';
import { type Answer, type Browser, json } from './browser.ts';

export const SESSION_COOKIE = 'tributary.session_token';
export const password = 'correct horse battery';

let nextPerson = 0;

export function person(name = 'person') {
  const username = `${name}-${++nextPerson}`;
  return { username, email: `${username}@example.org`, password, name: '' };
}

export async function signedUp(browser: Browser, name?: string) {
  const who = person(name);
  const answer = await browser.post('/api/auth/sign-up/email', who);
  expect(answer.status).toBe(200);
  return who;
}

export const signIn = (browser: Browser, { email, password }: { email: string; password: string }) =>
  browser.post('/api/auth/sign-in/email', { email, password });

export const me = async (browser: Browser): Promise<SessionUser | null> =>
  getMe.response.parse(json(await browser.get('/api/me'))).user;

export const problem = (answer: Answer) => {
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  return json<Problem>(answer);
};

/** The fields that a problem document names. */
export const pointers = (answer: Answer) => problem(answer).errors?.map(({ pointer }) => pointer);
