/**
 * Derives addresses of a creator's wallet from an extended public key (BIP-32). The server never knows a private key.
 */
import { createHash, ECDH } from 'node:crypto';
import type { Address } from 'viem';
import { HDKey, publicKeyToAddress } from 'viem/accounts';
import { localized } from '#platform/messages/index.ts';
import { ProviderRefused } from '../../provider.errors.ts';

/** BIP-44: m/44'/60'/account' is three levels deep, and its external chain of addresses four. */
const ACCOUNT_DEPTH = 3;
const CHAIN_DEPTH = 4;

/** Indexes above this one need the private key (BIP-32). */
const MAX_INDEX = 0x7fff_ffff;

export interface ReceivingKey {
  /** The same for every spelling of one chain of addresses. It reveals nothing about the key. */
  readonly fingerprint: string;
  addressAt(index: number): Address;
}

/**
 * Reads the extended public key of a BIP-44 account (m/44'/60'/0') or of its external chain (m/44'/60'/0'/0).
 * @throws ProviderRefused with a sentence for the creator
 */
export function readExtendedKey(text: string): ReceivingKey {
  const encoded = text.trim();
  if (/^[a-z]prv/i.test(encoded)) {
    throw new ProviderRefused(localized('errors.provider.crypto_private_key'));
  }
  if (!encoded.startsWith('xpub')) throw new ProviderRefused(localized('errors.provider.crypto_public_key'));
  const chain = externalChain(decode(encoded));
  return {
    fingerprint: createHash('sha256')
      .update(publicKeyOf(chain))
      .update(chain.chainCode ?? '')
      .digest('hex'),
    addressAt(index) {
      if (!Number.isInteger(index) || index < 0 || index > MAX_INDEX)
        throw new RangeError(`An address has an index from 0 to ${MAX_INDEX}, not ${index}.`);
      return addressOf(chain.deriveChild(index));
    },
  };
}

function decode(encoded: string): HDKey {
  try {
    return HDKey.fromExtendedKey(encoded);
  } catch {
    // Leaves out the original error, which may repeat the key.
    throw new ProviderRefused(localized('errors.provider.crypto_key_typo'));
  }
}

function externalChain(key: HDKey): HDKey {
  if (key.depth === ACCOUNT_DEPTH) return key.deriveChild(0);
  if (key.depth === CHAIN_DEPTH) return key;
  throw new ProviderRefused(
    `This key belongs to level ${key.depth} of your wallet. Export the key of an Ethereum account, such as m/44'/60'/0'.`,
  );
}

function publicKeyOf(key: HDKey): Uint8Array {
  if (!key.publicKey) throw new Error(`The key at depth ${key.depth} has no public key.`);
  return key.publicKey;
}

function addressOf(key: HDKey): Address {
  const point = ECDH.convertKey(publicKeyOf(key), 'secp256k1', undefined, 'hex', 'uncompressed');
  return publicKeyToAddress(`0x${point.toString()}`);
}
