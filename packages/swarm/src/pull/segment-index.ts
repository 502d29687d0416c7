/**
 * The index of a segment: the signed manifests that cover its parts, as they were in playlists. Peers that were there when
 * the parts were published give it to those who were not, so that the instance publishes no hash twice.
 */
import { decodeManifest } from '../manifest/manifest-encoding.ts';
import { ManifestError, SIGNATURE_BYTES, type SignedManifest } from '../manifest/part-manifest.ts';
import { WHOLE_SEGMENT } from '../media-address.ts';
import { MAX_INDEX_BYTES } from '../protocol/messages.ts';
import type { PartEntry } from '../scheduler/part-entry.ts';

/** Each is verified, which costs as much as a playlist. */
const MAX_MANIFESTS = 16;

/** A manifest with its entries, which are verified where the caller says so. */
export interface ReadManifest {
  readonly signed: SignedManifest;
  readonly entries: readonly PartEntry[];
}

/** The parts of a segment, and the signed manifests that prove them. */
export interface SegmentIndex {
  readonly entries: readonly PartEntry[];
  readonly manifests: readonly ReadManifest[];
}

/**
 * Finds the parts that a segment consists of: numbered from 0 on, up to one that a part of a later segment follows in the
 * same manifest, since a manifest leaves out no part between two others. A whole segment is an entry by itself.
 * @returns null where the manifests do not prove it
 */
export function indexOf(manifests: readonly ReadManifest[], sequence: number): SegmentIndex | null {
  const parts = new Map<number, PartEntry>();
  for (const { entries } of manifests)
    for (const entry of entries)
      if (entry.address.sequence === sequence) parts.set(entry.address.part, entry);
  const whole = parts.get(WHOLE_SEGMENT);
  if (whole !== undefined) return cover(manifests, [whole]);
  const entries = [...parts.values()].sort((a, b) => a.key - b.key);
  if (entries.some(({ address }, index) => address.part !== index)) return null;
  const last = entries.at(-1);
  const end = manifests.find((manifest) => last !== undefined && isLast(manifest, last));
  return end === undefined ? null : cover([end, ...manifests], entries);
}

function isLast({ entries }: ReadManifest, { key, address }: PartEntry): boolean {
  const at = entries.findIndex((entry) => entry.key === key);
  const next = at < 0 ? undefined : entries[at + 1];
  return next !== undefined && next.address.sequence > address.sequence;
}

/** @returns the fewest manifests that cover the entries, the first one among them */
function cover(manifests: readonly ReadManifest[], entries: readonly PartEntry[]): SegmentIndex {
  const missing = new Set(entries.map(({ key }) => key));
  const chosen: ReadManifest[] = [];
  const gainOf = (manifest: ReadManifest) => manifest.entries.filter(({ key }) => missing.has(key)).length;
  let best = manifests[0];
  while (best !== undefined && missing.size > 0 && gainOf(best) > 0) {
    chosen.push(best);
    for (const { key } of best.entries) missing.delete(key);
    best = manifests.reduce((most, one) => (gainOf(one) > gainOf(most) ? one : most), best);
  }
  return { entries, manifests: chosen };
}

/** @returns null where the index is longer than a message may be */
export function encodeIndex({ manifests }: SegmentIndex): Uint8Array<ArrayBuffer> | null {
  const size = manifests.reduce((sum, { signed }) => sum + 2 + SIGNATURE_BYTES + signed.encoded.length, 0);
  if (size > MAX_INDEX_BYTES || manifests.length > MAX_MANIFESTS) return null;
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const { signed } of manifests) {
    view.setUint16(at, SIGNATURE_BYTES + signed.encoded.length);
    bytes.set(signed.signature, at + 2);
    bytes.set(signed.encoded, at + 2 + SIGNATURE_BYTES);
    at += 2 + SIGNATURE_BYTES + signed.encoded.length;
  }
  return bytes;
}

/**
 * Reads an index, whose signatures are not verified yet.
 * @throws ManifestError
 */
export function decodeIndex(bytes: Uint8Array): ReadManifest[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const manifests: ReadManifest[] = [];
  let at = 0;
  while (at < bytes.length) {
    const length = at + 2 <= bytes.length ? view.getUint16(at) : 0;
    const start = at + 2 + SIGNATURE_BYTES;
    at += 2 + length;
    if (length <= SIGNATURE_BYTES || at > bytes.length || manifests.length === MAX_MANIFESTS)
      throw new ManifestError(`An index of ${bytes.length} bytes is not made of manifests.`);
    const encoded = bytes.slice(start, at);
    const { entries } = decodeManifest(encoded);
    manifests.push({ signed: { signature: bytes.slice(start - SIGNATURE_BYTES, start), encoded }, entries });
  }
  return manifests;
}
