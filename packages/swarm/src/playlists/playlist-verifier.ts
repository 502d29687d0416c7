/** Verifies the signed playlists of one rendition, from the instance or from peers. */
import { decodeManifest } from '../manifest/manifest-encoding.ts';
import { ManifestVerifier, type VerificationKey } from '../manifest/manifest-verifier.ts';
import { ManifestError } from '../manifest/part-manifest.ts';
import { readManifestLine } from '../manifest/playlist-manifest.ts';
import type { PartEntry } from '../scheduler/part-entry.ts';
import { bytesToSign, readSignature } from './signed-playlist.ts';

const { subtle } = globalThis.crypto;

export interface VerifiedPlaylist {
  /** As the instance has sent it, with its signature. */
  readonly text: string;
  /** The number of its manifest. */
  readonly number: number;
  /** The entries that no earlier playlist had. */
  readonly entries: readonly PartEntry[];
  /** Whether it lists all segments, and is no delta update. */
  readonly isWhole: boolean;
  readonly isEnded: boolean;
}

/** A playlist that the instance has signed, and that an earlier one has replaced. */
export class StalePlaylistError extends Error {
  override readonly name = 'StalePlaylistError';
}

export class PlaylistVerifier {
  readonly #key: VerificationKey;
  readonly #manifests: ManifestVerifier;
  #number = -1;
  #isEnded = false;
  /** Playlists are verified one after another, since the manifest of each follows on the one before. */
  #verifying: Promise<unknown> = Promise.resolve();

  constructor(key: VerificationKey, swarm: Uint8Array, rendition: number) {
    this.#key = key;
    this.#manifests = new ManifestVerifier(key, swarm, rendition);
  }

  /** The number of the newest playlist; -1 before the first. */
  get number(): number {
    return this.#number;
  }

  /** @throws ManifestError, StalePlaylistError */
  verify(playlist: string): Promise<VerifiedPlaylist> {
    const verified = this.#verifying.then(() => this.#verify(playlist));
    this.#verifying = verified.catch(() => undefined);
    return verified;
  }

  async #verify(playlist: string): Promise<VerifiedPlaylist> {
    const signed = readSignature(playlist);
    if (signed === null) throw new ManifestError('A playlist has no signature.');
    const { text, signature } = signed;
    if (!(await subtle.verify('Ed25519', this.#key, signature, bytesToSign(text))))
      throw new ManifestError('The signature of a playlist is not that of the instance.');
    const manifest = readManifestLine(text);
    if (manifest === null) throw new ManifestError('A signed playlist has no manifest.');
    const entries = await this.#manifests.verify(manifest);
    const { number } = decodeManifest(manifest.encoded);
    const isEnded = text.includes('\n#EXT-X-ENDLIST\n');
    if (number < this.#number || (this.#isEnded && !isEnded))
      throw new StalePlaylistError(`Playlist ${number} is older than playlist ${this.#number}.`);
    this.#number = number;
    this.#isEnded = isEnded;
    return { text: playlist, number, entries, isEnded, isWhole: !text.includes('\n#EXT-X-SKIP:') };
  }
}
