/**
 * One peer of a swarm. It knows no network, no player and no time of its own: channels, the origin, the clock and the
 * digest are given, so that browsers, Node and the simulation run the same code.
 */
import type { AddressKey } from '../media-address.ts';
import type { Misconduct } from '../neighbours/conduct-monitor.ts';
import type { Neighbour, PeerChannel } from '../neighbours/neighbour.ts';
import { Neighbours } from '../neighbours/neighbours.ts';
import { PROTOCOL_VERSION } from '../protocol/messages.ts';
import { Pulling } from '../pull/pulling.ts';
import { UploadQueue } from '../upload/upload-queue.ts';
import { Announcer } from './announcer.ts';
import { Children } from './children.ts';
import { Lanes } from './lanes.ts';
import { MediaReceiver, type WrongBytes } from './media-receiver.ts';
import { MessageHandler } from './message-handler.ts';
import type { PartBuffer } from './part-buffer.ts';
import type { PartEntry } from './part-entry.ts';
import { PartStore } from './part-store.ts';
import { PlaylistExchange } from './playlist-exchange.ts';
import { RenditionSizes } from './rendition-sizes.ts';
import type { SwarmPeerSetup } from './swarm-setup.ts';
import type { WantedPart } from './wanted-part.ts';
import { WantedParts } from './wanted-parts.ts';

const ASK_FOR_PEERS_MS = 2000;

/** A connected peer, for people to see. */
export interface NeighbourFigures {
  readonly id: string;
  readonly roundTripMs: number;
  /** Bytes of parts that it has sent whole. */
  readonly receivedBytes: number;
  /** Bytes of parts that it was sent. */
  readonly sentBytes: number;
  readonly isSameNetwork: boolean;
}

export class SwarmEngine {
  readonly #setup: SwarmPeerSetup;
  readonly #neighbours: Neighbours;
  readonly #uploads: UploadQueue;
  readonly #store: PartStore;
  readonly #lanes: Lanes;
  readonly #children: Children;
  readonly #wanted: WantedParts;
  readonly #receiver: MediaReceiver;
  readonly #handler: MessageHandler;
  readonly #announcer: Announcer;
  readonly #playlists: PlaylistExchange;
  readonly #pulling: Pulling;
  readonly #sizes: RenditionSizes;
  #swarmSize = 1;
  #isOriginAway = false;
  #maintainedAtMs = Number.NEGATIVE_INFINITY;
  #askedForPeersMs = Number.NEGATIVE_INFINITY;
  #cancelTick: () => void;

