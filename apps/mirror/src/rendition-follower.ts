/** Follows one rendition: verifies each playlist, gets its new parts, and publishes it once they are there. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { VerificationKey } from '@tributary/swarm/manifest/manifest-verifier';
import { ManifestError } from '@tributary/swarm/manifest/part-manifest';
import { renditionNumber } from '@tributary/swarm/manifest/playlist-manifest';
import { PlaylistVerifier, StalePlaylistError } from '@tributary/swarm/playlists/playlist-verifier';
import { readSignature } from '@tributary/swarm/playlists/signed-playlist';
import type { PartEntry } from '@tributary/swarm/scheduler/part-entry';
import { load } from './instance-client.ts';
import type { MediaStore } from './media-store.ts';
import type { MirrorSwarm } from './mirror-swarm.ts';
import { type MirroredPlaylist, readPlaylist } from './mirrored-playlist.ts';
import { PlaylistSource } from './playlist-source.ts';
import type { PublishedPlaylists } from './published-playlists.ts';

/** The number of times that the playlist is loaded until the instance signs it. */
const UNSIGNED_MS = 500;

export interface RenditionFollowerSetup {
  /** The address of the presentation on the instance, which the URIs of playlists are relative to. */
  readonly base: string;
  readonly name: string;
  readonly key: VerificationKey;
  readonly swarm: Uint8Array;
  readonly peers: MirrorSwarm;
  readonly store: MediaStore;
  readonly published: PublishedPlaylists;
  readonly signal: AbortSignal;
  /** The instance, or a peer, has sent something that is not to be believed. */
  readonly warn: (message: string) => void;
}

export class RenditionFollower {
  readonly #setup: RenditionFollowerSetup;
  readonly #rendition: number;
  readonly #verifier: PlaylistVerifier;
  readonly #source: PlaylistSource;
  readonly #inits = new Map<string, Promise<void>>();
  #publishing: Promise<unknown> = Promise.resolve();

  constructor(setup: RenditionFollowerSetup) {
    this.#setup = setup;
    const { base, name, key, swarm, peers, signal } = setup;
    const rendition = renditionNumber(name);
    if (rendition === null) throw new RangeError(`Rendition ${name} is not exchanged.`);
    this.#rendition = rendition;
    this.#verifier = new PlaylistVerifier(key, swarm, rendition);
    this.#source = new PlaylistSource({
      url: `${base}${name}.m3u8`,
      rendition,
      session: () => peers.session,
      signal,
    });
  }

  get isOriginAway(): boolean {
    return this.#source.isOriginAway;
  }

  /**
   * Resolves when the stream has ended.
   * @throws GoneError where the instance has the rendition no longer, and the reason of the signal
   */
  async run(): Promise<void> {
    let playlist: MirroredPlaylist | null = null;
    for (;;) {
      const text = await this.#source.next(playlist?.edge ?? null);
      // The instance signs playlists from the second after the mirror has joined on.
      const isSigned = text.includes('\n#EXT-X-TRIBUTARY-SIGNATURE:');
      if (!isSigned && text.includes('\n#EXT-X-ENDLIST')) return;
      if (!isSigned) {
        await delay(UNSIGNED_MS, undefined, { signal: this.#setup.signal });
        continue;
      }
      playlist = readPlaylist(text, this.#rendition);
      if (await this.#accept(text, playlist)) return;
    }
  }

  /** @returns whether the stream has ended */
  async #accept(text: string, playlist: MirroredPlaylist): Promise<boolean> {
    const { peers, published, store, name, warn } = this.#setup;
    try {
      if (readSignature(text) === null) return false;
      const { entries, isEnded, isWhole } = await this.#verifier.verify(text);
      if (!isWhole) return false;
      peers.session?.playlist(text, (address) => this.#urlOf(playlist, address));
      const media = [
        ...entries.map((entry) => this.#getPart(entry, playlist)),
        ...playlist.inits.map((uri) => this.#getInit(uri)),
      ];
      for (const [msn, count] of playlist.finished) store.finished(name, msn, count);
      // Players find everything that a playlist lists, and playlists come in their order.
      this.#publishing = Promise.allSettled([this.#publishing, ...media]).then(() =>
        published.publish(name, text, playlist, isEnded),
      );
      if (isEnded) await this.#publishing;
      return isEnded;
    } catch (error) {
      if (error instanceof StalePlaylistError) return false;
      if (!(error instanceof ManifestError)) throw error;
      warn(`A playlist of ${name} was refused: ${error.message}`);
      return false;
    }
  }

  #urlOf(
    { parts }: MirroredPlaylist,
    { sequence, part }: { readonly sequence: number; readonly part: number },
  ) {
    const uri = `${this.#setup.name}/${sequence}.${part}.m4s`;
    return [...parts.values()].includes(uri) ? this.#setup.base + uri : undefined;
  }

  /** Loads from peers or the instance; after a failure once more from the instance, and then from peers. */
  async #getPart(entry: PartEntry, { parts }: MirroredPlaylist): Promise<void> {
    const { base, peers, store, signal, warn } = this.#setup;
    const uri = parts.get(entry.key);
    if (uri === undefined || store.get(uri) !== null) return;
    const bytes =
      (await peers.part(base + uri, signal))?.bytes ??
      (await this.#loadPart(uri)) ??
      (await peers.part(base + uri, signal))?.bytes;
    if (bytes === undefined) return;
    const hash = createHash('sha256').update(bytes).digest();
    if (bytes.length !== entry.bytes || !hash.equals(entry.hash))
      return warn(`${uri} was refused: its bytes are not those that the instance has signed.`);
    store.add(uri, bytes);
  }

  async #loadPart(uri: string): Promise<Uint8Array | null> {
    const { base, signal } = this.#setup;
    if (this.#source.isOriginAway) return null;
    try {
      return new Uint8Array(await (await load(base + uri, signal)).arrayBuffer());
    } catch {
      return null;
    }
  }

  #getInit(uri: string): Promise<void> {
    const known = this.#inits.get(uri);
    if (known !== undefined) return known;
    const { base, published, signal } = this.#setup;
    const loading = load(base + uri, signal)
      .then(async (response) => published.addInit(uri, new Uint8Array(await response.arrayBuffer())))
      .catch((error) => {
        // The next playlist tries again.
        this.#inits.delete(uri);
        throw error;
      });
    this.#inits.set(uri, loading);
    return loading;
  }
}
