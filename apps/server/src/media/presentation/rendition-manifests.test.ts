import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { decodeManifest } from '@tributary/swarm/manifest/manifest-encoding';
import { importPublicKey, ManifestVerifier } from '@tributary/swarm/manifest/manifest-verifier';
import { ManifestError } from '@tributary/swarm/manifest/part-manifest';
import {
  MANIFEST_PARTS,
  readManifestLine,
  renditionNumber,
  swarmName,
} from '@tributary/swarm/manifest/playlist-manifest';
import { INIT_SECTION } from '@tributary/swarm/media-address';
import { readInitLines } from '@tributary/swarm/playlists/init-lines';
import { PlaylistVerifier, StalePlaylistError } from '@tributary/swarm/playlists/playlist-verifier';
import { ManifestArchive } from '@tributary/swarm/pull/manifest-archive';
import type { PartEntry } from '@tributary/swarm/scheduler/part-entry';
import { describe, expect, it } from 'vitest';
import { audioUnits, BOTH, interleave, videoUnits } from '../../../test/support/packager/units.ts';
import { TestViewer } from '../../../test/support/packager/viewer.ts';
import type { Rendition } from './presentation.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const rawPublicKey = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
const signManifest = (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, privateKey));
const swarm = createHash('sha256').update(swarmName('stream', 'epoch')).digest().subarray(0, 16);
const units = interleave(
  videoUnits({ framesPerSecond: 30, keyframeSeconds: 2, seconds: 8, bytes: 8_000 }),
  audioUnits({ seconds: 8 }),
);
const names = ['video', 'audio'] as const;

const textOf = (rendition: Rendition, delta = false) =>
  Buffer.from(rendition.playlist(delta).body).toString();

