/**
 * Pulls media that is not pushed along stripes: segments that have passed, and init sections. Each part is requested from
 * one of the neighbours that have it, and what is missing at the last moment at which plain HTTP is in time comes from the
 * origin. Live parts go before it on the lines of those who give.
 */
import type { SwarmClock } from '../clock.ts';
import { type AddressKey, addressKey, INIT_SECTION } from '../media-address.ts';
import type { Misconduct } from '../neighbours/conduct-monitor.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Neighbours } from '../neighbours/neighbours.ts';
import type { Push } from '../protocol/messages.ts';
import { type Digest, isEqual, type WrongBytes } from '../scheduler/media-receiver.ts';
import { OriginEstimator } from '../scheduler/origin-estimator.ts';
import type { PartBuffer } from '../scheduler/part-buffer.ts';
import { CHUNK_HASH_BYTES } from '../scheduler/part-entry.ts';
import { PulledMedia, type PullRequest } from './pulled-media.ts';

/** Parts that one neighbour is asked for at a time. */
const MAX_ASKED = 4;
/** A neighbour that sends no chunk for so long is given up. */
const STALLED_MS = 700;

export interface MediaPullsParts {
  readonly clock: SwarmClock;
  readonly digest: Digest;
  readonly chunkBytes: number;
  readonly neighbours: Neighbours;
  readonly stored: (key: AddressKey) => PartBuffer | undefined;
  readonly isOriginAway: () => boolean;
  /** A part is complete and verified. */
  readonly completed: (part: PartBuffer) => void;
  readonly wrong: (evidence: WrongBytes) => void;
  readonly misconduct: (neighbour: Neighbour, misconduct: Misconduct) => void;
}

export class MediaPulls {
  readonly #parts: MediaPullsParts;
  readonly #pulls = new Set<PulledMedia>();
  readonly #estimator = new OriginEstimator();

  constructor(parts: MediaPullsParts) {
    this.#parts = parts;
  }

  /** @returns a function that ends the wait, without a call of `done` */
  pull(request: PullRequest): () => void {
    const { clock, chunkBytes, stored } = this.#parts;
    const pull = new PulledMedia(request, clock.now(), chunkBytes, stored);
    this.#pulls.add(pull);
    this.#check(pull);
    return () => this.#remove(pull);
  }

