import { webcrypto } from 'node:crypto';
import { expect, it } from 'vitest';
import { createSigningKey } from './signing-key.ts';

const secret = 'a secret of at least 32 characters';
const bytes = Buffer.from('what is signed');

async function verifies(publicKey: Uint8Array<ArrayBuffer>, signature: Uint8Array<ArrayBuffer>) {
  const key = await webcrypto.subtle.importKey('raw', publicKey, 'Ed25519', true, ['verify']);
  return webcrypto.subtle.verify('Ed25519', key, signature, bytes);
}

it('signs what browsers verify, in every process of an instance', async () => {
  const [one, other] = [createSigningKey(secret, 'a purpose'), createSigningKey(secret, 'a purpose')];
  expect(await verifies(one.publicKey, other.sign(bytes))).toBe(true);
});

it('has another key for another purpose and another instance', async () => {
  const { publicKey } = createSigningKey(secret, 'a purpose');
  expect(await verifies(publicKey, createSigningKey(secret, 'another').sign(bytes))).toBe(false);
  expect(await verifies(publicKey, createSigningKey(`${secret}!`, 'a purpose').sign(bytes))).toBe(false);
});
