/** Keeps a parent for each stripe, and replaces those that are late. */
import type { SwarmClock } from '../clock.ts';
import { laneOf, type MediaAddress } from '../media-address.ts';
import type { Misconduct } from '../neighbours/conduct-monitor.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Neighbours } from '../neighbours/neighbours.ts';
import { NO_HOPS } from '../protocol/messages.ts';
import { Lane } from './lane.ts';
import { bestParent, parentScore } from './parent-choice.ts';
import { isSeed } from './seeds.ts';
import type { SwarmOptions } from './swarm-options.ts';

const ANSWER_MS = 1000;
const RETRY_MS = 3000;
const LATE_RETRY_MS = 15_000;
const MAX_MISSED = 2;
/** After this time without a parent, descendants know of it, and any neighbour may be asked. */
const FORGET_HOPS_MS = 1500;
const CHOOSE_SEED_MS = 1000;
const IMPROVE_MS = 2000;
/** A change of parents costs messages and sometimes a part twice. */
const WORTH_MS = 80;

export interface LaneOwner {
  readonly id: string;
  readonly network: number;
  readonly uploadKbps: number;
  readonly swarmSize: number;
  /** The origin does not answer, so that this peer can bring nothing into the swarm. */
  readonly isOriginAway: boolean;
  /** False where this peer loads all parts from the origin by itself: peers send it nothing, and it gives what it has. */
  readonly mayReceive: boolean;
  readonly partKbit: (rendition: number) => number;
}

export class Lanes {
  readonly #clock: SwarmClock;
  readonly #options: SwarmOptions;
  readonly #neighbours: Neighbours;
  readonly #lanes = new Map<number, Lane>();
  /** A peer that claims more is not preferred for it. */
  readonly #maxKbps: number;

  constructor(clock: SwarmClock, options: SwarmOptions, neighbours: Neighbours) {
    this.#clock = clock;
    this.#options = options;
    this.#neighbours = neighbours;
    this.#maxKbps = options.maxClaimedBytesPerSecond / 125;
  }

