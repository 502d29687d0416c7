/** The parts that the manifest has announced and that have not arrived: from where, and until when, they are awaited. */
import type { SwarmClock } from '../clock.ts';
import type { AddressKey } from '../media-address.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Neighbours } from '../neighbours/neighbours.ts';
import type { Lanes } from './lanes.ts';
import { OriginEstimator } from './origin-estimator.ts';
import { PartBuffer } from './part-buffer.ts';
import { decide } from './part-decision.ts';
import type { PartEntry } from './part-entry.ts';
import type { SwarmOptions } from './swarm-options.ts';
import type { SwarmOrigin, WantedPart, WantedPartsEvents } from './wanted-part.ts';

/** Parts that one neighbour is asked for at a time. */
const MAX_REQUESTED = 4;
const RETRY_FETCH_MS = 200;
/** Peers that had less time than this are not to blame for a part that is handed over. */
const FAIR_MS = 250;
/** A parent that has sent half of a part is slow, and not gone. */
const SLOW_PROGRESS = 0.5;

export class WantedParts {
  readonly #clock: SwarmClock;
  readonly #options: Pick<SwarmOptions, 'chunkBytes' | 'peerWaitMs'>;
  readonly #neighbours: Neighbours;
  readonly #lanes: Lanes;
  readonly #origin: SwarmOrigin;
  readonly #events: WantedPartsEvents;
  readonly #wanted = new Map<AddressKey, WantedPart>();
  readonly #estimator = new OriginEstimator();
  #isOriginAway = false;

  constructor(
    clock: SwarmClock,
    options: Pick<SwarmOptions, 'chunkBytes' | 'peerWaitMs'>,
    neighbours: Neighbours,
    lanes: Lanes,
    origin: SwarmOrigin,
    events: WantedPartsEvents,
  ) {
    this.#clock = clock;
    this.#options = options;
    this.#neighbours = neighbours;
    this.#lanes = lanes;
    this.#origin = origin;
    this.#events = events;
  }

  get(key: AddressKey): WantedPart | undefined {
    return this.#wanted.get(key);
  }

