/** Verifies the part manifests of one rendition. Only entries that leave this file may be given to the engine. */
import type { PartEntry } from '../scheduler/part-entry.ts';
import { decodeManifest } from './manifest-encoding.ts';
import { ManifestError, type PartManifest, SIGNATURE_BYTES, type SignedManifest } from './part-manifest.ts';
import { sha256 } from './sign-manifest.ts';

const { subtle } = globalThis.crypto;

/** A public Ed25519 key: the type has another name in Node than in browsers. */
export type VerificationKey = Parameters<typeof subtle.verify>[1];

/** Whether the browser verifies Ed25519. Where it does not, there is no swarm: playback is plain HTTP. */
export async function canVerify(): Promise<boolean> {
  try {
    await importPublicKey(new Uint8Array(32));
    return true;
  } catch {
    return false;
  }
}

/** @param raw the 32 bytes of the instance's public key */
export function importPublicKey(raw: Uint8Array<ArrayBuffer>): Promise<VerificationKey> {
  return subtle.importKey('raw', raw, 'Ed25519', true, ['verify']);
}

export class ManifestVerifier {
  readonly #key: VerificationKey;
  readonly #swarm: Uint8Array;
  readonly #rendition: number;
  /** The last manifest that was believed. */
  #last: { readonly number: number; readonly hash: Uint8Array } | null = null;

  constructor(key: VerificationKey, swarm: Uint8Array, rendition: number) {
    this.#key = key;
    this.#swarm = swarm;
    this.#rendition = rendition;
  }

  /**
   * Manifests come in order; a viewer begins with any of them, since each is signed. One that was verified before
   * gives nothing.
   * @throws ManifestError
   */
  async verify(signed: SignedManifest): Promise<readonly PartEntry[]> {
    const { encoded } = signed;
    const manifest = await this.verifyAny(signed);
    const last = this.#last;
    if (last !== null && manifest.number <= last.number) return [];
    if (last !== null && manifest.number === last.number + 1 && !isSame(manifest.previous, last.hash))
      throw new ManifestError(`Manifest ${manifest.number} does not follow on manifest ${last.number}.`);
    this.#last = { number: manifest.number, hash: await sha256(encoded) };
    return manifest.entries;
  }

  /**
   * Verifies a manifest of any age, which says what its parts consist of, and nothing about what is new.
   * @throws ManifestError
   */
  async verifyAny({ encoded, signature }: SignedManifest): Promise<PartManifest> {
    if (signature.length !== SIGNATURE_BYTES)
      throw new ManifestError(`A signature has ${signature.length} bytes instead of ${SIGNATURE_BYTES}.`);
    if (!(await subtle.verify('Ed25519', this.#key, signature, encoded)))
      throw new ManifestError('The signature of a manifest is not that of the instance.');
    const manifest = decodeManifest(encoded);
    this.#requireSame(manifest);
    return manifest;
  }

  #requireSame({ swarm, rendition }: PartManifest): void {
    if (!isSame(swarm, this.#swarm)) throw new ManifestError('A manifest is that of another presentation.');
    if (rendition !== this.#rendition)
      throw new ManifestError(`A manifest is that of rendition ${rendition} instead of ${this.#rendition}.`);
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
