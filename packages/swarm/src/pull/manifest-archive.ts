/** The verified manifests of a session, by which it proves to peers what segments consist of. */
import { type AddressKey, addressKey, WHOLE_SEGMENT } from '../media-address.ts';
import { indexOf, type ReadManifest, type SegmentIndex } from './segment-index.ts';

/** Some minutes of a rendition with its sound: parts that are older have left the store. */
const MAX_SEGMENTS = 256;
/** Manifests of one rendition whose segments are not complete. */
const MAX_OPEN = 64;

export class ManifestArchive {
  readonly #open = new Map<number, ReadManifest[]>();
  readonly #segments = new Map<AddressKey, SegmentIndex>();

  /** @param manifest verified */
  add(manifest: ReadManifest): void {
    const first = manifest.entries[0];
    const last = manifest.entries.at(-1);
    if (first === undefined || last === undefined) return;
    const { rendition } = first.address;
    const open = this.#open.get(rendition) ?? [];
    open.push(manifest);
    const sequences = new Set(manifest.entries.map(({ address }) => address.sequence));
    for (const sequence of sequences) {
      const index = indexOf(open, sequence);
      if (index !== null) this.keep(rendition, sequence, index);
    }
    // Manifests that end before this one begins cover parts of segments that are complete.
    const kept = open.filter(
      ({ entries }) => (entries.at(-1)?.address.sequence ?? 0) >= first.address.sequence,
    );
    this.#open.set(rendition, kept.slice(-MAX_OPEN));
  }

  /** Keeps the index of a segment, whose manifests are verified. */
  keep(rendition: number, sequence: number, index: SegmentIndex): void {
    const key = keyOf(rendition, sequence);
    if (this.#segments.has(key)) return;
    this.#segments.set(key, index);
    const [oldest] = this.#segments.keys();
    if (this.#segments.size > MAX_SEGMENTS && oldest !== undefined) this.#segments.delete(oldest);
  }

  find(rendition: number, sequence: number): SegmentIndex | null {
    return this.#segments.get(keyOf(rendition, sequence)) ?? null;
  }
}

function keyOf(rendition: number, sequence: number): AddressKey {
  return addressKey({ rendition, sequence, part: WHOLE_SEGMENT });
}
