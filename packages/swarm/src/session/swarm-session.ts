/**
 * One viewer's part in the swarm of a stream: joins the engine, the connections, signalling and the player. A part comes from
 * peers or, at the last moment at which that is in time, from the origin. What fails is loaded by plain HTTP, and after a
 * few failures everything is.
 */
import { type AddressKey, INIT_SECTION, isPart, type MediaAddress } from '../media-address.ts';
import { addressOf } from '../media-url.ts';
import type { PartEntry } from '../scheduler/part-entry.ts';
import { type NeighbourFigures, SwarmEngine } from '../scheduler/swarm-engine.ts';
import type { MediaSources } from '../scheduler/swarm-setup.ts';
import type { OriginAnswer } from '../scheduler/wanted-part.ts';
import { type ConnectionFigures, figuresOf } from '../webrtc/connection-figures.ts';
import { PeerConnector } from '../webrtc/peer-connector.ts';
import type { Signal } from '../webrtc/signal.ts';
import { assembleSegment } from './assemble-segment.ts';
import { ListedInits } from './listed-inits.ts';
import { type ListedPart, ListedParts } from './listed-parts.ts';
import { PassedSegments } from './passed-segments.ts';
import { createSessionPlaylists, type SessionPlaylists } from './session-playlists.ts';
import type { SuppliedPart, SwarmSessionSetup, SwarmTotals } from './session-setup.ts';
import type { Supply } from './supply.ts';

/** The player loads a part itself that neither peers nor the origin are sending this long after its deadline. */
const GIVE_UP_MS = 400;
/** The same while the origin does not answer, since the player could not load it. */
const GIVE_UP_AWAY_MS = 3000;
/** The player would not wait for longer for the origin's answer. */
const MAX_LOAD_MS = 8000;
const MAX_FAILURES = 3;
/** The swarm is not to blame for parts that are late within this time after the origin has failed. */
const ORIGIN_FAILED_MS = 5000;
/** Parts are loaded ahead of the player's request where it has requested the rendition within this time. */
const FOLLOWED_MS = 3000;

/** The time after which signalling is asked again once all peers that it names are connected. */
const FIND_AGAIN_MS = 10_000;

interface Request {
  readonly done: (part: SuppliedPart | null) => void;
  readonly cancelTimer: () => void;
}

export type PeerFigures = NeighbourFigures & ConnectionFigures;

export class SwarmSession {
  readonly #setup: SwarmSessionSetup;
  readonly #engine: SwarmEngine;
  readonly #connector: PeerConnector;
  readonly #listed: ListedParts;
  /** Signed playlists from and for peers. */
  readonly playlists: SessionPlaylists;
  readonly #inits: ListedInits;
  readonly #segments: PassedSegments;
  /** Ends the requests of media that is not pushed. */
  readonly #pulled = new Set<() => void>();
  readonly #requests = new Map<AddressKey, Request>();
  readonly #sources = new Map<AddressKey, MediaSources>();
  /** When the player requested a part of each rendition last. */
  readonly #requestedMs = new Map<number, number>();
  #totals = { peerBytes: 0, originBytes: 0 };
  #swarmSize = 1;
  #findAtMs = 0;
  #failures = 0;
  #originFailedMs = Number.NEGATIVE_INFINITY;
  #isClosed = false;

