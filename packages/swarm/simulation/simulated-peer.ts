/** One viewer: a host, a player, and the engine, or plain HTTP in its place. */
import type { AddressKey } from '../src/media-address.ts';
import type { PeerChannel } from '../src/neighbours/neighbour.ts';
import { SwarmEngine } from '../src/scheduler/swarm-engine.ts';
import type { SwarmOptions } from '../src/scheduler/swarm-options.ts';
import type { SwarmOrigin } from '../src/scheduler/wanted-part.ts';
import type { EventQueue } from './event-queue.ts';
import type { Host } from './population.ts';
import type { PlayedPart } from './simulated-player.ts';
import { SimulatedPlayer } from './simulated-player.ts';
import { type SimulatedPart, sha256 } from './simulated-stream.ts';

/** Replaces what a peer sends, so that it breaks the rules; the engine of the peer does not know. */
export type Attack = (channel: PeerChannel) => PeerChannel;

export interface SimulatedPeerSetup {
  readonly host: Host;
  readonly events: EventQueue;
  readonly origin: SwarmOrigin;
  readonly swarm: Uint8Array;
  /** Null: plain HTTP. */
  readonly options: SwarmOptions | null;
  readonly targetDelayMs: number;
  readonly attack: Attack | null;
  readonly played: (part: PlayedPart) => void;
  readonly arrived: (part: SimulatedPart, bytes: Uint8Array, peerBytes: number) => void;
  readonly dropped: (peer: string, misconduct: string) => void;
  readonly peersWanted: (count: number) => void;
}

export class SimulatedPeer {
  readonly host: Host;
  readonly engine: SwarmEngine | null;
  readonly isAttacker: boolean;
  readonly #setup: SimulatedPeerSetup;
  #player: SimulatedPlayer | null = null;
  readonly #parts = new Map<AddressKey, SimulatedPart>();

  constructor(setup: SimulatedPeerSetup) {
    this.#setup = setup;
    this.host = setup.host;
    this.isAttacker = setup.attack !== null;
    const { events, origin, options, host } = setup;
    this.engine =
      options === null
        ? null
        : new SwarmEngine({
            id: host.id,
            swarm: setup.swarm,
            network: host.network,
            clock: events,
            origin,
            digest: (bytes, done) => done(sha256(bytes)),
            options: {
              ...options,
              upload: { ...options.upload, maxBytesPerSecond: host.uploadLimitBytesPerSecond },
            },
            events: {
              media: ({ entry, bytes }, { peerBytes }) => this.#arrived(entry.key, bytes, peerBytes),
              dropped: (peer, misconduct) => setup.dropped(peer, misconduct),
              peersWanted: setup.peersWanted,
              playlist: () => {},
            },
          });
  }

  connected(id: string, channel: PeerChannel): void {
    this.engine?.connected(id, this.#setup.attack?.(channel) ?? channel);
  }

  /** The manifest has arrived. */
  learn(part: SimulatedPart): void {
    const { events, origin, targetDelayMs, played } = this.#setup;
    if (!this.host.isOnline) return;
    this.#player ??= new SimulatedPlayer(part.index, targetDelayMs, events.now(), played);
    this.#parts.set(part.entry.key, part);
    if (this.engine !== null) this.engine.want(part.entry, this.#player.deadlineMs(part.index));
    else
      origin.fetch(part.entry.address, 0, (answer) => {
        if (answer !== null) this.#arrived(part.entry.key, answer.bytes, 0);
      });
  }

  #arrived(key: AddressKey, bytes: Uint8Array, peerBytes: number): void {
    const part = this.#parts.get(key);
    if (part === undefined || !this.host.isOnline) return;
    this.#parts.delete(key);
    this.#setup.arrived(part, bytes, peerBytes);
    this.#player?.arrived(part.index, this.#setup.events.now());
  }
}
