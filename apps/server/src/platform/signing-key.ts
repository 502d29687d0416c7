/** An Ed25519 key that is derived from a secret of the instance, so that all of its processes have the same one. */
import { createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto';

/** The fixed beginning of a private Ed25519 key in PKCS #8 (RFC 8410 section 7), which its 32 bytes follow. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const KEY_BYTES = 32;

export interface SigningKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array<ArrayBuffer>;
  sign(bytes: Uint8Array): Uint8Array<ArrayBuffer>;
}

/** @param purpose keys of different purposes are independent of each other */
export function createSigningKey(secret: string, purpose: string): SigningKey {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(spki.subarray(-KEY_BYTES)),
    sign: (bytes) => new Uint8Array(sign(null, bytes, key)),
  };
}
