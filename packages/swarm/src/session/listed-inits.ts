/** The init sections that signed playlists name with their hashes. Peers give them to each other. */
import { decodeManifest } from '../manifest/manifest-encoding.ts';
import { readManifestLine } from '../manifest/playlist-manifest.ts';
import { type AddressKey, addressKey, type MediaAddress } from '../media-address.ts';
import { readInitLines } from '../playlists/init-lines.ts';
import { isEqual } from '../scheduler/media-receiver.ts';
import { PartBuffer } from '../scheduler/part-buffer.ts';
import { CHUNK_HASH_BYTES, type PartEntry } from '../scheduler/part-entry.ts';
import type { SwarmEngine } from '../scheduler/swarm-engine.ts';
import type { SwarmSessionSetup } from './session-setup.ts';
import { loadFrom, type Supply } from './supply.ts';

/** All versions of all renditions that a player may need. */
const MAX_INITS = 64;

export class ListedInits {
  readonly #engine: SwarmEngine;
  readonly #setup: SwarmSessionSetup;
  /** Null where the playlist is not to be believed. */
  readonly #entries = new Map<AddressKey, Promise<PartEntry | null>>();

  constructor(engine: SwarmEngine, setup: SwarmSessionSetup) {
    this.#engine = engine;
    this.#setup = setup;
  }

  /**
   * @param isSigned whether the instance has signed the playlist
   * @throws ManifestError
   */
  read(playlist: string, isSigned: Promise<boolean>): void {
    const manifest = readManifestLine(playlist);
    if (manifest === null) return;
    const { rendition } = decodeManifest(manifest.encoded);
    for (const entry of readInitLines(playlist, rendition)) {
      const verified = isSigned.then((signed) => (signed ? entry : null));
      this.#entries.set(entry.key, verified);
      const [oldest] = this.#entries.keys();
      if (this.#entries.size > MAX_INITS && oldest !== undefined) this.#entries.delete(oldest);
    }
  }

  /** @returns null where no playlist has named the init section with its hash */
  request(address: MediaAddress, url: string, done: Supply): (() => void) | null {
    const key = addressKey(address);
    const listed = this.#entries.get(key);
    if (listed === undefined) return null;
    let isOver = false;
    let cancelPull = () => {};
    const request = async () => {
      const entry = await listed;
      if (isOver) return;
      const stored = this.#engine.stored(key);
      if (entry !== null && stored !== null)
        return done({ bytes: stored.slice(), peerBytes: 0, originBytes: 0 });
      if (entry === null || !this.#setup.mayWait()) return done(null);
      cancelPull = this.#engine.pulling.pull({
        entries: [entry],
        deadlineMs: Number.POSITIVE_INFINITY,
        peerWaitMs: this.#setup.options.peerWaitMs,
        load: loadFrom(this.#setup.load, url),
        done,
      });
    };
    void request();
    return () => {
      isOver = true;
      cancelPull();
    };
  }

  /** Gives an init section to peers that the player has loaded before there was a session. */
  async offer(address: MediaAddress, bytes: Uint8Array): Promise<void> {
    const entry = await this.#entries.get(addressKey(address));
    if (!entry || bytes.length !== entry.bytes || this.#engine.stored(entry.key) !== null) return;
    const { digest, options } = this.#setup;
    digest(bytes, (hash) => {
      const [expected] = entry.chunkHashes;
      if (expected === undefined || !isEqual(hash.subarray(0, CHUNK_HASH_BYTES), expected)) return;
      const part = new PartBuffer(entry, options.chunkBytes);
      part.put(0, bytes);
      this.#engine.pulling.add(part);
    });
  }
}
