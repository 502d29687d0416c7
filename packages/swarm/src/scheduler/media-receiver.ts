/** Verifies the chunks that neighbours send. Nothing else writes what peers have sent into a part. */
import type { SwarmClock } from '../clock.ts';
import { type AddressKey, addressKey } from '../media-address.ts';
import type { Misconduct } from '../neighbours/conduct-monitor.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import { ProtocolError, type Push } from '../protocol/messages.ts';
import type { Lanes } from './lanes.ts';
import { CHUNK_HASH_BYTES, type PartEntry } from './part-entry.ts';
import type { PartStore } from './part-store.ts';
import type { WantedPart } from './wanted-part.ts';
import type { WantedParts } from './wanted-parts.ts';

/** Calculates the SHA-256 of bytes; WebCrypto answers later. */
export type Digest = (bytes: Uint8Array, done: (hash: Uint8Array) => void) => void;

/** The bytes that a peer sent instead of a chunk. Everyone who knows the manifest can check them. */
export interface WrongBytes {
  readonly peer: string;
  readonly entry: PartEntry;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface MediaReceiverEvents {
  /** A chunk was verified and is in the part's buffer. */
  verified(wanted: WantedPart, from: Neighbour, hops: number): void;
  /** The origin has sent the rest of a part, which is complete now. */
  completedFromOrigin(wanted: WantedPart): void;
  wrong(evidence: WrongBytes): void;
  misconduct(neighbour: Neighbour, misconduct: Misconduct): void;
}

/** Chunks that may overtake the manifest, for each neighbour, and how long they are kept. */
const MAX_EARLY = 48;
const MAX_EARLY_MS = 3000;

interface EarlyPush {
  readonly key: AddressKey;
  readonly neighbour: Neighbour;
  readonly push: Push;
  readonly atMs: number;
}

export class MediaReceiver {
  readonly #clock: SwarmClock;
  readonly #digest: Digest;
  readonly #store: PartStore;
  readonly #wanted: WantedParts;
  readonly #lanes: Lanes;
  readonly #events: MediaReceiverEvents;
  #early: EarlyPush[] = [];

  constructor(
    clock: SwarmClock,
    digest: Digest,
    parts: { readonly store: PartStore; readonly wanted: WantedParts; readonly lanes: Lanes },
    events: MediaReceiverEvents,
  ) {
    this.#clock = clock;
    this.#digest = digest;
    this.#store = parts.store;
    this.#wanted = parts.wanted;
    this.#lanes = parts.lanes;
    this.#events = events;
  }

  /** @throws ProtocolError */
  push(neighbour: Neighbour, push: Push): void {
    const key = addressKey(push.address);
    const isParent = this.#lanes.find(push.address)?.parent === neighbour;
    if (this.#store.has(key) || !(isParent || neighbour.requested.has(key)))
      return void this.#refuse(neighbour, push);
    const wanted = this.#wanted.get(key);
    if (wanted === undefined) this.#keep({ key, neighbour, push, atMs: this.#clock.now() });
    else this.#verify(wanted, neighbour, push);
  }

  /** Verifies what the origin has sent: a cache on the way may be broken, too. */
  fetched(wanted: WantedPart, bytes: Uint8Array, from: number): void {
    const { buffer, entry } = wanted;
    if (bytes.length !== entry.bytes - from) return void this.#wanted.fetchFailed(entry.key);
    const chunks = [...buffer.missingChunks(bytes, from)];
    let left = chunks.length;
    for (const [offset, chunk] of chunks) {
      this.#digest(chunk, (hash) => {
        left -= 1;
        if (isHashOf(buffer.hashOf(offset), hash)) buffer.put(offset, chunk);
        if (left > 0 || this.#wanted.get(entry.key) !== wanted) return;
        if (buffer.isComplete) this.#events.completedFromOrigin(wanted);
        else this.#wanted.fetchFailed(entry.key);
      });
    }
  }

  /** Verifies what arrived before the manifest. */
  learned(wanted: WantedPart): void {
    const { key } = wanted.entry;
    if (!this.#early.some((early) => early.key === key)) return;
    const now = this.#early.filter((early) => early.key === key);
    this.#early = this.#early.filter((early) => early.key !== key);
    for (const { neighbour, push } of now) {
      try {
        this.#verify(wanted, neighbour, push);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throw error;
        this.#events.misconduct(neighbour, 'protocol-error');
      }
    }
  }

  #refuse(neighbour: Neighbour, { address, offset, bytes }: Push): void {
    if (neighbour.takeCancelled(addressKey(address), bytes.length)) return;
    const misconduct = neighbour.conduct.unsolicited(this.#clock.now());
    if (misconduct !== null) this.#events.misconduct(neighbour, misconduct);
    else if (offset === 0) neighbour.send({ type: 'cancel', address });
  }

  #keep(early: EarlyPush): void {
    this.#early = this.#early.filter(({ atMs }) => early.atMs - atMs < MAX_EARLY_MS);
    const kept = this.#early.filter(({ neighbour }) => neighbour === early.neighbour).length;
    if (kept < MAX_EARLY) this.#early.push(early);
    else this.#refuse(early.neighbour, early.push);
  }

  #verify(wanted: WantedPart, neighbour: Neighbour, { offset, size, bytes, hops }: Push): void {
    const { buffer, entry } = wanted;
    if (size !== entry.bytes || !buffer.isChunk(offset, bytes.length))
      throw new ProtocolError(
        `Bytes ${offset} to ${offset + bytes.length} of ${size} are no chunk of a part of ${entry.bytes} bytes.`,
      );
    wanted.lastChunkMs = this.#clock.now();
    if (buffer.has(offset)) return;
    this.#digest(bytes, (hash) => {
      if (!isHashOf(buffer.hashOf(offset), hash))
        return this.#events.wrong({ peer: neighbour.id, entry, offset, bytes });
      if (buffer.has(offset)) return;
      buffer.put(offset, bytes);
      buffer.peerBytes += bytes.length;
      this.#events.verified(wanted, neighbour, hops);
    });
  }
}

function isHashOf(expected: Uint8Array | undefined, hash: Uint8Array): boolean {
  return expected !== undefined && isEqual(hash.subarray(0, CHUNK_HASH_BYTES), expected);
}

export function isEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}
