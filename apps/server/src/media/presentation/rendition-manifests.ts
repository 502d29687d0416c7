/**
 * The part manifests of a live stream, by which its viewers can give parts to each other: hashes of the newest parts,
 * signed by the instance and chained (docs/decisions/030). A manifest is made when the first viewer asks for a playlist
 * that has a new part, so that a stream without viewers costs nothing.
 */
import { createHash } from 'node:crypto';
import { encodeManifest } from '@tributary/swarm/manifest/manifest-encoding';
import { HASH_BYTES } from '@tributary/swarm/manifest/part-manifest';
import {
  MANIFEST_PARTS,
  renditionNumber,
  swarmName,
  writeManifestLine,
} from '@tributary/swarm/manifest/playlist-manifest';
import { addressKey } from '@tributary/swarm/media-address';
import { MAX_INIT_BYTES, writeInitLine } from '@tributary/swarm/playlists/init-lines';
import { bytesToSign, writeSignatureLine } from '@tributary/swarm/playlists/signed-playlist';
import { MAX_CHUNK_BYTES, MAX_MEDIA_BYTES, SWARM_ID_BYTES } from '@tributary/swarm/protocol/messages';
import { CHUNK_HASH_BYTES, type PartEntry } from '@tributary/swarm/scheduler/part-entry';
import type { MediaBytes } from './presentation.ts';
import type { Segment } from './segment.ts';

const MAP = /^#EXT-X-MAP:URI="[^"]*init-(\d+)\.mp4"/gm;

/** Signs with the Ed25519 key of the instance. */
export type SignManifest = (bytes: Uint8Array) => Uint8Array<ArrayBuffer>;

/** The media that a playlist lists. */
export interface ListedMedia {
  readonly segments: readonly Segment[];
  readonly open: Segment | null;
  /** The init section of a version. */
  readonly init: (version: number) => Uint8Array | undefined;
}

export interface StreamManifestsOptions {
  readonly streamId: string;
  readonly epoch: string;
  readonly sign: SignManifest;
  /** Whether viewers exchange the stream now. */
  readonly isExchanged: () => boolean;
}

/** The manifests of all renditions of a stream. A rendition that is made again continues its chain. */
export class StreamManifests {
  readonly #options: StreamManifestsOptions;
  readonly #swarm: Uint8Array;
  readonly #chains = new Map<string, RenditionManifests>();

  constructor(options: StreamManifestsOptions) {
    this.#options = options;
    const { streamId, epoch } = options;
    this.#swarm = sha256(swarmName(streamId, epoch)).subarray(0, SWARM_ID_BYTES);
  }