  add(entry: PartEntry, deadlineMs: number): void {
    const known = this.#wanted.get(entry.key);
    if (known !== undefined) {
      known.deadlineMs = deadlineMs;
      return;
    }
    const wanted: WantedPart = {
      entry,
      learnedAtMs: this.#clock.now(),
      lane: this.#lanes.of(entry.address),
      buffer: new PartBuffer(entry, this.#options.chunkBytes),
      isPushed: false,
      deadlineMs,
      abortFetch: null,
      fetchAtMs: 0,
      asked: null,
      lastChunkMs: null,
      tried: new Set(),
    };
    this.#wanted.set(entry.key, wanted);
    this.#check(wanted);
  }

  /**
   * Ends the wait for a part, because it arrived or is no longer needed.
   * @param isFromParent the parent has sent all of it
   */
  remove(key: AddressKey, isFromParent = false): void {
    const wanted = this.#wanted.get(key);
    if (wanted === undefined) return;
    this.#wanted.delete(key);
    wanted.abortFetch?.();
    this.#cancelPeers(wanted, isFromParent);
  }

  /** Whether the origin is sending a part, and has not failed to before. */
  isLoading(key: AddressKey): boolean {
    const wanted = this.#wanted.get(key);
    return wanted !== undefined && wanted.abortFetch !== null && wanted.fetchAtMs === 0;
  }

  /** Lets the origin be asked again. */
  fetchFailed(key: AddressKey): void {
    const wanted = this.#wanted.get(key);
    if (wanted === undefined) return;
    wanted.abortFetch = null;
    wanted.fetchAtMs = this.#clock.now() + RETRY_FETCH_MS;
  }

  /** While the origin does not answer, parts are awaited from peers alone. */
  setOriginAway(isAway: boolean): void {
    this.#isOriginAway = isAway;
    if (!isAway) return;
    for (const wanted of this.#wanted.values()) {
      wanted.abortFetch?.();
      wanted.abortFetch = null;
    }
  }

  close(): void {
    for (const { abortFetch } of this.#wanted.values()) abortFetch?.();
    this.#wanted.clear();
  }

  check(): void {
    for (const wanted of this.#wanted.values()) this.#check(wanted);
  }

  /** Lets another neighbour be asked, since this one declined or left. */
  declined(neighbour: Neighbour, key: AddressKey): void {
    neighbour.requested.delete(key);
    const wanted = this.#wanted.get(key);
    if (wanted === undefined || wanted.asked?.neighbour !== neighbour) return;
    wanted.asked = null;
    this.#check(wanted);
  }

  removed(neighbour: Neighbour): void {
    for (const key of [...neighbour.requested.keys()]) this.declined(neighbour, key);
  }

  #check(wanted: WantedPart): void {
    const nowMs = this.#clock.now();
    if (wanted.abortFetch !== null || nowMs < wanted.fetchAtMs) return;
    const { entry, lane } = wanted;
    const decision = decide({
      nowMs,
      deadlineMs: this.#isOriginAway ? Number.POSITIVE_INFINITY : wanted.deadlineMs,
      learnedAtMs: wanted.learnedAtMs,
      peerWaitMs: this.#isOriginAway ? Number.POSITIVE_INFINITY : this.#options.peerWaitMs,
      originNeedMs: this.#estimator.needMs(entry.bytes, nowMs),
      isSeed: lane.isSeed && !this.#isOriginAway,
      hasNeighbours: this.#neighbours.size > 0,
      expectedMs: lane.parent === null ? null : lane.expectedMs,
      lastChunkMs: wanted.lastChunkMs,
      requestedAtMs: wanted.asked?.atMs ?? null,
      requestNeedMs: () => this.#requestNeedMs(wanted),
    });
    const holder = decision === 'request' ? this.#holderOf(wanted) : null;
    if (holder !== null) this.#request(wanted, holder, nowMs);
    if (decision === 'origin' && !this.#isOriginAway) this.#fetch(wanted, nowMs);
  }

  #requestNeedMs(wanted: WantedPart): number | null {
    const holder = this.#holderOf(wanted);
    return holder === null ? null : transferMsFrom(holder, wanted.entry.bytes - wanted.buffer.missingFrom);
  }

  /** The fastest neighbour that has the part and was not asked for it. */
  #holderOf({ entry, tried }: WantedPart): Neighbour | null {
    let fastest: Neighbour | null = null;
    for (const neighbour of this.#neighbours) {
      if (!neighbour.has(entry.key) || tried.has(neighbour) || neighbour.requested.size >= MAX_REQUESTED)
        continue;
      if (fastest === null || transferMsFrom(neighbour, entry.bytes) < transferMsFrom(fastest, entry.bytes))
        fastest = neighbour;
    }
    return fastest;
  }

  #cancelPeers({ entry: { address, key, bytes }, lane }: WantedPart, isFromParent: boolean): void {
    for (const neighbour of this.#neighbours) {
      const isParent = lane.parent === neighbour && !isFromParent;
      if (!neighbour.requested.delete(key) && !isParent) continue;
      neighbour.cancelled(key, bytes);
      neighbour.send({ type: 'cancel', address });
    }
  }

  #request(wanted: WantedPart, holder: Neighbour, nowMs: number): void {
    wanted.asked = { neighbour: holder, atMs: nowMs };
    wanted.tried.add(holder);
    holder.requested.set(wanted.entry.key, nowMs);
    holder.send({ type: 'request', address: wanted.entry.address, offset: wanted.buffer.missingFrom });
  }

  #fetch(wanted: WantedPart, nowMs: number): void {
    const { entry, lane, buffer } = wanted;
    const hadTime = nowMs - Math.max(wanted.learnedAtMs, lane.parentSinceMs) >= FAIR_MS;
    const isLate = hadTime && buffer.progress < SLOW_PROGRESS;
    if (isLate && lane.parent !== null) this.#events.late(lane.parent, lane, wanted.lastChunkMs !== null);
    // The rest comes from the origin, and the upload of peers is free for others.
    this.#cancelPeers(wanted, false);
    const offset = buffer.missingFrom;
    wanted.abortFetch = this.#origin.fetch(entry.address, offset, (answer) => {
      if (answer === null) return this.fetchFailed(entry.key);
      const { bytes, firstByteMs } = answer;
      this.#estimator.add(this.#clock.now() - nowMs, firstByteMs, bytes.length, this.#clock.now());
      this.#events.fetched(wanted, bytes, offset);
    });
  }
}

/** The time that a neighbour takes to answer a request. */
function transferMsFrom({ roundTripMs, status }: Neighbour, bytes: number): number {
  return roundTripMs + (bytes * 8) / Math.max(1, status?.uploadKbps ?? 1);
}
