/**
 * Segments that have passed, which viewers need who rewind or have just joined. Neighbours that were there when the parts of
 * a segment were published prove by signed manifests what it consists of, and send it.
 */
import { ManifestVerifier } from '../manifest/manifest-verifier.ts';
import { ManifestError } from '../manifest/part-manifest.ts';
import { type AddressKey, addressKey, type MediaAddress, WHOLE_SEGMENT } from '../media-address.ts';
import type { OfferedIndex } from '../pull/index-exchange.ts';
import { ManifestArchive } from '../pull/manifest-archive.ts';
import {
  decodeIndex,
  encodeIndex,
  indexOf,
  type ReadManifest,
  type SegmentIndex,
} from '../pull/segment-index.ts';
import type { SwarmEngine } from '../scheduler/swarm-engine.ts';
import { assembleSegment } from './assemble-segment.ts';
import type { SwarmSessionSetup } from './session-setup.ts';
import { loadFrom, type Supply } from './supply.ts';

/** A segment that playback needs sooner is loaded by HTTP. */
const MIN_NEED_MS = 2000;
/** A segment is there this long before playback needs it, or its rest is requested from the origin. */
const RESERVE_MS = 1000;
/** Neighbours have this long to send the index of a segment, and then the segment. */
const INDEX_WAIT_MS = 400;
const SEGMENT_WAIT_MS = 2500;

interface SegmentWait {
  /** Pulls the segment, at the first index that is verified. */
  begin(index: SegmentIndex): void;
}

export class PassedSegments {
  readonly #engine: SwarmEngine;
  readonly #setup: SwarmSessionSetup;
  readonly #archive = new ManifestArchive();
  readonly #waits = new Map<AddressKey, SegmentWait>();

  constructor(engine: SwarmEngine, setup: SwarmSessionSetup) {
    this.#engine = engine;
    this.#setup = setup;
  }

  /** @param manifest verified */
  learned(manifest: ReadManifest): void {
    this.#archive.add(manifest);
  }

  /**
   * @param needMs from now until playback needs the segment
   * @returns a function that cancels the request; null where the player has to load the segment itself
   */
  request(address: MediaAddress, url: string, needMs: number, done: Supply): (() => void) | null {
    const stored = this.#stored(address);
    if (stored !== null) {
      done({ bytes: stored, peerBytes: 0, originBytes: 0 });
      return () => {};
    }
    const mayPull = this.#setup.mayWait() && needMs >= MIN_NEED_MS && this.#engine.neighbourCount > 0;
    return mayPull ? this.#pull(address, url, needMs, done) : null;
  }

  /** The index of a segment, for a neighbour. */
  find(rendition: number, sequence: number): OfferedIndex | null {
    const index = this.#archive.find(rendition, sequence);
    const bytes = index && encodeIndex(index);
    return bytes ? { bytes, keys: index.entries.map(({ key }) => key) } : null;
  }

  /** A neighbour has sent an index that was wanted. */
  received(peer: string, rendition: number, sequence: number, bytes: Uint8Array): void {
    void this.#receive(peer, rendition, sequence, bytes);
  }

  async #receive(peer: string, rendition: number, sequence: number, bytes: Uint8Array): Promise<void> {
    const { pulling } = this.#engine;
    try {
      const known = this.#archive.find(rendition, sequence);
      const index = known ?? (await this.#verify(rendition, sequence, bytes));
      this.#archive.keep(rendition, sequence, index);
      const keys = index.entries.map(({ key }) => key);
      pulling.announced(peer, keys);
      this.#waits.get(addressKey({ rendition, sequence, part: WHOLE_SEGMENT }))?.begin(index);
    } catch (error) {
      if (!(error instanceof ManifestError)) throw error;
      pulling.forgedManifest(peer);
      this.#setup.signalling.report(peer);
    }
  }

  async #verify(rendition: number, sequence: number, bytes: Uint8Array): Promise<SegmentIndex> {
    const { key, swarm } = this.#setup;
    const verifier = new ManifestVerifier(key, swarm, rendition);
    const manifests = decodeIndex(bytes);
    for (const { signed } of manifests) await verifier.verifyAny(signed);
    const index = indexOf(manifests, sequence);
    if (index === null) throw new ManifestError(`An index does not tell the parts of segment ${sequence}.`);
    return index;
  }

  #stored({ rendition, sequence }: MediaAddress): Uint8Array<ArrayBuffer> | null {
    const index = this.#archive.find(rendition, sequence);
    return index && assembleSegment(index.entries.map(({ key }) => this.#engine.stored(key)));
  }

  #pull(address: MediaAddress, url: string, needMs: number, done: Supply): () => void {
    const { clock, load } = this.#setup;
    const { pulling } = this.#engine;
    const { rendition, sequence } = address;
    const key = addressKey(address);
    const deadlineMs = clock.now() + needMs - RESERVE_MS;
    let cancelPull: (() => void) | null = null;
    const wait: SegmentWait = {
      begin({ entries }) {
        cancelPull ??= pulling.pull({
          entries,
          deadlineMs,
          peerWaitMs: SEGMENT_WAIT_MS,
          load: loadFrom(load, url),
          done: finish,
        });
      },
    };
    const end = () => {
      cancelTimer();
      if (this.#waits.get(key) !== wait) return;
      this.#waits.delete(key);
      pulling.indexes.unwant(rendition, sequence);
    };
    const finish: Supply = (part) => {
      end();
      done(part);
    };
    const giveUp = () => {
      if (cancelPull === null) finish(null);
    };
    const cancelTimer = clock.after(INDEX_WAIT_MS, giveUp);
    this.#waits.set(key, wait);
    pulling.indexes.want(rendition, sequence, giveUp);
    return () => {
      end();
      cancelPull?.();
    };
  }
}