async function createVerifier(name: string, of = swarm) {
  return new ManifestVerifier(await importPublicKey(rawPublicKey), of, renditionNumber(name) ?? -1);
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();

interface Exchange {
  isOn: boolean;
}

/** Feeds a stream and looks at its playlists after each unit that changed them. */
function exchanged(exchange: Exchange, look: (name: string, rendition: Rendition, text: string) => void) {
  const viewer = new TestViewer({}, { sign: signManifest, isExchanged: () => exchange.isOn });
  const before = new Map<string, string>();
  viewer.packager.onTracks(BOTH);
  for (const unit of units) {
    viewer.feed([unit]);
    if (viewer.packager.presentation === undefined) continue;
    for (const name of names) {
      const rendition = viewer.rendition(name);
      const edge = JSON.stringify(rendition.edge);
      if (edge === before.get(name)) continue;
      before.set(name, edge);
      look(name, rendition, textOf(rendition));
    }
  }
  return viewer;
}

describe('the part manifests of a stream that viewers exchange', () => {
  it('cover every listed part with the hashes of its bytes, signed and chained', async () => {
    const found: { name: string; text: string; parts: Map<string, Buffer> }[] = [];
    const viewer = exchanged({ isOn: true }, (name, rendition, text) => {
      const parts = new Map<string, Buffer>();
      for (const [, uri = ''] of text.matchAll(/#EXT-X-PART:.*URI="\w+\/([\d.]+)\.m4s"/g)) {
        const [sequence = -1, part = -1] = uri.split('.').map(Number);
        const media = rendition.part(sequence, part);
        if (media !== undefined && 'chunks' in media) parts.set(uri, Buffer.concat(media.chunks));
      }
      found.push({ name, text, parts });
    });
    expect(viewer.problems).toBe('');

    for (const name of names) {
      const verifier = await createVerifier(name);
      const known = new Map<string, PartEntry>();
      let newest = '';
      for (const { text, parts } of found.filter((one) => one.name === name)) {
        const manifest = readManifestLine(text);
        if (manifest === null) throw new Error('The playlist has no manifest.');
        for (const entry of await verifier.verify(manifest))
          known.set(`${entry.address.sequence}.${entry.address.part}`, entry);
        newest = [...parts.keys()].at(-1) ?? newest;
        const entry = known.get(newest);
        const bytes = parts.get(newest) ?? Buffer.alloc(0);
        expect(entry?.bytes).toBe(bytes.length);
        expect(Buffer.from(entry?.hash ?? [])).toEqual(sha256(bytes));
        for (const [index, hash] of entry?.chunkHashes.entries() ?? []) {
          const chunk = bytes.subarray(index * 16_384, (index + 1) * 16_384);
          expect(Buffer.from(hash)).toEqual(sha256(chunk).subarray(0, 16));
        }
      }
      expect(known.size).toBeGreaterThan(12);
    }
  });

  it('let a viewer who misses some reloads in a row learn of all parts', async () => {
    const texts: string[] = [];
    exchanged({ isOn: true }, (name, _rendition, text) => void (name === 'audio' && texts.push(text)));
    const every = await createVerifier('audio');
    const some = await createVerifier('audio');
    const all = new Set<number>();
    const learned = new Set<number>();
    const manifestsOf = texts.map((text) => readManifestLine(text));
    let last = 0;
    let newestKey = 0;
    for (const manifest of manifestsOf) {
      if (manifest === null) throw new Error('The playlist has no manifest.');
      const entries = await every.verify(manifest);
      for (const { key: one } of entries) all.add(one);
      newestKey = entries.at(-1)?.key ?? newestKey;
      if (all.size - last < MANIFEST_PARTS) continue;
      last = all.size;
      for (const entry of await some.verify(manifest)) learned.add(entry.key);
    }
    expect([...all].filter((one) => !learned.has(one) && one < Math.max(...learned))).toEqual([]);
  });

  it('prove what each finished segment consists of', () => {
    const archive = new ManifestArchive();
    let last = '';
    const viewer = exchanged({ isOn: true }, (name, _rendition, text) => {
      const signed = name === 'video' ? readManifestLine(text) : null;
      if (signed === null || text === last) return;
      last = text;
      archive.add({ signed, entries: decodeManifest(signed.encoded).entries });
    });
    const proven = [0, 1, 2].map((sequence) => {
      const size = archive.find(0, sequence)?.entries.reduce((sum, { bytes }) => sum + bytes, 0);
      const segment = viewer.rendition('video').segment(sequence);
      return size === undefined ? null : size === segment?.byteLength;
    });
    // A segment that began before the first playlist is not proven.
    expect(proven.filter((isWhole) => isWhole !== null)).not.toHaveLength(0);
    expect(proven).not.toContain(false);
  });

  it('are the same in the whole playlist and in its delta update', () => {
    exchanged({ isOn: true }, (_name, rendition, text) => {
      expect(readManifestLine(textOf(rendition, true))).toEqual(readManifestLine(text));
    });
  });

  it('verify neither for another rendition nor for another stream, and not where a byte is changed', async () => {
    let text = '';
    exchanged({ isOn: true }, (name, _rendition, playlist) => {
      if (name === 'video') text = playlist;
    });
    const manifest = readManifestLine(text);
    if (manifest === null) throw new Error('The playlist has no manifest.');
    await expect((await createVerifier('audio')).verify(manifest)).rejects.toThrow('instead of 1');
    const other = await createVerifier('video', Buffer.alloc(16));
    await expect(other.verify(manifest)).rejects.toThrow('another presentation');
    for (const at of [0, 90, manifest.encoded.length - 1]) {
      const encoded = manifest.encoded.slice();
      encoded[at] = (encoded[at] ?? 0) ^ 1;
      const verifier = await createVerifier('video');
      await expect(verifier.verify({ ...manifest, encoded })).rejects.toThrow('not that of the instance');
    }
    expect(await (await createVerifier('video')).verify(manifest)).toHaveLength(MANIFEST_PARTS);
  });
});

describe('the init sections of a stream that viewers exchange', () => {
  it('are named with their hashes in whole playlists, and in one delta update of each segment', () => {
    const deltas: string[] = [];
    exchanged({ isOn: true }, (name, rendition, text) => {
      if (name !== 'video') return;
      const init = rendition.init(0) ?? Buffer.alloc(0);
      const [entry, ...others] = readInitLines(text, 0);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ bytes: init.length, address: { sequence: 0, part: INIT_SECTION } });
      expect(Buffer.from(entry?.hash ?? [])).toEqual(sha256(init));
      deltas.push(textOf(rendition, true));
    });
    const updates = deltas.filter((text) => text.includes('#EXT-X-SKIP'));
    const named = updates.filter((text) => readInitLines(text, 0).length > 0);
    const firstParts = updates.filter((text) => /-HINT:TYPE=PART,URI="video\/\d+\.1\.m4s"/.test(text));
    expect(named).toEqual(firstParts);
  });

  it('are not named while the stream is not exchanged', () => {
    exchanged({ isOn: false }, (_, _rendition, text) => expect(text).not.toContain('TRIBUTARY'));
  });
});

