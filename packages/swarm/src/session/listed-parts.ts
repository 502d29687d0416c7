/** The parts that playlists have announced with a manifest, by their URLs, and whether the manifest has been verified. */
import { decodeManifest } from '../manifest/manifest-encoding.ts';
import { ManifestVerifier, type VerificationKey } from '../manifest/manifest-verifier.ts';
import { readManifestLine } from '../manifest/playlist-manifest.ts';
import { type AddressKey, addressKey, type MediaAddress } from '../media-address.ts';
import type { ReadManifest } from '../pull/segment-index.ts';
import type { PartEntry } from '../scheduler/part-entry.ts';

export interface ListedPart {
  readonly url: string;
  readonly key: AddressKey;
  readonly listedAtMs: number;
  /** Resolves with null where the manifest is not to be believed. */
  readonly entry: Promise<PartEntry | null>;
}

/** A rendition has some 20 parts in its playlist. */
const MAX_LISTED = 256;
/** Earlier manifests that are verified at a time: some ten seconds. */
const MAX_EARLIER = 32;

export class ListedParts {
  readonly #key: VerificationKey;
  readonly #swarm: Uint8Array;
  readonly #onForged: () => void;
  readonly #onVerified: (manifest: ReadManifest) => void;
  readonly #verifiers = new Map<number, ManifestVerifier>();
  readonly #verified = new Map<AddressKey, PartEntry>();
  readonly #byUrl = new Map<string, ListedPart>();
  readonly #urls = new Map<AddressKey, string>();
  /** Verified entries of earlier manifests, whose parts a playlist may still list. */
  readonly #earlier = new Map<AddressKey, PartEntry>();
  /** Manifests are verified one after another, since each follows on the one before. */
  #verifying: Promise<unknown> = Promise.resolve();

  /** @param onForged a manifest is not that of the instance */
  constructor(
    key: VerificationKey,
    swarm: Uint8Array,
    onForged: () => void,
    onVerified: (manifest: ReadManifest) => void,
  ) {
    this.#key = key;
    this.#swarm = swarm;
    this.#onForged = onForged;
    this.#onVerified = onVerified;
  }

  at(url: string): ListedPart | undefined {
    return this.#byUrl.get(url);
  }

  urlOf(address: MediaAddress): string | undefined {
    return this.#urls.get(addressKey(address));
  }

  /**
   * Reads the manifest of a playlist, if it has one.
   * @param urlOf the URL of a part in the playlist; undefined where it is not listed
   * @returns the parts that are new
   */
  read(
    playlist: string,
    urlOf: (address: MediaAddress) => string | undefined,
    nowMs: number,
  ): readonly ListedPart[] {
    const signed = readManifestLine(playlist);
    if (signed === null) return [];
    const { entries, rendition } = decodeManifest(signed.encoded);
    const verification = this.#verifying.then(async () => {
      const verified = await this.#verifierOf(rendition).verify(signed);
      for (const entry of verified) this.#verified.set(entry.key, entry);
      this.#onVerified({ signed, entries: verified });
    });
    this.#verifying = verification.catch(() => this.#onForged());
    this.#listEarlier(urlOf, nowMs);
    const fresh: ListedPart[] = [];
    for (const { key, address } of entries) {
      const url = urlOf(address);
      if (url === undefined || this.#byUrl.has(url)) continue;
      const entry = this.#verifying.then(() => this.#verified.get(key) ?? null);
      const part = { url, key, listedAtMs: nowMs, entry };
      this.#byUrl.set(url, part);
      this.#urls.set(key, url);
      fresh.push(part);
    }
    this.#forgetOldest();
    return fresh;
  }

  /**
   * Learns of parts that manifests announced while this peer read no playlist. Those that are not of the instance are
   * passed over: what a part consists of never changes, so that the order does not matter.
   */
  async learn(manifests: readonly string[]): Promise<void> {
    for (const line of manifests.slice(-MAX_EARLIER)) {
      const signed = readManifestLine(`\n${line}`);
      if (signed === null) continue;
      const { rendition } = decodeManifest(signed.encoded);
      const entries = await new ManifestVerifier(this.#key, this.#swarm, rendition).verify(signed);
      for (const entry of entries) this.#earlier.set(entry.key, entry);
    }
    for (const key of this.#earlier.keys()) {
      if (this.#earlier.size <= MAX_LISTED) return;
      this.#earlier.delete(key);
    }
  }

  /** Gives URLs to the parts of earlier manifests that a playlist lists. */
  #listEarlier(urlOf: (address: MediaAddress) => string | undefined, nowMs: number): void {
    for (const [key, entry] of this.#earlier) {
      const url = urlOf(entry.address);
      if (url === undefined) continue;
      this.#earlier.delete(key);
      if (this.#byUrl.has(url)) continue;
      this.#verified.set(key, entry);
      this.#byUrl.set(url, { url, key, listedAtMs: nowMs, entry: Promise.resolve(entry) });
      this.#urls.set(key, url);
    }
  }

  #verifierOf(rendition: number): ManifestVerifier {
    let verifier = this.#verifiers.get(rendition);
    if (verifier === undefined) {
      verifier = new ManifestVerifier(this.#key, this.#swarm, rendition);
      this.#verifiers.set(rendition, verifier);
    }
    return verifier;
  }

  #forgetOldest(): void {
    for (const [url, { key }] of this.#byUrl) {
      if (this.#byUrl.size <= MAX_LISTED) return;
      this.#byUrl.delete(url);
      this.#urls.delete(key);
      this.#verified.delete(key);
    }
  }
}
