import { webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKey } from '../media-address.ts';
import { MAX_CHUNK_BYTES } from '../protocol/messages.ts';
import { decodeManifest, encodeManifest } from './manifest-encoding.ts';
import { canVerify, importPublicKey, ManifestVerifier } from './manifest-verifier.ts';
import { ManifestError } from './part-manifest.ts';
import { entryOf, ManifestSigner } from './sign-manifest.ts';

const SWARM = new Uint8Array(16).fill(3);

async function generateKeys() {
  const keys = await webcrypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  if (!('privateKey' in keys)) throw new TypeError('Ed25519 has pairs of keys.');
  return keys;
}

async function createPair() {
  const { publicKey, privateKey } = await generateKeys();
  const raw = new Uint8Array(await webcrypto.subtle.exportKey('raw', publicKey));
  return {
    signer: new ManifestSigner(privateKey, SWARM, 1),
    createVerifier: async (rendition = 1, swarm = SWARM) =>
      new ManifestVerifier(await importPublicKey(raw), swarm, rendition),
  };
}

const partOf = (sequence: number, part: number, size = 40_000) =>
  entryOf({ rendition: 1, sequence, part }, new Uint8Array(size).fill(part));

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const manifest = fc
  .record({
    rendition: fc.nat(31),
    number: fc.nat(0xffff_ffff),
    previous: hash,
    parts: fc.uniqueArray(
      fc.record({
        sequence: fc.nat(1e9),
        part: fc.nat(0xffff),
        bytes: fc.integer({ min: 1, max: 60_000 }),
        hash,
      }),
      {
        maxLength: 5,
        selector: ({ sequence, part }) => sequence * 2 ** 16 + part,
      },
    ),
  })
  .map(({ rendition, number, previous, parts }) => ({
    swarm: SWARM,
    rendition,
    number,
    previous,
    entries: parts
      .map(({ sequence, part, bytes, hash: whole }) => {
        const address = { rendition, sequence, part };
        const chunkHashes = Array.from({ length: Math.ceil(bytes / MAX_CHUNK_BYTES) }, () =>
          whole.slice(0, 16),
        );
        return { address, key: addressKey(address), bytes, hash: whole, chunkHashes };
      })
      .sort((a, b) => a.key - b.key),
  }));

describe('the encoding', () => {
  it('reads every manifest as it was written', () => {
    fc.assert(
      fc.property(manifest, (written) => {
        expect(decodeManifest(encodeManifest(written))).toEqual(written);
      }),
    );
  });

  it('gives a manifest one encoding: bytes that are read are written the same', () => {
    fc.assert(
      fc.property(manifest, fc.nat(), fc.nat(255), (written, at, byte) => {
        const bytes = encodeManifest(written);
        bytes[at % bytes.length] = byte;
        try {
          expect(encodeManifest(decodeManifest(bytes))).toEqual(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(ManifestError);
        }
      }),
    );
  });

  it('refuses a manifest that is cut short or goes on behind its end', () => {
    fc.assert(
      fc.property(manifest, fc.nat(), (written, at) => {
        const bytes = encodeManifest(written);
        expect(() => decodeManifest(bytes.subarray(0, at % bytes.length))).toThrow(ManifestError);
        expect(() => decodeManifest(Uint8Array.of(...bytes, 0))).toThrow(ManifestError);
      }),
    );
  });
});

describe('the verifier', () => {
  it('runs where WebCrypto has Ed25519', async () => {
    expect(await canVerify()).toBe(true);
  });

  it('gives the entries of signed manifests in their order', async () => {
    const { signer, createVerifier } = await createPair();
    const verifier = await createVerifier();
    const parts = [await partOf(4, 0), await partOf(4, 1)];
    expect(await verifier.verify(await signer.sign(parts.slice(0, 1)))).toEqual(parts.slice(0, 1));
    expect(await verifier.verify(await signer.sign(parts.slice(1)))).toEqual(parts.slice(1));
  });

  it('lets a viewer begin with a later manifest, and ignores one that it has had', async () => {
    const { signer, createVerifier } = await createPair();
    await signer.sign([await partOf(4, 0)]);
    const later = await signer.sign([await partOf(4, 1)]);
    const verifier = await createVerifier();
    expect(await verifier.verify(later)).toHaveLength(1);
    expect(await verifier.verify(later)).toEqual([]);
  });

  it('refuses every manifest with one changed bit, in its bytes or its signature', async () => {
    const { signer, createVerifier } = await createPair();
    const { encoded, signature } = await signer.sign([await partOf(4, 0)]);
    for (const [index, bytes] of [encoded, signature].entries()) {
      for (let at = 0; at < bytes.length; at += 7) {
        const changed = Uint8Array.from(bytes);
        changed[at] = (changed[at] ?? 0) ^ 1;
        const verifier = await createVerifier();
        const forged = index === 0 ? { encoded: changed, signature } : { encoded, signature: changed };
        await expect(verifier.verify(forged)).rejects.toThrow(ManifestError);
      }
    }
  });

  it('refuses the manifest of another key, presentation or rendition', async () => {
    const { signer, createVerifier } = await createPair();
    const signed = await signer.sign([await partOf(4, 0)]);
    const others = [
      await (await createPair()).createVerifier(),
      await createVerifier(1, new Uint8Array(16)),
      await createVerifier(2),
    ];
    for (const verifier of others) await expect(verifier.verify(signed)).rejects.toThrow(ManifestError);
  });

  it('refuses a signed manifest that does not follow on the one before', async () => {
    const { privateKey, publicKey } = await generateKeys();
    const [one, other] = [0, 1].map(() => new ManifestSigner(privateKey, SWARM, 1));
    if (one === undefined || other === undefined) throw new Error('There are two signers.');
    const verifier = new ManifestVerifier(publicKey, SWARM, 1);
    await verifier.verify(await one.sign([await partOf(4, 0)]));
    await other.sign([await partOf(4, 0, 30_000)]);
    await expect(verifier.verify(await other.sign([await partOf(4, 1)]))).rejects.toThrow(
      'does not follow on',
    );
  });
});