  constructor(setup: SwarmPeerSetup) {
    this.#setup = setup;
    const { clock, options, origin, digest, swarm } = setup;
    this.#neighbours = new Neighbours(clock, options.maxAnnounced, (neighbour, misconduct) =>
      this.#removed(neighbour, misconduct),
    );
    this.#uploads = new UploadQueue(clock, options.upload, options.chunkBytes);
    this.#sizes = new RenditionSizes(clock, options.stripes);
    this.#store = new PartStore(options.maxStoredBytes);
    this.#lanes = new Lanes(clock, options, this.#neighbours);
    this.#children = new Children(this.#neighbours, this.#uploads);
    this.#wanted = new WantedParts(clock, options, this.#neighbours, this.#lanes, origin, {
      fetched: (wanted, bytes, offset) => this.#receiver.fetched(wanted, bytes, offset),
      late: (parent, lane, hasBegun) => this.#blame(parent, this.#lanes.missed(lane, hasBegun)),
    });
    this.#receiver = new MediaReceiver(clock, digest, this.#state(), {
      verified: (wanted, from, hops) => this.#verified(wanted, from, hops),
      completedFromOrigin: (wanted) => this.#completeFromOrigin(wanted),
      wrong: (evidence) => this.#wrong(evidence),
      misconduct: (neighbour, misconduct) => this.#blame(neighbour, misconduct),
    });
    this.#announcer = new Announcer(
      this.#neighbours,
      this.#lanes,
      this.#children,
      this.#sizes,
      this.#uploads,
    );
    this.#playlists = new PlaylistExchange(clock, this.#neighbours, (peer, answer) =>
      setup.events.playlist(peer, answer.rendition, answer.bytes),
    );
    this.#pulling = new Pulling({
      setup,
      neighbours: this.#neighbours,
      store: this.#store,
      isOriginAway: () => this.#isOriginAway,
      announce: ({ entry }) => this.#announcer.add(entry),
      pulled: (part) => this.#pulled(part),
      wrong: (evidence) => this.#wrong(evidence),
      misconduct: (neighbour, misconduct) => this.#blame(neighbour, misconduct),
    });
    this.#handler = new MessageHandler({
      ...this.#state(),
      clock,
      swarm,
      stripes: options.stripes,
      chunkBytes: options.chunkBytes,
      children: this.#children,
      receiver: this.#receiver,
      playlists: this.#playlists,
      pulling: this.#pulling,
      uploads: this.#uploads,
      sizeOf: (rendition) => this.#sizes.of(rendition),
      remove: (neighbour, misconduct) => this.#neighbours.remove(neighbour, misconduct),
    });
    this.#cancelTick = clock.after(options.tickMs, () => this.#tick());
  }

  get neighbourCount(): number {
    return this.#neighbours.size;
  }

  get neighbours(): NeighbourFigures[] {
    const { network } = this.#setup;
    return Array.from(this.#neighbours, ({ id, roundTripMs, receivedBytes, sentBytes, hello }) => {
      const isSameNetwork = network !== 0 && hello?.network === network;
      return { id, roundTripMs, receivedBytes, sentBytes, isSameNetwork };
    });
  }

  /** A complete part that this peer still has, or null. Callers copy it before they change it. */
  stored(key: AddressKey): Uint8Array | null {
    return this.#pulling.find(key)?.bytes ?? null;
  }

  get uploadedBytes(): number {
    return this.#uploads.sentBytes;
  }

  /** The number of peers that the instance counts. */
  setSwarmSize(size: number): void {
    this.#swarmSize = Math.max(1, size);
  }

  /** Whether another connection may be made with a peer. */
  mayConnect(id: string): boolean {
    const { maxNeighbours } = this.#setup.options;
    return (
      this.#neighbours.size < maxNeighbours && !this.#neighbours.isBanned(id) && !this.#neighbours.get(id)
    );
  }

  connected(id: string, channel: PeerChannel): void {
    if (!this.mayConnect(id)) return void channel.close();
    const { swarm, network, options } = this.#setup;
    const neighbour = this.#neighbours.add(id, channel);
    neighbour.send({ type: 'hello', version: PROTOCOL_VERSION, swarm, stripes: options.stripes, network });
    neighbour.send(this.#announcer.statusFor(neighbour));
    this.#pulling.greet(neighbour);
  }

  received(id: string, frame: Uint8Array): void {
    const neighbour = this.#neighbours.get(id);
    if (neighbour !== undefined) this.#handler.received(neighbour, frame);
  }

  disconnected(id: string): void {
    const neighbour = this.#neighbours.get(id);
    if (neighbour !== undefined) this.#neighbours.remove(neighbour, null);
  }

  /**
   * Wants what the verified manifest has announced.
   * @param deadlineMs when playback needs it; calling again changes it
   */
  want(entry: PartEntry, deadlineMs: number): void {
    if (this.#store.has(entry.key)) return;
    if (this.#wanted.get(entry.key) === undefined) this.#sizes.add(entry);
    this.#wanted.add(entry, deadlineMs);
    const wanted = this.#wanted.get(entry.key);
    if (wanted !== undefined) this.#receiver.learned(wanted);
  }

  /** Whether the origin is sending the part, as it would by plain HTTP. */
  isLoading(key: AddressKey): boolean {
    return this.#wanted.isLoading(key);
  }

  /** Ends the wait for media that playback no longer needs. */
  unwant(key: AddressKey): void {
    this.#wanted.remove(key);
  }

  /** The newest playlist of each rendition that was verified, for peers, and requests of newer ones. */
  get playlists(): Pick<PlaylistExchange, 'offer' | 'want' | 'unwant'> {
    return this.#playlists;
  }

  /** Media that is not pushed: init sections and segments. */
  get pulling(): Pick<Pulling, 'pull' | 'indexes' | 'announced' | 'add' | 'forgedManifest'> {
    return this.#pulling;
  }

  /** Drops a peer that has sent a playlist which the instance has not signed. */
  forgedPlaylist(peer: string): void {
    const neighbour = this.#neighbours.get(peer);
    if (neighbour !== undefined) this.#neighbours.remove(neighbour, 'forged-playlist');
  }

  get isOriginAway(): boolean {
    return this.#isOriginAway;
  }

  /** While the origin does not answer, parts come from peers alone. */
  setOriginAway(isAway: boolean): void {
    if (isAway === this.#isOriginAway) return;
    this.#isOriginAway = isAway;
    this.#wanted.setOriginAway(isAway);
  }

  /** Ends the subscriptions of a rendition that is no longer played. */
  leaveRendition(rendition: number): void {
    this.#lanes.leave(rendition);
  }

  close(): void {
    this.#cancelTick();
    for (const neighbour of [...this.#neighbours]) {
      neighbour.send({ type: 'goodbye' });
      neighbour.channel.close();
    }
    this.#uploads.close();
    this.#wanted.close();
    this.#pulling.pulls.close();
  }

  #state() {
    return { store: this.#store, wanted: this.#wanted, lanes: this.#lanes };
  }

  #tick(): void {
    const { clock, options } = this.#setup;
    this.#cancelTick = clock.after(options.tickMs, () => this.#tick());
    this.#wanted.check();
    this.#playlists.check();
    this.#pulling.pulls.check();
    this.#uploads.measure(this.#neighbours);
    this.#announcer.flush();
    if (clock.now() - this.#maintainedAtMs < options.maintainMs) return;
    this.#maintainedAtMs = clock.now();
    this.#neighbours.check();
    this.#lanes.maintain({
      id: this.#setup.id,
      network: this.#setup.network,
      uploadKbps: this.#uploads.kbps,
      swarmSize: this.#swarmSize,
      isOriginAway: this.#isOriginAway,
      mayReceive: this.#setup.mayReceive?.() ?? true,
      partKbit: (rendition) => this.#sizes.of(rendition).partKbit,
    });
    this.#announcer.tell(clock.now());
    this.#findPeers();
  }

  #findPeers(): void {
    const { clock, options, events } = this.#setup;
    const missing = options.targetNeighbours - this.#neighbours.size;
    if (missing <= 0 || clock.now() - this.#askedForPeersMs < ASK_FOR_PEERS_MS) return;
    this.#askedForPeersMs = clock.now();
    events.peersWanted(missing);
  }

  #completeFromOrigin(wanted: WantedPart): void {
    if (wanted.lane.isSeed) wanted.lane.arrived(this.#setup.clock.now() - wanted.learnedAtMs, 0);
    this.#pass(wanted);
    this.#complete(wanted, null);
  }

  #verified(wanted: WantedPart, from: Neighbour, hops: number): void {
    const { lane, buffer } = wanted;
    this.#pass(wanted);
    if (!buffer.isComplete) return;
    from.conduct.delivered();
    from.announced(wanted.entry.key);
    if (lane.parent === from) lane.arrived(this.#setup.clock.now() - wanted.learnedAtMs, hops + 1);
    this.#complete(wanted, from);
  }

  /** Passes on what has arrived of a part. */
  #pass(wanted: WantedPart): void {
    if (wanted.isPushed) return void this.#uploads.pump();
    wanted.isPushed = true;
    this.#children.push(wanted.buffer, wanted.lane, this.#setup.clock.now());
  }

  #complete({ entry, lane, buffer }: WantedPart, from: Neighbour | null): void {
    if (from !== null) from.receivedBytes += entry.bytes;
    this.#store.add(buffer);
    this.#wanted.remove(entry.key, from !== null && lane.parent === from);
    const { bytes, peerBytes } = buffer;
    this.#setup.events.media({ entry, bytes }, { peerBytes, originBytes: entry.bytes - peerBytes });
    this.#announcer.add(entry);
  }

  #pulled({ entry, bytes, peerBytes }: PartBuffer): void {
    this.#wanted.remove(entry.key);
    this.#setup.events.media({ entry, bytes }, { peerBytes, originBytes: entry.bytes - peerBytes });
  }

  #wrong(evidence: WrongBytes): void {
    const neighbour = this.#neighbours.get(evidence.peer);
    if (neighbour !== undefined) this.#neighbours.remove(neighbour, 'wrong-bytes');
    this.#setup.events.dropped(evidence.peer, 'wrong-bytes', evidence);
  }

  #blame(neighbour: Neighbour, misconduct: Misconduct | null): void {
    if (misconduct !== null) this.#neighbours.remove(neighbour, misconduct);
  }

  #removed(neighbour: Neighbour, misconduct: Misconduct | null): void {
    this.#uploads.drop(neighbour);
    this.#lanes.removed(neighbour);
    this.#wanted.removed(neighbour);
    this.#playlists.removed(neighbour);
    this.#pulling.removed(neighbour);
    if (misconduct !== null && misconduct !== 'wrong-bytes')
      this.#setup.events.dropped(neighbour.id, misconduct, null);
  }
}
