/**
 * Signed playlists that travel between peers. A peer asks only while the instance does not answer it, and is told of each
 * playlist once, so that playlists cost nothing as long as all viewers reach the instance.
 */
import type { SwarmClock } from '../clock.ts';
import type { Neighbour } from '../neighbours/neighbour.ts';
import type { Neighbours } from '../neighbours/neighbours.ts';
import { MAX_PLAYLIST_BYTES, type PlaylistAnswer, type PlaylistRequest } from '../protocol/messages.ts';

/** Neighbours that are asked for one playlist: the one that answered first the last time, and another one. */
const ASKED = 2;
/** Others are asked after this time. */
const ASK_AGAIN_MS = 600;

/** A verified playlist. */
export interface OfferedPlaylist {
  readonly rendition: number;
  /** The number of its manifest. */
  readonly number: number;
  readonly isWhole: boolean;
  readonly bytes: Uint8Array;
}

interface Want {
  readonly request: PlaylistRequest;
  askedAtMs: number;
  readonly asked: Set<Neighbour>;
}

interface NeighbourState {
  /** The playlists that the neighbour waits for, by rendition. */
  readonly waiting: Map<number, PlaylistRequest>;
  /** The number of the last playlist that it was sent, by rendition. */
  readonly sent: Map<number, number>;
}

export class PlaylistExchange {
  readonly #clock: SwarmClock;
  readonly #neighbours: Neighbours;
  readonly #onAnswer: (peer: string, answer: PlaylistAnswer) => void;
  /** The newest ones by rendition: the newest of all, and the newest whole one. */
  readonly #newest = new Map<number, { any: OfferedPlaylist; whole: OfferedPlaylist | null }>();
  readonly #wants = new Map<number, Want>();
  readonly #states = new WeakMap<Neighbour, NeighbourState>();
  #answered: Neighbour | null = null;

  constructor(
    clock: SwarmClock,
    neighbours: Neighbours,
    onAnswer: (peer: string, answer: PlaylistAnswer) => void,
  ) {
    this.#clock = clock;
    this.#neighbours = neighbours;
    this.#onAnswer = onAnswer;
  }

  /** Keeps a verified playlist, and sends it to those who wait for it. */
  offer(offered: OfferedPlaylist): void {
    if (offered.bytes.length > MAX_PLAYLIST_BYTES) return;
    const known = this.#newest.get(offered.rendition);
    if (known !== undefined && offered.number < known.any.number) return;
    const whole = offered.isWhole ? offered : (known?.whole ?? null);
    this.#newest.set(offered.rendition, { any: offered, whole });
    for (const neighbour of this.#neighbours) {
      const request = this.#states.get(neighbour)?.waiting.get(offered.rendition);
      if (request !== undefined) this.#answer(neighbour, request);
    }
  }

  /** Asks neighbours for a playlist until one has come. A new request of a rendition replaces the one before. */
  want(rendition: number, number: number, isWhole: boolean): void {
    const request: PlaylistRequest = { type: 'want-playlist', rendition, number, isWhole };
    const want: Want = { request, askedAtMs: this.#clock.now(), asked: new Set() };
    this.#wants.set(rendition, want);
    this.#ask(want);
  }

  unwant(rendition: number): void {
    this.#wants.delete(rendition);
  }

  check(): void {
    const nowMs = this.#clock.now();
    for (const want of this.#wants.values()) {
      if (nowMs - want.askedAtMs < ASK_AGAIN_MS) continue;
      want.askedAtMs = nowMs;
      this.#ask(want);
    }
  }

  wanted(neighbour: Neighbour, request: PlaylistRequest): void {
    if (this.#answer(neighbour, request)) return;
    this.#stateOf(neighbour).waiting.set(request.rendition, request);
  }

  received(neighbour: Neighbour, answer: PlaylistAnswer): void {
    const want = this.#wants.get(answer.rendition);
    // A playlist may cross the end of the wait, and the answer of another peer.
    if (want?.asked.has(neighbour) !== true) return;
    this.#answered = neighbour;
    this.#onAnswer(neighbour.id, answer);
  }

  removed(neighbour: Neighbour): void {
    if (this.#answered === neighbour) this.#answered = null;
  }

  #ask(want: Want): void {
    const ready = [...this.#neighbours].filter(({ hello }) => hello !== null);
    const others = ready.filter((neighbour) => !want.asked.has(neighbour));
    // After all of them, the first ones are asked again: requests may have been lost with a connection.
    if (others.length === 0) want.asked.clear();
    const order = (others.length === 0 ? ready : others).sort((a, b) => this.#rank(a) - this.#rank(b));
    for (const neighbour of order.slice(0, ASKED)) {
      want.asked.add(neighbour);
      neighbour.send(want.request);
    }
  }

  #rank(neighbour: Neighbour): number {
    return neighbour === this.#answered ? Number.NEGATIVE_INFINITY : neighbour.roundTripMs;
  }

  /** @returns whether there was a playlist to send */
  #answer(neighbour: Neighbour, { rendition, number, isWhole }: PlaylistRequest): boolean {
    const newest = this.#newest.get(rendition);
    const found = isWhole ? newest?.whole : newest?.any;
    const state = this.#stateOf(neighbour);
    const least = Math.max(number, (state.sent.get(rendition) ?? -1) + 1);
    if (!found || found.number < least) return false;
    state.waiting.delete(rendition);
    state.sent.set(rendition, found.number);
    neighbour.send({ type: 'playlist', rendition, bytes: found.bytes });
    return true;
  }

  #stateOf(neighbour: Neighbour): NeighbourState {
    let state = this.#states.get(neighbour);
    if (state === undefined) {
      state = { waiting: new Map(), sent: new Map() };
      this.#states.set(neighbour, state);
    }
    return state;
  }
}