  check(): void {
    for (const pull of [...this.#pulls]) this.#check(pull);
  }

  /** @returns whether this chunk was pulled */
  received(neighbour: Neighbour, { address, offset, size, bytes }: Push): boolean {
    const key = addressKey(address);
    for (const pull of this.#pulls) {
      const asked = pull.asked.get(key);
      const buffer = pull.find(key);
      if (asked?.neighbour !== neighbour || buffer === undefined) continue;
      if (size !== buffer.entry.bytes || !buffer.isChunk(offset, bytes.length)) {
        this.#parts.misconduct(neighbour, 'protocol-error');
        return true;
      }
      asked.activeMs = this.#parts.clock.now();
      this.#verify(pull, buffer, neighbour, offset, bytes);
      return true;
    }
    return false;
  }

  declined(neighbour: Neighbour, key: AddressKey): void {
    for (const pull of this.#pulls) {
      if (pull.asked.get(key)?.neighbour !== neighbour) continue;
      pull.asked.delete(key);
      this.#check(pull);
    }
  }

  removed(neighbour: Neighbour): void {
    for (const pull of [...this.#pulls]) {
      for (const [key, asked] of pull.asked) if (asked.neighbour === neighbour) pull.asked.delete(key);
      this.#check(pull);
    }
  }

  close(): void {
    for (const pull of this.#pulls) pull.abortLoad?.();
    this.#pulls.clear();
  }

  #verify(pull: PulledMedia, buffer: PartBuffer, from: Neighbour, offset: number, bytes: Uint8Array): void {
    this.#parts.digest(bytes, (hash) => {
      const { entry } = buffer;
      if (!isEqual(hash.subarray(0, CHUNK_HASH_BYTES), buffer.hashOf(offset) ?? new Uint8Array()))
        return void this.#parts.wrong({ peer: from.id, entry, offset, bytes });
      if (buffer.has(offset)) return;
      buffer.put(offset, bytes);
      buffer.peerBytes += bytes.length;
      if (!buffer.isComplete) return;
      from.receivedBytes += entry.bytes;
      from.conduct.delivered();
      pull.asked.delete(entry.key);
      this.#parts.completed(buffer);
      this.#check(pull);
    });
  }

  #check(pull: PulledMedia): void {
    if (!this.#pulls.has(pull)) return;
    if (pull.isComplete) return void this.#finish(pull);
    if (pull.abortLoad !== null) return;
    const nowMs = this.#parts.clock.now();
    for (const [key, { neighbour, activeMs }] of pull.asked) {
      if (nowMs - activeMs < STALLED_MS) continue;
      this.#cancel(neighbour, key, pull);
    }
    const isAway = this.#parts.isOriginAway();
    const inTimeMs = pull.request.deadlineMs - this.#estimator.needMs(pull.missingBytes, nowMs);
    const waitedMs = pull.beganMs + pull.request.peerWaitMs;
    const isLate = nowMs >= (isAway ? waitedMs : Math.min(inTimeMs, waitedMs));
    if (!isLate && this.#ask(pull, nowMs)) return;
    if (isAway) this.#finish(pull);
    else this.#load(pull, nowMs);
  }

  /** Requests what is missing. @returns whether all of it is or can be requested from neighbours */
  #ask(pull: PulledMedia, nowMs: number): boolean {
    for (const { entry, isComplete, missingFrom } of pull.buffers) {
      const { key, address } = entry;
      if (isComplete || pull.asked.has(key)) continue;
      const holders = [...this.#parts.neighbours].filter(
        (neighbour) => neighbour.has(key) && neighbour.hello !== null && !pull.hasTried(key, neighbour),
      );
      if (holders.length === 0) return false;
      const free = holders.filter((neighbour) => this.#askedOf(neighbour) < MAX_ASKED);
      const [best] = free.sort(
        (a, b) => this.#askedOf(a) - this.#askedOf(b) || a.roundTripMs - b.roundTripMs,
      );
      if (best === undefined) continue;
      pull.ask(key, best, nowMs);
      const type = best.revision >= 2 && address.part !== INIT_SECTION ? 'pull' : 'request';
      best.send({ type, address, offset: missingFrom });
    }
    return true;
  }

  #askedOf(neighbour: Neighbour): number {
    let count = 0;
    for (const { asked } of this.#pulls)
      for (const one of asked.values()) if (one.neighbour === neighbour) count += 1;
    return count;
  }

  #load(pull: PulledMedia, nowMs: number): void {
    for (const [key, { neighbour }] of pull.asked) this.#cancel(neighbour, key, pull);
    const offset = pull.missingFrom;
    let isOver = false;
    const abort = pull.request.load(offset, (answer) => {
      if (isOver || !this.#pulls.has(pull)) return;
      isOver = true;
      if (answer === null) return void this.#finish(pull);
      const { clock } = this.#parts;
      this.#estimator.add(clock.now() - nowMs, answer.firstByteMs, answer.bytes.length, clock.now());
      this.#loaded(pull, answer.bytes, offset);
    });
    pull.abortLoad = () => {
      isOver = true;
      abort();
    };
  }

  /** Verifies what the origin has sent as well: a cache on the way may be broken. */
  #loaded(pull: PulledMedia, bytes: Uint8Array, from: number): void {
    const chunks: { readonly buffer: PartBuffer; readonly offset: number; readonly chunk: Uint8Array }[] = [];
    let start = 0;
    for (const buffer of pull.buffers) {
      const end = start + buffer.entry.bytes;
      const first = Math.max(0, from - start);
      const part = bytes.subarray(start + first - from, end - from);
      if (!buffer.isComplete && part.length === end - start - first)
        for (const [offset, chunk] of buffer.missingChunks(part, first))
          chunks.push({ buffer, offset, chunk });
      start = end;
    }
    if (chunks.length === 0) return void this.#finish(pull);
    let left = chunks.length;
    for (const { buffer, offset, chunk } of chunks)
      this.#parts.digest(chunk, (hash) => {
        left -= 1;
        const isRight = isEqual(
          hash.subarray(0, CHUNK_HASH_BYTES),
          buffer.hashOf(offset) ?? new Uint8Array(),
        );
        if (isRight && !buffer.has(offset)) {
          buffer.put(offset, chunk);
          if (buffer.isComplete) this.#parts.completed(buffer);
        }
        if (left === 0 && this.#pulls.has(pull)) this.#finish(pull);
      });
  }

  #cancel(neighbour: Neighbour, key: AddressKey, pull: PulledMedia): void {
    pull.asked.delete(key);
    const buffer = pull.find(key);
    if (buffer === undefined) return;
    neighbour.cancelled(key, buffer.entry.bytes);
    neighbour.send({ type: 'cancel', address: buffer.entry.address });
  }

  #finish(pull: PulledMedia): void {
    this.#remove(pull);
    const { done, entries } = pull.request;
    if (!pull.isComplete) return void done(null);
    const size = entries.reduce((sum, { bytes }) => sum + bytes, 0);
    const peerBytes = pull.buffers.reduce((sum, buffer) => sum + buffer.peerBytes, 0);
    done({ bytes: pull.bytes(), peerBytes, originBytes: size - peerBytes });
  }

  #remove(pull: PulledMedia): void {
    if (!this.#pulls.delete(pull)) return;
    for (const [key, { neighbour }] of pull.asked) this.#cancel(neighbour, key, pull);
    pull.abortLoad?.();
  }
}
