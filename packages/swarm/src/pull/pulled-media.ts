/** Something that is pulled from neighbours: a segment of one or more parts, or an init section. */
import type { AddressKey } from '../media-address.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import { PartBuffer } from '../scheduler/part-buffer.ts';
import type { PartEntry } from '../scheduler/part-entry.ts';
import type { MediaSources } from '../scheduler/swarm-setup.ts';
import type { OriginAnswer } from '../scheduler/wanted-part.ts';

export interface PulledBytes extends MediaSources {
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface PullRequest {
  /** Verified, in their order: the media consists of them, one behind the other. */
  readonly entries: readonly PartEntry[];
  /** When playback needs the media. */
  readonly deadlineMs: number;
  /** Peers have at most this long. */
  readonly peerWaitMs: number;
  /** Loads the media from the origin from an offset on. @returns a function that aborts the request */
  readonly load: (offset: number, done: (answer: OriginAnswer | null) => void) => () => void;
  /** @param media null where neither peers nor the origin have sent it */
  readonly done: (media: PulledBytes | null) => void;
}

/** A part that a neighbour was asked for. */
export interface AskedPart {
  readonly neighbour: Neighbour;
  /** When the neighbour was asked, or has sent the last chunk. */
  activeMs: number;
}

export class PulledMedia {
  readonly request: PullRequest;
  readonly beganMs: number;
  readonly buffers: readonly PartBuffer[];
  readonly asked = new Map<AddressKey, AskedPart>();
  readonly #tried = new Map<AddressKey, Set<Neighbour>>();
  abortLoad: (() => void) | null = null;

  /** @param stored finds the parts that are here already */
  constructor(
    request: PullRequest,
    nowMs: number,
    chunkBytes: number,
    stored: (key: AddressKey) => PartBuffer | undefined,
  ) {
    this.request = request;
    this.beganMs = nowMs;
    this.buffers = request.entries.map((entry) => stored(entry.key) ?? new PartBuffer(entry, chunkBytes));
  }

  get isComplete(): boolean {
    return this.buffers.every(({ isComplete }) => isComplete);
  }

  get missingBytes(): number {
    return this.buffers.reduce((sum, { entry, missingFrom }) => sum + entry.bytes - missingFrom, 0);
  }

  find(key: AddressKey): PartBuffer | undefined {
    return this.buffers.find(({ entry }) => entry.key === key);
  }

  /** The offset in the whole of the first chunk that is not there. */
  get missingFrom(): number {
    let offset = 0;
    for (const { entry, isComplete, missingFrom } of this.buffers) {
      if (!isComplete) return offset + missingFrom;
      offset += entry.bytes;
    }
    return offset;
  }

  hasTried(key: AddressKey, neighbour: Neighbour): boolean {
    return this.#tried.get(key)?.has(neighbour) === true;
  }

  ask(key: AddressKey, neighbour: Neighbour, nowMs: number): void {
    const tried = this.#tried.get(key) ?? new Set();
    this.#tried.set(key, tried.add(neighbour));
    this.asked.set(key, { neighbour, activeMs: nowMs });
  }

  bytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.request.entries.reduce((sum, entry) => sum + entry.bytes, 0));
    let at = 0;
    for (const buffer of this.buffers) {
      bytes.set(buffer.bytes, at);
      at += buffer.entry.bytes;
    }
    return bytes;
  }
}
