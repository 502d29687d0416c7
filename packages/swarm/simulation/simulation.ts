/** Runs a swarm of simulated viewers, deterministic for its seed. */
import { DEFAULT_OPTIONS, type SwarmOptions } from '../src/scheduler/swarm-options.ts';
import { EventQueue } from './event-queue.ts';
import { natPath } from './nat.ts';
import { SimulatedNetwork } from './network.ts';
import { BYTE_SCALE, bytesPerSecond, createHost, type Host, UPLOAD_LIMIT_MBPS } from './population.ts';
import { SimulationRandom } from './random.ts';
import { ResultCollector, type SimulationResults } from './results.ts';
import { SimulatedOrigin } from './simulated-origin.ts';
import { SimulatedPeer } from './simulated-peer.ts';
import { PART_MS, SimulatedStream } from './simulated-stream.ts';
import { SIMULATION_DEFAULTS, type SimulationSetup } from './simulation-setup.ts';

/** The first message to a peer goes over the instance, and its answer comes back; then ICE and DTLS connect. */
const CONNECT_ROUND_TRIPS = 4;
const CONNECT_MS = 100;
/** Candidates that signalling names for each wanted connection, since some cannot be reached. */
const CANDIDATES = 1.5;
/** Some 20 s of the stream, which is all that is exchanged: large swarms need little memory. */
const STORED_BYTES = 6 * 1024 * 1024;
const MAX_ANNOUNCED = 64;
const SAME_NETWORK_SHARE = 0.25;

export class Simulation {
  readonly #setup: SimulationSetup;
  readonly #options: SwarmOptions;
  readonly #events = new EventQueue();
  readonly #random: SimulationRandom;
  readonly #network: SimulatedNetwork;
  readonly #stream: SimulatedStream;
  readonly #originHost: Host;
  readonly #collector = new ResultCollector();
  readonly #peers: SimulatedPeer[] = [];
  readonly #swarm = new Uint8Array(16).fill(7);
  readonly #attackers = new Set<string>();
  #created = 0;
  #isMeasured = false;
  /** The uploads of viewers that have left. */
  #departedBytes = 0;