describe('the signed playlists of a stream that viewers exchange', () => {
  const playlistsOf = (name: string) => {
    const texts: { readonly whole: string; readonly delta: string }[] = [];
    exchanged({ isOn: true }, (of, rendition, whole) => {
      if (of === name) texts.push({ whole, delta: textOf(rendition, true) });
    });
    return texts;
  };
  const verifierOf = async (name: string) =>
    new PlaylistVerifier(await importPublicKey(rawPublicKey), swarm, renditionNumber(name) ?? -1);

  it('verify whole and as delta updates, and say which they are', async () => {
    const verifier = await verifierOf('audio');
    for (const { whole, delta } of playlistsOf('audio')) {
      expect(await verifier.verify(whole)).toMatchObject({ isWhole: true, isEnded: false });
      expect((await verifier.verify(delta)).isWhole).toBe(!delta.includes('#EXT-X-SKIP'));
    }
    expect(verifier.number).toBeGreaterThan(12);
  });

  it('are refused with any changed, added or missing line, and by the verifier of another rendition', async () => {
    const { whole } = playlistsOf('video').at(-1) ?? expect.fail('There is no playlist.');
    const lines = whole.split('\n');
    const forged = lines
      .slice(0, -1)
      .flatMap((line, index) => [
        lines.with(index, `${line}0`).join('\n'),
        lines.toSpliced(index, 1).join('\n'),
        lines.toSpliced(index, 0, '#EXT-X-GAP').join('\n'),
      ]);
    for (const text of [...forged, `${whole}#EXT-X-ENDLIST\n`])
      await expect((await verifierOf('video')).verify(text), text).rejects.toThrow(ManifestError);
    await expect((await verifierOf('audio')).verify(whole)).rejects.toThrow('instead of 1');
  });

  it('are refused once a newer one was verified', async () => {
    const [first, second] = playlistsOf('video');
    const verifier = await verifierOf('video');
    await verifier.verify(second?.whole ?? '');
    await expect(verifier.verify(first?.whole ?? '')).rejects.toThrow(StalePlaylistError);
    await expect(verifier.verify(second?.delta ?? '')).resolves.toMatchObject({ entries: [] });
  });
});

it('publishes manifests only while viewers exchange the stream, and continues their chain', async () => {
  const exchange: Exchange = { isOn: false };
  const texts: string[] = [];
  const viewer = exchanged(exchange, (name, _rendition, text) => {
    if (name !== 'video') return;
    texts.push(text);
    exchange.isOn = texts.length > 4 && texts.length < 10;
  });
  expect(viewer.problems).toBe('');
  const manifests = texts.map((text) => readManifestLine(text));
  expect(manifests.slice(0, 5).every((one) => one === null)).toBe(true);
  expect(manifests.slice(10).every((one) => one === null)).toBe(true);
  const verifier = await createVerifier('video');
  for (const manifest of manifests) if (manifest !== null) await verifier.verify(manifest);
  expect(manifests.filter((one) => one !== null).length).toBeGreaterThan(3);
});
