/** A browser's session: signing in, and requests for what a test needs but does not show. */
import { type APIResponse, expect, type Page } from '@playwright/test';
import type { Instance, Streamer } from './instance.ts';
import { type } from './keyboard.ts';

type Site = Pick<Instance, 'url'>;
type Account = Pick<Streamer, 'email' | 'password'>;

/** With TRUST_PROXY, everybody signs in from an address of their own, since one may not sign in so often. */
let addresses = 0;

/** Signs in without the form. */
export async function signIn(page: Page, { url }: Site, { email, password }: Account): Promise<void> {
  const answer = await page.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password },
    headers: { origin: url, 'x-forwarded-for': `192.0.2.${++addresses}` },
  });
  expect(answer.status()).toBe(200);
}

/** Completes the sign-in form that is on the page. */
export async function typeSignIn(page: Page, { email, password }: Account): Promise<void> {
  await type(page.getByLabel('Email'), email);
  await type(page.getByLabel('Password', { exact: true }), password);
  await page.keyboard.press('Enter');
}

/** A request of the app. Expects that it succeeds. */
export async function send(
  page: Page,
  { url }: Site,
  path: string,
  data: object = {},
  method: 'POST' | 'PUT' = 'POST',
): Promise<APIResponse> {
  const answer = await page.request.fetch(url + path, { method, data, headers: { origin: url } });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer;
}
