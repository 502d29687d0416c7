/** Sessions that exchange a live stream over real connections, with an origin and signalling in this process. */

import { setTimeout as delay } from 'node:timers/promises';
import type { VerificationKey } from '../src/manifest/manifest-verifier.ts';
import { writeManifestLine } from '../src/manifest/playlist-manifest.ts';
import { entryOf, ManifestSigner, type SigningKey } from '../src/manifest/sign-manifest.ts';
import { systemClock } from '../src/node/node-connection.ts';
import { writeInitLine } from '../src/playlists/init-lines.ts';
import { bytesToSign, writeSignatureLine } from '../src/playlists/signed-playlist.ts';
import type { PartEntry } from '../src/scheduler/part-entry.ts';
import { DEFAULT_OPTIONS } from '../src/scheduler/swarm-options.ts';
import type { SuppliedPart } from '../src/session/session-setup.ts';
import { SwarmSession } from '../src/session/swarm-session.ts';
import { createNodeConnection } from './node-connection.ts';
import { sha256 } from './simulated-stream.ts';

const PARTS_PER_SEGMENT = 6;
const PART_BYTES = 20_000;
/** Shorter than those of streams, so that a test sees more of them. */
const PART_MS = 80;
/** Manifests cover the newest parts. */
const COVERED = 4;

export interface LivePart {
  readonly url: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly entry: PartEntry;
}

/** A stream whose parts are published one by one. */
export class LiveStream {
  readonly swarm = new Uint8Array(16).fill(9);
  readonly key: VerificationKey;
  readonly parts = new Map<string, LivePart>();
  /** Whole segments and the init section, by their URLs. */
  readonly media = new Map<string, Uint8Array<ArrayBuffer>>();
  originBytes = 0;
  readonly #signer: ManifestSigner;
  readonly #signingKey: SigningKey;
  readonly #entries: PartEntry[] = [];

  private constructor(key: VerificationKey, signingKey: SigningKey) {
    this.key = key;
    this.#signingKey = signingKey;
    this.#signer = new ManifestSigner(signingKey, this.swarm, 0);
    this.media.set(
      this.initUrl,
      new Uint8Array(700).map((_, at) => (at * 3) % 241),
    );
  }

  static async create(): Promise<LiveStream> {
    const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
    if (!('privateKey' in pair)) throw new TypeError('Ed25519 has a pair of keys.');
    return new LiveStream(pair.publicKey, pair.privateKey);
  }

  /** Publishes a part when its time has come. @returns it, and the playlist that lists it */
  async publish(): Promise<LivePart & { readonly playlist: string }> {
    const index = this.parts.size;
    await delay(PART_MS);
    const address = {
      rendition: 0,
      sequence: Math.floor(index / PARTS_PER_SEGMENT),
      part: index % PARTS_PER_SEGMENT,
    };
    const bytes = new Uint8Array(PART_BYTES).map((_, at) => (at * 7 + index) % 251);
    const entry = await entryOf(address, bytes);
    this.#entries.push(entry);
    const part = { url: this.urlOf(address), bytes, entry };
    this.parts.set(part.url, part);
    if (address.part === PARTS_PER_SEGMENT - 1) {
      const parts = [...this.parts.values()].slice(-PARTS_PER_SEGMENT);
      this.media.set(
        this.segmentUrl(address.sequence),
        new Uint8Array(Buffer.concat(parts.map((one) => one.bytes))),
      );
    }
    const init = this.media.get(this.initUrl) ?? new Uint8Array();
    const initLine = writeInitLine({ version: 0, bytes: init.length, hash: sha256(init) });
    const line = writeManifestLine(await this.#signer.sign(this.#entries.slice(-COVERED)));
    const text = `#EXTM3U\n${initLine}${line}`;
    const signature = new Uint8Array(
      await crypto.subtle.sign('Ed25519', this.#signingKey, bytesToSign(text)),
    );
    return { ...part, playlist: text + writeSignatureLine(signature) };
  }

  readonly initUrl = '/live/video/init-0.mp4';

  segmentUrl(sequence: number): string {
    return `/live/video/${sequence}.m4s`;
  }

  urlOf({ sequence, part }: { readonly sequence: number; readonly part: number }): string {
    return `/live/video/${sequence}.${part}.m4s`;
  }

  /** The origin. */
  async load(url: string, offset: number) {
    const bytes = (this.parts.get(url)?.bytes ?? this.media.get(url))?.subarray(offset);
    if (bytes === undefined) throw new Error(`The origin has no ${url}.`);
    this.originBytes += bytes.length;
    return { bytes, firstByteMs: 1 };
  }
}

export interface LivePeer {
  readonly session: SwarmSession;
  readonly reported: string[];
  readonly hasFailed: () => boolean;
  /** Cuts the peer off from the origin. */
  cutOff(): void;
  /** @returns null where the player would load the part itself */
  play(part: LivePart & { readonly playlist: string }): Promise<SuppliedPart | null>;
}

export type LivePeers = Map<string, LivePeer>;

/** Adds a peer; all that were added to the same map find each other. */
export function joinStream(
  stream: LiveStream,
  peers: LivePeers,
  id: string,
  corrupts: boolean | (() => boolean) = false,
  mayWait: () => boolean = () => true,
): LivePeer {
  const reported: string[] = [];
  let failed = false;
  let isCutOff = false;
  const session = new SwarmSession({
    id,
    swarm: stream.swarm,
    key: stream.key,
    network: 0,
    clock: systemClock,
    create: () => createNodeConnection(corrupts),
    load: (url, offset) =>
      isCutOff ? Promise.reject(new Error('The origin does not answer.')) : stream.load(url, offset),
    digest: (bytes, done) => done(sha256(bytes)),
    options: DEFAULT_OPTIONS,
    signalling: {
      find: async () => ({
        peers: peers.size,
        candidates: [...peers.keys()].filter((other) => other !== id),
      }),
      send: (to, signal) => queueMicrotask(() => peers.get(to)?.session.signalled(id, signal)),
      report: (peer) => reported.push(peer),
    },
    mayWait,
    onFailed: () => {
      failed = true;
    },
  });
  const peer: LivePeer = {
    session,
    reported,
    hasFailed: () => failed,
    cutOff() {
      isCutOff = true;
    },
    play: ({ playlist, url }) => {
      session.playlist(playlist, (address) => stream.urlOf(address));
      return new Promise((resolve) => {
        if (session.request(url, 1000, resolve) === null) resolve(null);
      });
    },
  };
  peers.set(id, peer);
  return peer;
}
