import { expect, it } from 'vitest';
import { ManifestError } from '../manifest/part-manifest.ts';
import { addressKey, WHOLE_SEGMENT } from '../media-address.ts';
import type { PartEntry } from '../scheduler/part-entry.ts';
import { ManifestArchive } from './manifest-archive.ts';
import { decodeIndex, encodeIndex, indexOf, type ReadManifest } from './segment-index.ts';

function entryOf(sequence: number, part: number): PartEntry {
  const address = { rendition: 0, sequence, part };
  return {
    address,
    key: addressKey(address),
    bytes: 10,
    hash: new Uint8Array(32),
    chunkHashes: [new Uint8Array(16)],
  };
}

/** @param parts such as `4.0 4.1`: part 0 and 1 of segment 4 */
function manifestOf(parts: string): ReadManifest {
  const entries = parts.split(' ').map((name) => {
    const [sequence = 0, part = 0] = name.split('.').map(Number);
    return entryOf(sequence, part);
  });
  return { signed: { encoded: new Uint8Array(100), signature: new Uint8Array(64) }, entries };
}

const partsOf = (manifests: readonly string[], sequence: number) =>
  indexOf(manifests.map(manifestOf), sequence)?.entries.map(({ address }) => address.part) ?? null;

it('proves a segment by manifests that have all of its parts and one that follows', () => {
  expect(partsOf(['4.0 4.1 4.2', '4.3 5.0'], 4)).toEqual([0, 1, 2, 3]);
  expect(partsOf(['3.5 4.0 5.0'], 4)).toEqual([0]);
  // A part without media is listed in no manifest: the one before it is followed by the next segment.
  expect(partsOf(['4.0 4.1', '4.1 6.0'], 4)).toEqual([0, 1]);
});

it('proves no segment whose beginning, end or middle is missing', () => {
  expect(partsOf(['4.1 4.2 5.0'], 4)).toBeNull();
  expect(partsOf(['4.0 4.1', '4.2 4.3'], 4)).toBeNull();
  expect(partsOf(['4.0 4.1', '4.3 5.0'], 4)).toBeNull();
  // The last part may be one that these manifests do not have.
  expect(partsOf(['4.0 4.1', '5.0 5.1'], 4)).toBeNull();
  expect(partsOf(['3.0 3.1'], 4)).toBeNull();
});

it('takes a whole segment from the manifest that lists it', () => {
  const whole = entryOf(4, WHOLE_SEGMENT);
  const manifest = { ...manifestOf('3.0'), entries: [whole] };
  expect(indexOf([manifest], 4)?.entries).toEqual([whole]);
});

it('uses no more manifests than cover the parts', () => {
  const all = ['4.0', '4.0 4.1', '4.0 4.1 4.2', '4.1 4.2 4.3', '4.2 4.3 5.0', '4.3 5.0 5.1'].map(manifestOf);
  expect(indexOf(all, 4)?.manifests).toHaveLength(2);
});

it('learns segments from the manifests of playlists, and forgets those that have passed', () => {
  const archive = new ManifestArchive();
  const parts = Array.from({ length: 3000 }, (_, index) => `${Math.floor(index / 3)}.${index % 3}`);
  for (let end = 4; end <= parts.length; end += 1)
    archive.add(manifestOf(parts.slice(end - 4, end).join(' ')));
  expect(archive.find(0, 998)?.entries).toHaveLength(3);
  expect(archive.find(0, 999)).toBeNull();
  expect(archive.find(0, 998 - 256)).toBeNull();
});

it('refuses bytes that are not made of manifests', () => {
  const bytes = encodeIndex({ entries: [], manifests: [manifestOf('4.0')] }) ?? expect.fail();
  expect(() => decodeIndex(bytes)).toThrow(ManifestError);
  expect(() => decodeIndex(bytes.subarray(0, 50))).toThrow(ManifestError);
  expect(() => decodeIndex(Uint8Array.of(0))).toThrow(ManifestError);
  const many = Array.from({ length: 17 }, () => manifestOf('4.0'));
  expect(encodeIndex({ entries: [], manifests: many })).toBeNull();
});