  of(address: MediaAddress): Lane {
    const number = laneOf(address, this.#options.stripes);
    let lane = this.#lanes.get(number);
    if (lane === undefined) {
      lane = new Lane(number, this.#options.stripes, this.#clock.now());
      this.#lanes.set(number, lane);
    }
    return lane;
  }

  find(address: MediaAddress): Lane | undefined {
    return this.#lanes.get(laneOf(address, this.#options.stripes));
  }

  get(rendition: number, stripe: number): Lane | undefined {
    return this.#lanes.get(rendition * this.#options.stripes + stripe);
  }

  [Symbol.iterator](): Iterator<Lane> {
    return this.#lanes.values();
  }

  /** Ends the subscriptions of a rendition that is no longer played. */
  leave(rendition: number): void {
    for (const [number, lane] of this.#lanes) {
      if (lane.rendition !== rendition) continue;
      for (const neighbour of [lane.parent, lane.candidate])
        if (neighbour !== null) unsubscribe(neighbour, lane);
      this.#lanes.delete(number);
    }
  }

  accepted(neighbour: Neighbour, lane: Lane): void {
    if (lane.candidate !== neighbour) return void unsubscribe(neighbour, lane);
    if (lane.parent !== null) unsubscribe(lane.parent, lane);
    lane.candidate = null;
    lane.setParent(neighbour, this.#clock.now());
  }

  /** A refusal, also of a subscription that was accepted before. */
  refused(neighbour: Neighbour, lane: Lane): void {
    const nowMs = this.#clock.now();
    neighbour.retryAtMs.set(lane.number, nowMs + RETRY_MS);
    if (lane.candidate === neighbour) lane.candidate = null;
    if (lane.parent === neighbour) lane.loseParent(nowMs);
  }

  removed(neighbour: Neighbour): void {
    for (const lane of this.#lanes.values()) {
      if (lane.candidate === neighbour) lane.candidate = null;
      if (lane.parent === neighbour) lane.loseParent(this.#clock.now());
    }
  }

  /**
   * A part did not come from the parent before it had to be requested from the origin.
   * @param hasBegun some of it came: the parent is slow, and keeps its promises
   */
  missed(lane: Lane, hasBegun: boolean): Misconduct | null {
    const { parent } = lane;
    if (parent === null) return null;
    lane.missed += 1;
    if (lane.missed < MAX_MISSED) return null;
    const nowMs = this.#clock.now();
    parent.retryAtMs.set(lane.number, nowMs + LATE_RETRY_MS);
    unsubscribe(parent, lane);
    lane.loseParent(nowMs);
    return hasBegun ? null : parent.conduct.undelivered();
  }

  maintain(owner: LaneOwner): void {
    const nowMs = this.#clock.now();
    for (const lane of this.#lanes.values()) {
      this.#chooseSeed(lane, owner);
      if (lane.isSeed) continue;
      if (lane.candidate !== null) {
        if (nowMs - lane.candidateSinceMs < ANSWER_MS) continue;
        lane.candidate.retryAtMs.set(lane.number, nowMs + RETRY_MS);
        lane.candidate = null;
      }
      if (lane.parent === null) this.#findParent(lane, owner);
      else if (nowMs - lane.improvedAtMs > IMPROVE_MS) this.#improve(lane, lane.parent, owner);
    }
  }

  #chooseSeed(lane: Lane, owner: LaneOwner): void {
    const nowMs = this.#clock.now();
    if (nowMs - lane.seedChosenMs < CHOOSE_SEED_MS) return;
    lane.seedChosenMs = nowMs;
    const ready = [...this.#neighbours].filter(
      ({ status, conduct }) => status !== null && conduct.isReliable,
    );
    const others = ready.map(({ id, status }) => ({
      id,
      uploadKbps: Math.min(status?.uploadKbps ?? 0, this.#maxKbps),
    }));
    const seeding = {
      lane: lane.number,
      swarmSize: owner.swarmSize,
      seedsPerDoubling: this.#options.seedsPerDoubling,
    };
    const mayBring = others.length > 0 && !owner.isOriginAway;
    // Others count no more of this peer's upload either: all have to agree on the order.
    const self = { id: owner.id, uploadKbps: Math.min(owner.uploadKbps, this.#maxKbps) };
    const loadsAll = this.#options.isMirror || !owner.mayReceive;
    const seeds = mayBring && (loadsAll || isSeed(self, others, seeding));
    if (seeds === lane.isSeed) return;
    lane.isSeed = seeds;
    if (!seeds) return void lane.loseParent(this.#clock.now());
    if (lane.parent !== null) unsubscribe(lane.parent, lane);
    lane.loseParent(this.#clock.now());
    lane.hops = 0;
  }

  #findParent(lane: Lane, owner: LaneOwner): void {
    const nowMs = this.#clock.now();
    const forgets = nowMs - lane.orphanSinceMs > FORGET_HOPS_MS;
    if (forgets) lane.hops = NO_HOPS;
    this.#ask(bestParent(this.#neighbours, this.#wish(lane, owner, lane.hops)), lane);
  }

  #improve(lane: Lane, parent: Neighbour, owner: LaneOwner): void {
    lane.improvedAtMs = this.#clock.now();
    const wish = this.#wish(lane, owner, lane.hops - 1);
    const better = bestParent(this.#neighbours, wish);
    if (better !== null && parentScore(better, wish) + WORTH_MS < parentScore(parent, wish))
      this.#ask(better, lane);
  }

  #mayTry(neighbour: Neighbour): boolean {
    if (neighbour.receivedBytes > 0) return true;
    for (const { parent, candidate } of this.#lanes.values())
      if (parent === neighbour || candidate === neighbour) return false;
    return true;
  }

  #wish(lane: Lane, { network, partKbit }: LaneOwner, maxHops: number) {
    const { rendition } = lane;
    return {
      lane,
      nowMs: this.#clock.now(),
      network,
      partKbit: partKbit(rendition),
      maxHops,
      mayTry: (neighbour: Neighbour) => this.#mayTry(neighbour),
    };
  }

  #ask(neighbour: Neighbour | null, lane: Lane): void {
    if (neighbour === null) return;
    lane.candidate = neighbour;
    lane.candidateSinceMs = this.#clock.now();
    neighbour.send({ type: 'subscribe', rendition: lane.rendition, stripe: lane.stripe });
  }
}

function unsubscribe(neighbour: Neighbour, { rendition, stripe }: Lane): void {
  neighbour.send({ type: 'unsubscribe', rendition, stripe });
}
