/** The live stream of a simulation: parts of a third of a second, six in a segment, the first of which is the largest. */
import { hash as digestOf } from 'node:crypto';
import { type AddressKey, addressKey } from '../src/media-address.ts';
import { MAX_CHUNK_BYTES } from '../src/protocol/messages.ts';
import { CHUNK_HASH_BYTES, type PartEntry } from '../src/scheduler/part-entry.ts';
import { BYTE_SCALE, bytesPerSecond } from './population.ts';
import type { SimulationRandom } from './random.ts';

export const PART_MS = 1000 / 3;
export const CHUNK_BYTES = MAX_CHUNK_BYTES / BYTE_SCALE;
const PARTS_PER_SEGMENT = 6;
/** The keyframe's part against the others, which are smaller in turn. */
const KEYFRAME_FACTOR = 2;

export interface SimulatedPart {
  readonly index: number;
  readonly entry: PartEntry;
  readonly bytes: Uint8Array;
  /** When its first frame was captured. */
  readonly startMs: number;
}

export class SimulatedStream {
  readonly #random: SimulationRandom;
  readonly #meanBytes: number;
  readonly #parts = new Map<number, SimulatedPart>();
  readonly #byKey = new Map<AddressKey, SimulatedPart>();

  constructor(random: SimulationRandom, mbps: number) {
    this.#random = random;
    this.#meanBytes = (bytesPerSecond(mbps) * PART_MS) / 1000;
  }

  /** Parts are made in order. */
  part(index: number): SimulatedPart {
    const known = this.#parts.get(index);
    if (known !== undefined) return known;
    const part = index % PARTS_PER_SEGMENT;
    const others = (PARTS_PER_SEGMENT - KEYFRAME_FACTOR) / (PARTS_PER_SEGMENT - 1);
    const size = this.#meanBytes * (part === 0 ? KEYFRAME_FACTOR : others) * this.#random.between(0.9, 1.1);
    const bytes = new Uint8Array(Math.round(size)).fill(index);
    const address = { rendition: 0, sequence: Math.floor(index / PARTS_PER_SEGMENT), part };
    const chunkHashes = Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, chunk) =>
      sha256(bytes.subarray(chunk * CHUNK_BYTES, (chunk + 1) * CHUNK_BYTES)).subarray(0, CHUNK_HASH_BYTES),
    );
    const entry = {
      address,
      key: addressKey(address),
      bytes: bytes.length,
      hash: sha256(bytes),
      chunkHashes,
    };
    const made = { index, entry, bytes, startMs: index * PART_MS };
    this.#parts.set(index, made);
    this.#byKey.set(entry.key, made);
    return made;
  }

  byKey(key: AddressKey): SimulatedPart | undefined {
    return this.#byKey.get(key);
  }
}

export function sha256(bytes: Uint8Array): Uint8Array {
  return digestOf('sha256', bytes, 'buffer');
}
