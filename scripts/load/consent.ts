/** The consent of an admin, without whom no load is sent, and what the instance says about itself during the load. */
import { getInstanceHealth, type InstanceHealth } from '@tributary/contracts/admin';
import { Browser } from '../../apps/server/test/support/browser.ts';
import { LoadRefused } from './options.ts';

export interface AdminAccess {
  readonly email: string;
  readonly password: string;
  /** The code of the authenticator app, if the account has a second factor. */
  readonly code: string | undefined;
}

/** @throws LoadRefused where the environment names no admin */
export function adminFrom(environment: Readonly<Record<string, string | undefined>>): AdminAccess {
  const { LOAD_ADMIN_EMAIL: email, LOAD_ADMIN_PASSWORD: password, LOAD_ADMIN_CODE: code } = environment;
  if (!email || !password) {
    throw new LoadRefused(
      'An admin of the instance has to agree: set LOAD_ADMIN_EMAIL and LOAD_ADMIN_PASSWORD.',
    );
  }
  return { email, password, code };
}

export interface Consent {
  health(): Promise<InstanceHealth>;
  /** Ends the session of the admin. */
  end(): Promise<void>;
}

/** @throws LoadRefused where the instance does not accept the account, or it is not that of an admin */
export async function askConsent(url: string, { email, password, code }: AdminAccess): Promise<Consent> {
  const browser = new Browser(url);
  const signedIn = await browser.post('/api/auth/sign-in/email', { email, password });
  if (signedIn.status !== 200)
    throw new LoadRefused(`${url} did not sign the admin in (status ${signedIn.status}).`);
  if (code !== undefined) {
    const confirmed = await browser.post('/api/auth/two-factor/verify-totp', { code });
    if (confirmed.status !== 200)
      throw new LoadRefused(`${url} did not accept LOAD_ADMIN_CODE (status ${confirmed.status}).`);
  }
  const health = async () => {
    const answer = await browser.get(getInstanceHealth.path);
    if (answer.status !== 200)
      throw new LoadRefused(
        `${url} does not show its health to this account (status ${answer.status}): it is not an admin.`,
      );
    return getInstanceHealth.response.parse(JSON.parse(answer.text));
  };
  const consent = { health, end: async () => void (await browser.post('/api/auth/sign-out')) };
  try {
    await health();
  } catch (error) {
    await consent.end();
    throw error;
  }
  return consent;
}
