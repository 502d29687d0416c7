import { call } from '@/lib/api.ts';
import { failure } from './forms/problem-form.ts';

/** Whether this browser can read and write WebAuthn's JSON (WebAuthn Level 3, 5.1). */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential !== 'undefined' && 'parseRequestOptionsFromJSON' in PublicKeyCredential;

// What the server sends is WebAuthn's own JSON; the browser's parser checks it, and throws where it is not.

/**
 * Signs in with a passkey that the person picks.
 * @returns null where they changed their mind
 */
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

/**
 * Makes a passkey on a device that the person picks.
 * @returns false where they changed their mind
 */
export async function createPasskey(name: string): Promise<boolean> {
  const options = await call('POST /api/auth/passkey/creation-options');
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options as unknown as PublicKeyCredentialCreationOptionsJSON,
  );
  const credential = await chosen(navigator.credentials.create({ publicKey }));
  if (!credential) return false;
  const response = { ...credential.toJSON() };
  await call('POST /api/auth/passkey/create', { body: { response, name } });
  return true;
}

/** Null where the person closed the browser's question, or let it run out. */
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
        throw failure('passkey_known', 'This device has a passkey for your account already.', error);
      case 'SecurityError':
        throw failure('passkey_origin', 'Passkeys work at this instance’s own https address only.', error);
      default:
        throw error;
    }
  }
}