  /**
   * The lines behind a rendition's playlist: the hashes of the init sections that it names, the manifest of its newest parts,
   * and the signature of the whole text, so that viewers can also take the playlist from each other. Empty while the
   * rendition is not exchanged.
   */
  lines(playlist: string, name: string, media: ListedMedia): string {
    if (!this.#options.isExchanged()) return '';
    const manifest = this.#of(name)?.line(media.segments, media.open) ?? '';
    if (manifest === '') return '';
    const lines = initLines(playlist, media) + manifest;
    return lines + writeSignatureLine(this.#options.sign(bytesToSign(playlist + lines)));
  }

  #of(name: string): RenditionManifests | null {
    const known = this.#chains.get(name);
    if (known !== undefined) return known;
    const rendition = renditionNumber(name);
    if (rendition === null) return null;
    const chain = new RenditionManifests(rendition, this.#swarm, this.#options.sign);
    this.#chains.set(name, chain);
    return chain;
  }
}

/**
 * The hashes of the init sections that the playlist names, and once in each segment that of the present one, for viewers who
 * load delta updates and have the init section to give.
 */
function initLines(playlist: string, { open, init }: ListedMedia): string {
  const versions = new Set(Array.from(playlist.matchAll(MAP), ([, version]) => Number(version)));
  if (open?.parts.length === 1) versions.add(open.initVersion);
  return Array.from(versions, (version) => {
    const bytes = init(version);
    if (bytes === undefined || bytes.length === 0 || bytes.length > MAX_INIT_BYTES) return '';
    return writeInitLine({ version, bytes: bytes.length, hash: sha256(bytes) });
  }).join('');
}

class RenditionManifests {
  readonly #rendition: number;
  readonly #swarm: Uint8Array;
  readonly #sign: SignManifest;
  /** The entries of the last manifest. */
  #entries: readonly PartEntry[] = [];
  #number = 0;
  #previous: Uint8Array = new Uint8Array(HASH_BYTES);
  #line = '';

  constructor(rendition: number, swarm: Uint8Array, sign: SignManifest) {
    this.#rendition = rendition;
    this.#swarm = swarm;
    this.#sign = sign;
  }

  line(segments: readonly Segment[], open: Segment | null): string {
    const entries = this.#newest(segments, open);
    const newest = entries.at(-1)?.key;
    if (newest === undefined || newest === this.#entries.at(-1)?.key) return this.#line;
    this.#entries = entries;
    const encoded = encodeManifest({
      swarm: this.#swarm,
      rendition: this.#rendition,
      number: this.#number,
      previous: this.#previous,
      entries,
    });
    this.#number += 1;
    this.#previous = sha256(encoded);
    this.#line = writeManifestLine({ encoded, signature: this.#sign(encoded) });
    return this.#line;
  }

  /** The newest parts with media, oldest first. Parts that were hashed for the manifest before are not hashed again. */
  #newest(segments: readonly Segment[], open: Segment | null): PartEntry[] {
    const entries: PartEntry[] = [];
    const known = new Map(this.#entries.map((entry) => [entry.key, entry]));
    for (const segment of newestFirst(segments, open)) {
      for (let part = segment.parts.length - 1; part >= 0; part--) {
        if (entries.length === MANIFEST_PARTS) return entries.reverse();
        const media = segment.parts[part]?.bytes ?? null;
        if (media === null || media.byteLength === 0) continue;
        // Manifests leave out no media between two parts, since they prove what segments consist of.
        if (!('chunks' in media) || media.byteLength > MAX_MEDIA_BYTES) return entries.reverse();
        const address = { rendition: this.#rendition, sequence: segment.msn, part };
        const key = addressKey(address);
        entries.push(known.get(key) ?? { address, key, bytes: media.byteLength, ...hashesOf(media) });
      }
    }
    return entries.reverse();
  }
}

function* newestFirst(segments: readonly Segment[], open: Segment | null): Generator<Segment> {
  if (open !== null) yield open;
  for (let index = segments.length - 1; index >= 0; index--) {
    const segment = segments[index];
    // Older parts may have left memory, and no player misses so many reloads.
    if (segment === undefined || index < segments.length - MANIFEST_PARTS) return;
    yield segment;
  }
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** The hashes of a part and of its chunks. */
function hashesOf({ chunks }: MediaBytes): Pick<PartEntry, 'hash' | 'chunkHashes'> {
  const whole = createHash('sha256');
  const chunkHashes: Uint8Array[] = [];
  let chunk = createHash('sha256');
  let size = 0;
  const endChunk = () => {
    chunkHashes.push(chunk.digest().subarray(0, CHUNK_HASH_BYTES));
    chunk = createHash('sha256');
    size = 0;
  };
  for (const view of chunks) {
    whole.update(view);
    for (let at = 0; at < view.length; ) {
      const taken = view.subarray(at, at + MAX_CHUNK_BYTES - size);
      chunk.update(taken);
      at += taken.length;
      size += taken.length;
      if (size === MAX_CHUNK_BYTES) endChunk();
    }
  }
  if (size > 0) endChunk();
  return { hash: whole.digest(), chunkHashes };
}
