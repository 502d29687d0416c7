/** Announces the media of this peer to its neighbours, in batches, and how it receives the stripes. */
import type { AddressKey } from '../media-address.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Neighbours } from '../neighbours/neighbours.ts';
import { MAX_ANNOUNCED, NO_HOPS, type Status } from '../protocol/messages.ts';
import type { UploadQueue } from '../upload/upload-queue.ts';
import type { Children } from './children.ts';
import type { Lanes } from './lanes.ts';
import type { PartEntry } from './part-entry.ts';
import type { RenditionSizes } from './rendition-sizes.ts';

const STATUS_MS = 1000;

export class Announcer {
  readonly #neighbours: Neighbours;
  readonly #lanes: Lanes;
  readonly #children: Children;
  readonly #sizes: RenditionSizes;
  readonly #uploads: UploadQueue;
  readonly #media = new Map<AddressKey, PartEntry>();
  #statusAtMs = Number.NEGATIVE_INFINITY;
  #hops = '';

  constructor(
    neighbours: Neighbours,
    lanes: Lanes,
    children: Children,
    sizes: RenditionSizes,
    uploads: UploadQueue,
  ) {
    this.#neighbours = neighbours;
    this.#lanes = lanes;
    this.#children = children;
    this.#sizes = sizes;
    this.#uploads = uploads;
  }

  add(entry: PartEntry): void {
    if (this.#media.size < MAX_ANNOUNCED) this.#media.set(entry.key, entry);
  }

  /** Announces new media to the neighbours that do not have it and to which it is not pushed. */
  flush(): void {
    if (this.#media.size === 0) return;
    for (const neighbour of this.#neighbours) {
      if (neighbour.hello === null) continue;
      const addresses = [];
      for (const { key, address } of this.#media.values()) {
        const isPushed = neighbour.children.has(this.#lanes.of(address).number);
        if (!isPushed && !neighbour.has(key)) addresses.push(address);
      }
      if (addresses.length > 0) neighbour.send({ type: 'have', addresses });
    }
    this.#media.clear();
  }

  /** Sends the status each second, and at once where the hops of a stripe have changed. */
  tell(nowMs: number): void {
    const hops = Array.from(this.#lanes, (lane) => (lane.isReceived ? lane.hops : NO_HOPS)).join();
    if (nowMs - this.#statusAtMs < STATUS_MS && hops === this.#hops) return;
    this.#statusAtMs = nowMs;
    this.#hops = hops;
    for (const neighbour of this.#neighbours)
      if (neighbour.hello !== null) neighbour.send(this.statusFor(neighbour));
  }

  /** Each neighbour gets a status of its own: those who can upload more may take the places of others. */
  statusFor(neighbour: Neighbour): Status {
    const stripes = Array.from(this.#lanes, (lane) =>
      lane.state(this.#children.spareFor(neighbour, lane, this.#sizes.of(lane.rendition))),
    );
    return { type: 'status', uploadKbps: this.#uploads.kbps, stripes };
  }
}
