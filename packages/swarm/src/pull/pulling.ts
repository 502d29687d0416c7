/** Everything of a peer that is pulled instead of pushed: init sections, and segments with their indexes. */
import type { AddressKey } from '../media-address.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Neighbours } from '../neighbours/neighbours.ts';
import { PROTOCOL_REVISION, revisionMark } from '../protocol/messages.ts';
import type { PartBuffer } from '../scheduler/part-buffer.ts';
import type { PartStore } from '../scheduler/part-store.ts';
import type { SwarmPeerSetup } from '../scheduler/swarm-setup.ts';
import { IndexExchange } from './index-exchange.ts';
import { InitSections } from './init-sections.ts';
import { MediaPulls, type MediaPullsParts } from './media-pulls.ts';
import type { PullRequest } from './pulled-media.ts';

export interface PullingParts extends Pick<MediaPullsParts, 'isOriginAway' | 'wrong' | 'misconduct'> {
  readonly setup: SwarmPeerSetup;
  readonly neighbours: Neighbours;
  readonly store: PartStore;
  /** Announces a part that this peer can give from now on. */
  readonly announce: (part: PartBuffer) => void;
  /** A part was pulled, and is verified. */
  readonly pulled: (part: PartBuffer) => void;
}

export class Pulling {
  readonly #parts: PullingParts;
  readonly #inits = new InitSections();
  readonly pulls: MediaPulls;
  readonly indexes: IndexExchange;

  constructor(parts: PullingParts) {
    this.#parts = parts;
    const { setup, neighbours, isOriginAway, wrong, misconduct } = parts;
    const { clock, digest, options } = setup;
    this.pulls = new MediaPulls({
      clock,
      digest,
      chunkBytes: options.chunkBytes,
      neighbours,
      isOriginAway,
      wrong,
      misconduct,
      stored: (key) => this.find(key),
      completed: (part) => {
        this.#keep(part);
        parts.pulled(part);
      },
    });
    this.indexes = new IndexExchange({
      clock,
      neighbours,
      has: (key) => parts.store.has(key),
      find: (rendition, sequence) => setup.indexes?.find(rendition, sequence) ?? null,
      received: (peer, { rendition, sequence, bytes }) =>
        setup.indexes?.received(peer, rendition, sequence, bytes),
    });
  }

  /** A complete part that this peer can give. */
  find(key: AddressKey): PartBuffer | undefined {
    return this.#inits.get(key) ?? this.#parts.store.get(key);
  }

  /**
   * Pulls media from the neighbours that have it, and what is missing from the origin.
   * @returns a function that ends the wait
   */
  pull(request: PullRequest): () => void {
    return this.pulls.pull(request);
  }

  /** A neighbour has all of these parts: the index that it sent was verified. */
  announced(peer: string, keys: readonly AddressKey[]): void {
    for (const key of keys) this.#parts.neighbours.get(peer)?.announced(key);
    this.pulls.check();
  }

  /** Gives a verified part to peers that this peer has loaded by itself. */
  add(part: PartBuffer): void {
    if (this.find(part.entry.key) === undefined) this.#keep(part);
  }

  /** Drops a peer whose index has a manifest that the instance has not signed. */
  forgedManifest(peer: string): void {
    const neighbour = this.#parts.neighbours.get(peer);
    if (neighbour !== undefined) this.#parts.neighbours.remove(neighbour, 'forged-manifest');
  }

  /**
   * Tells a new neighbour of the init sections here, which were announced before it came, and of the revision that this peer
   * speaks, unless it exchanges no segments.
   */
  greet(neighbour: Neighbour): void {
    const addresses = [...this.#inits.addresses];
    if (this.#parts.setup.indexes !== undefined) addresses.unshift(revisionMark(PROTOCOL_REVISION));
    if (addresses.length > 0) neighbour.send({ type: 'have', addresses });
  }

  removed(neighbour: Neighbour): void {
    this.indexes.removed(neighbour);
    this.pulls.removed(neighbour);
  }

  #keep(part: PartBuffer): void {
    if (!this.#inits.add(part)) this.#parts.store.add(part);
    this.#parts.announce(part);
  }
}