  constructor(setup: SwarmSessionSetup) {
    this.#setup = setup;
    const { id, swarm, network, clock, digest, options, signalling } = setup;
    this.#listed = new ListedParts(
      setup.key,
      swarm,
      () => this.#fail(),
      (manifest) => this.#segments.learned(manifest),
    );
    this.#engine = new SwarmEngine({
      id,
      swarm,
      network,
      clock,
      digest,
      options,
      mayReceive: setup.mayWait,
      origin: { fetch: (address, offset, done) => this.#fetch(address, offset, done) },
      events: {
        media: ({ entry }, sources) => this.#arrived(entry, sources),
        dropped: (peer, misconduct) => {
          if (misconduct === 'wrong-bytes') signalling.report(peer);
        },
        playlist: (peer, rendition, bytes) => this.playlists.received(peer, rendition, bytes),
        peersWanted: (count) => void this.#findPeers(count),
      },
      indexes: {
        find: (rendition, sequence) => this.#segments.find(rendition, sequence),
        received: (peer, rendition, sequence, bytes) =>
          this.#segments.received(peer, rendition, sequence, bytes),
      },
    });
    this.#inits = new ListedInits(this.#engine, setup);
    this.#segments = new PassedSegments(this.#engine, setup);
    this.playlists = createSessionPlaylists({ engine: this.#engine, swarm, key: setup.key, signalling });
    this.#connector = new PeerConnector({
      id,
      clock,
      engine: this.#engine,
      create: setup.create,
      send: (to, signal) => signalling.send(to, signal),
    });
  }

  get totals(): SwarmTotals {
    const { neighbourCount: peers, uploadedBytes: givenBytes } = this.#engine;
    return { ...this.#totals, givenBytes, peers, swarmSize: this.#swarmSize };
  }

  /** The peers that this one is connected to. */
  async peers(): Promise<PeerFigures[]> {
    const { connections } = this.#connector;
    return Promise.all(
      this.#engine.neighbours.map(async (neighbour) => {
        const connection = connections.get(neighbour.id);
        const figures = connection === undefined ? null : await figuresOf(connection);
        const roundTripMs = figures?.roundTripMs ?? neighbour.roundTripMs;
        return { ...neighbour, roundTripMs, isRelayed: figures?.isRelayed ?? false };
      }),
    );
  }

  setSwarmSize(size: number): void {
    this.#swarmSize = size;
    this.#engine.setSwarmSize(size);
  }

  connect(candidates: readonly string[]): void {
    this.#connector.connect(candidates);
  }

  signalled(from: string, signal: Signal): void {
    this.#connector.signalled(from, signal);
  }

  disconnect(peer: string): void {
    this.#connector.disconnect(peer);
  }

  /** A media playlist that the player has loaded. */
  playlist(text: string, urlOf: (address: MediaAddress) => string | undefined): void {
    if (this.#isClosed) return;
    try {
      for (const part of this.#listed.read(text, urlOf, this.#setup.clock.now())) void this.#prepare(part);
      this.#inits.read(text, this.playlists.keep(text));
    } catch {
      this.#fail();
    }
  }

  /** Learns of parts from earlier manifests, which a mirror keeps. The next playlist gives them their URLs. */
  async learn(manifests: readonly string[]): Promise<void> {
    if (!this.#isClosed) await this.#listed.learn(manifests);
  }

  /**
   * Supplies a part, a segment that has passed, or an init section to the player.
   * @param needMs from now until playback needs it
   * @param done gets null where the player has to load it itself
   * @returns a function that cancels the request; null where the media is not exchanged
   */
  request(url: string, needMs: number, done: (part: SuppliedPart | null) => void): (() => void) | null {
    if (this.#isClosed) return null;
    const listed = this.#listed.at(url);
    if (listed === undefined) return this.#pull(url, needMs, done);
    let isOver = false;
    const finish = (part: SuppliedPart | null) => {
      if (isOver) return;
      isOver = true;
      this.#requests.get(listed.key)?.cancelTimer();
      this.#requests.delete(listed.key);
      done(part);
    };
    void this.#request(listed, needMs, finish, () => isOver);
    return () => {
      isOver = true;
      this.#requests.get(listed.key)?.cancelTimer();
      this.#requests.delete(listed.key);
      this.#engine.unwant(listed.key);
    };
  }

  /**
   * A segment of verified parts, which it consists of.
   * @param parts the URLs of all its parts in their order
   * @returns null where one of them is not here any more, or never was
   */
  segment(parts: readonly string[]): Uint8Array<ArrayBuffer> | null {
    const keys = parts.map((url) => this.#listed.at(url)?.key);
    return assembleSegment(keys.map((key) => (key === undefined ? null : this.#engine.stored(key))));
  }

  /** Gives an init section to peers that the player has loaded itself. */
  offer(url: string, bytes: Uint8Array): void {
    const address = addressOf(url);
    if (!this.#isClosed && address?.part === INIT_SECTION) void this.#inits.offer(address, bytes);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#engine.close();
    this.#connector.close();
    for (const { done } of [...this.#requests.values()]) done(null);
    for (const end of [...this.#pulled]) end();
  }

  #pull(url: string, needMs: number, done: Supply): (() => void) | null {
    const address = addressOf(url);
    if (address === null) return null;
    const finish: Supply = (part) => {
      if (this.#pulled.delete(end)) done(part);
    };
    const end = () => finish(null);
    this.#pulled.add(end);
    const cancel =
      address.part === INIT_SECTION
        ? this.#inits.request(address, url, finish)
        : this.#segments.request(address, url, needMs, finish);
    if (cancel === null) this.#pulled.delete(end);
    return (
      cancel &&
      (() => {
        this.#pulled.delete(end);
        cancel();
      })
    );
  }

  async #request(
    listed: ListedPart,
    needMs: number,
    finish: (part: SuppliedPart | null) => void,
    isOver: () => boolean,
  ): Promise<void> {
    const { clock } = this.#setup;
    const requestedMs = clock.now();
    const entry = await listed.entry;
    if (isOver()) return;
    if (entry === null || this.#isClosed) return finish(null);
    this.#requestedMs.set(entry.address.rendition, requestedMs);
    const supplied = this.#suppliedOf(entry);
    if (supplied !== null) return finish(supplied);
    const deadlineMs = this.#setup.mayWait() ? requestedMs + needMs : requestedMs;
    const handoverMs = Math.min(deadlineMs, listed.listedAtMs + this.#setup.options.peerWaitMs);
    const { isOriginAway } = this.#engine;
    const patienceMs = isOriginAway ? GIVE_UP_AWAY_MS : (this.#setup.patienceMs ?? GIVE_UP_MS);
    const giveUpMs = Math.max(0, handoverMs - clock.now()) + patienceMs;
    let cancelTimer = () => {};
    const checkAfter = (ms: number) => {
      cancelTimer = clock.after(ms, () => {
        // Another request of the player would only begin again what the origin is sending.
        const mayLoad = clock.now() - requestedMs < MAX_LOAD_MS && this.#engine.isLoading(entry.key);
        if (mayLoad) checkAfter(GIVE_UP_MS);
        else this.#giveUp(entry, finish);
      });
    };
    checkAfter(giveUpMs);
    this.#requests.set(entry.key, { done: finish, cancelTimer: () => cancelTimer() });
    this.#engine.want(entry, deadlineMs);
  }

  #giveUp({ key }: PartEntry, finish: (part: null) => void): void {
    this.#engine.unwant(key);
    finish(null);
    const hasOriginFailed = this.#setup.clock.now() - this.#originFailedMs < ORIGIN_FAILED_MS;
    if (this.#engine.isOriginAway || hasOriginFailed) return;
    this.#failures += 1;
    if (this.#failures >= MAX_FAILURES) this.#fail();
  }

  /** Wants a part before the player requests it, where it is about to: peers push it in the meantime. */
  async #prepare(listed: ListedPart): Promise<void> {
    const entry = await listed.entry;
    if (entry === null || this.#isClosed || this.#requests.has(entry.key)) return;
    const { clock, mayWait } = this.#setup;
    const requestedMs = this.#requestedMs.get(entry.address.rendition) ?? Number.NEGATIVE_INFINITY;
    if (clock.now() - requestedMs > FOLLOWED_MS || !mayWait()) return;
    this.#engine.want(entry, Number.POSITIVE_INFINITY);
  }

  #suppliedOf({ key }: PartEntry): SuppliedPart | null {
    const bytes = this.#engine.stored(key);
    const sources = this.#sources.get(key);
    return bytes === null || sources === undefined ? null : { bytes: bytes.slice(), ...sources };
  }

  #arrived(entry: PartEntry, sources: MediaSources): void {
    if (isPart(entry.address)) this.#sources.set(entry.key, sources);
    for (const key of this.#sources.keys()) {
      if (this.#engine.stored(key) !== null) break;
      this.#sources.delete(key);
    }
    this.#totals.peerBytes += sources.peerBytes;
    this.#totals.originBytes += sources.originBytes;
    this.#failures = 0;
    this.#requests.get(entry.key)?.done(this.#suppliedOf(entry));
  }

  #fetch(address: MediaAddress, offset: number, done: (answer: OriginAnswer | null) => void): () => void {
    const url = this.#listed.urlOf(address);
    const request = new AbortController();
    const load = async () => {
      if (url === undefined) throw new RangeError(`Part ${address.part} of ${address.sequence} has no URL.`);
      return this.#setup.load(url, offset, request.signal);
    };
    load().then(
      (answer) => request.signal.aborted || done(answer),
      () => {
        if (request.signal.aborted) return;
        this.#originFailedMs = this.#setup.clock.now();
        done(null);
      },
    );
    return () => request.abort();
  }

  async #findPeers(count: number): Promise<void> {
    const nowMs = this.#setup.clock.now();
    if (nowMs < this.#findAtMs) return;
    this.#findAtMs = nowMs + FIND_AGAIN_MS;
    try {
      const { peers, candidates } = await this.#setup.signalling.find(count);
      if (this.#isClosed) return;
      this.setSwarmSize(peers);
      this.#connector.connect(candidates);
      // Newcomers make the connections with the peers that are there.
      if (candidates.some((id) => this.#engine.mayConnect(id))) this.#findAtMs = 0;
    } catch {
      // The engine asks again, and playback needs no peers.
    }
  }

  #fail(): void {
    if (this.#isClosed) return;
    this.close();
    this.#setup.onFailed();
  }
}