  constructor(setup: Partial<SimulationSetup>) {
    this.#setup = { ...SIMULATION_DEFAULTS, ...setup };
    this.#random = new SimulationRandom(this.#setup.seed);
    this.#network = new SimulatedNetwork(this.#events, this.#random);
    this.#stream = new SimulatedStream(new SimulationRandom(this.#setup.seed + 1), this.#setup.mbps);
    this.#originHost = { ...createHost('origin', this.#random), x: 0.4, y: 0.4, accessMs: 1, loss: 0 };
    this.#options = {
      ...DEFAULT_OPTIONS,
      chunkBytes: DEFAULT_OPTIONS.chunkBytes / BYTE_SCALE,
      maxClaimedBytesPerSecond: bytesPerSecond(20),
      // The players of the simulation hold a fixed delay, which peers may use up.
      peerWaitMs: Number.POSITIVE_INFINITY,
      maxStoredBytes: STORED_BYTES / BYTE_SCALE,
      maxAnnounced: MAX_ANNOUNCED,
      upload: {
        initialBytesPerSecond: bytesPerSecond(6),
        minBytesPerSecond: bytesPerSecond(0.25),
        maxBytesPerSecond: bytesPerSecond(UPLOAD_LIMIT_MBPS),
      },
      ...this.#setup.options,
    };
  }

  run(): SimulationResults {
    const { peers, seconds, warmUpSeconds, churnPerMinute } = this.#setup;
    for (let index = 0; index < peers; index++)
      this.#events.at(this.#random.next() * warmUpSeconds * 500, () => this.#join());
    this.#publish(0);
    if (churnPerMinute > 0) this.#churn(60_000 / (churnPerMinute * peers));
    this.#events.runUntil(warmUpSeconds * 1000);
    this.#isMeasured = true;
    const uploadedBefore = this.#uploadedBytes();
    const controlBefore = this.#network.controlBytes;
    const relayedBefore = this.#network.relayedBytes;
    this.#events.runUntil((warmUpSeconds + seconds) * 1000);
    this.#collector.uploadedBytes = this.#uploadedBytes() - uploadedBefore;
    const connected = this.#peers.reduce((sum, { engine }) => sum + (engine?.neighbourCount ?? 0), 0);
    return this.#collector.results({
      streamBytes: bytesPerSecond(this.#setup.mbps) * seconds,
      controlBytes: this.#network.controlBytes - controlBefore,
      relayedBytes: this.#network.relayedBytes - relayedBefore,
      meanNeighbours: connected / this.#peers.length,
    });
  }

  #uploadedBytes(): number {
    return this.#peers.reduce((sum, { engine }) => sum + (engine?.uploadedBytes ?? 0), this.#departedBytes);
  }

  #publish(index: number): void {
    this.#events.at((index + 1) * PART_MS, () => {
      const part = this.#stream.part(index);
      for (const peer of this.#peers)
        this.#events.after(this.#origin(peer.host).delayMs(peer.host), () => peer.learn(part));
      this.#publish(index + 1);
    });
  }

  #join(): void {
    const { attackers, mode, targetDelayMs } = this.#setup;
    const host = createHost(`peer-${this.#created}`, this.#random);
    this.#created += 1;
    const attack = attackers !== null && this.#random.next() < attackers.share ? attackers.attack : null;
    if (attack !== null) this.#attackers.add(host.id);
    const isCounted = () => this.#isMeasured && attack === null;
    const peer: SimulatedPeer = new SimulatedPeer({
      host,
      events: this.#events,
      origin: this.#origin(host).for(host),
      swarm: this.#swarm,
      options: mode === 'http' ? null : this.#options,
      targetDelayMs,
      attack,
      played: ({ delayMs, stalledMs }) => {
        if (isCounted()) this.#collector.played(delayMs, stalledMs);
      },
      arrived: (part, bytes, peerBytes) => {
        if (!isCounted()) return;
        if (bytes.some((byte) => byte !== (part.index & 0xff))) this.#collector.wrongParts += 1;
        this.#collector.peerBytes += peerBytes;
        this.#collector.originMedia += bytes.length - peerBytes;
        this.#collector.arrivalsMs.push(this.#events.now() - part.startMs - PART_MS);
      },
      dropped: (other, misconduct) => {
        if (attack !== null) return;
        if (this.#attackers.has(other))
          this.#collector.dropped[misconduct] = (this.#collector.dropped[misconduct] ?? 0) + 1;
        else this.#collector.droppedHonest += 1;
      },
      peersWanted: (count) => this.#introduce(peer, count),
    });
    this.#peers.push(peer);
    peer.engine?.setSwarmSize(this.#setup.peers);
  }

  #origin(host: Host): SimulatedOrigin {
    return new SimulatedOrigin(this.#network, this.#originHost, this.#stream, (bytes) => {
      if (!this.#isMeasured) return;
      this.#collector.originBytes += bytes;
      if (host.nat !== 'blocked') this.#collector.reachableOriginBytes += bytes;
    });
  }

  /** Signalling: names some peers, those of the same network among them, and connects the ones that NATs allow. */
  #introduce(peer: SimulatedPeer, count: number): void {
    const near = this.#peers.filter(({ host }) => host.network === peer.host.network && host !== peer.host);
    for (let left = Math.ceil(count * CANDIDATES); left > 0; left--) {
      const list = near.length > 0 && this.#random.next() < SAME_NETWORK_SHARE ? near : this.#peers;
      const other = list[this.#random.below(list.length)];
      if (other === undefined || other === peer || this.#pathOf(peer, other) === null) continue;
      const setUpMs =
        2 * this.#network.delayMs(peer.host, this.#originHost) +
        2 * CONNECT_ROUND_TRIPS * this.#network.delayMs(peer.host, other.host) +
        CONNECT_MS;
      this.#events.after(setUpMs, () => this.#connect(peer, other));
    }
  }

  #pathOf(a: SimulatedPeer, b: SimulatedPeer) {
    return natPath(a.host.nat, b.host.nat, this.#setup.hasRelay);
  }

  #connect(a: SimulatedPeer, b: SimulatedPeer): void {
    if (!a.host.isOnline || !b.host.isOnline) return;
    if (!a.engine?.mayConnect(b.host.id) || !b.engine?.mayConnect(a.host.id)) return;
    const relay = this.#pathOf(a, b) === 'relay' ? this.#originHost : null;
    const [toB, toA] = this.#network.connect(a.host, b.host, relay, {
      atA: {
        received: (frame) => a.engine?.received(b.host.id, frame),
        closed: () => a.engine?.disconnected(b.host.id),
      },
      atB: {
        received: (frame) => b.engine?.received(a.host.id, frame),
        closed: () => b.engine?.disconnected(a.host.id),
      },
    });
    a.connected(b.host.id, toB);
    b.connected(a.host.id, toA);
  }

  #churn(everyMs: number): void {
    this.#events.after(this.#random.exponential(everyMs), () => {
      const [peer] = this.#peers.splice(this.#random.below(this.#peers.length), 1);
      // The one that vanishes sends no goodbye: its host is offline before the engine closes.
      if (peer !== undefined && this.#random.next() < 0.5) peer.host.isOnline = false;
      this.#departedBytes += peer?.engine?.uploadedBytes ?? 0;
      peer?.engine?.close();
      if (peer !== undefined) peer.host.isOnline = false;
      this.#join();
      this.#churn(everyMs);
    });
  }
}
