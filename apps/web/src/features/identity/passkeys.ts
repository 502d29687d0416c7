import { call, type Response } from '@/lib/api/client.ts';
import { t } from '@/lib/messages/t.ts';
import { clientProblem } from '@/ui/forms/problem-form.ts';
import type { Proof } from './security/reauthentication-dialog.tsx';

/** Whether this browser supports WebAuthn's JSON methods (WebAuthn Level 3, section 5.1). */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

// The server sends WebAuthn's own JSON, which the browser's parser validates.

/** Signs in with a passkey. @returns null if the user cancels */
export async function signInWithPasskey() {
  const options = await call('POST /api/auth/passkey/request-options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options as unknown as PublicKeyCredentialRequestOptionsJSON,
  );
  const credential = await chosen(navigator.credentials.get({ publicKey }));
  if (!credential) return null;
  const response = { ...credential.toJSON() };
  return call('POST /api/auth/passkey/sign-in', { body: { response } });
}

export type PasskeyOptions = Response<'POST /api/auth/passkey/creation-options'>;

/** Valid for a few minutes. */
export const requestPasskeyOptions = (proof: Proof): Promise<PasskeyOptions> =>
  call('POST /api/auth/passkey/creation-options', { body: proof });

/** Creates a passkey. @returns false if the user cancels */
export async function createPasskey(options: PasskeyOptions, name: string): Promise<boolean> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await chosen(navigator.credentials.create({ publicKey }));
  if (!credential) return false;
  const response = { ...credential.toJSON() };
  await call('POST /api/auth/passkey/create', { body: { response, name } });
  return true;
}

/** Returns null if the user cancels the browser's dialog, or it times out. */
async function chosen(asked: Promise<Credential | null>): Promise<PublicKeyCredential | null> {
  try {
    const credential = await asked;
    return credential instanceof PublicKeyCredential ? credential : null;
  } catch (error) {
    switch (error instanceof DOMException && error.name) {
      case 'NotAllowedError':
      case 'AbortError':
        return null;
      case 'InvalidStateError':
        throw clientProblem('passkey_known', t('identity.passkey.known'), error);
      case 'SecurityError':
        throw clientProblem('passkey_origin', t('identity.passkey.wrongAddress'), error);
      default:
        throw error;
    }
  }
}
