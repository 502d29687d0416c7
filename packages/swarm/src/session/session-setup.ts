import type { SwarmClock } from '../clock.ts';
import type { VerificationKey } from '../manifest/manifest-verifier.ts';
import type { Digest } from '../scheduler/media-receiver.ts';
import type { SwarmOptions } from '../scheduler/swarm-options.ts';
import type { CreateRtcConnection } from '../webrtc/rtc-types.ts';
import type { Signal } from '../webrtc/signal.ts';
import type { LoadPart } from './load-part.ts';

/** Other peers of the swarm. */
export interface FoundPeers {
  /** All peers of the swarm, this one included. */
  readonly peers: number;
  readonly candidates: readonly string[];
}

/** How peers find each other. The instance implements it, or a test. */
export interface Signalling {
  /** Rejects where the instance does not answer. */
  find(count: number): Promise<FoundPeers>;
  send(to: string, signal: Signal): void;
  /** A peer has sent wrong bytes. */
  report(peer: string): void;
}

export interface SwarmSessionSetup {
  /** The id of this peer. */
  readonly id: string;
  /** Names the presentation. */
  readonly swarm: Uint8Array;
  /** The public key of the instance. */
  readonly key: VerificationKey;
  /** Equal for peers of one network; 0 where it is not known. */
  readonly network: number;
  readonly clock: SwarmClock;
  readonly create: CreateRtcConnection;
  readonly load: LoadPart;
  readonly digest: Digest;
  readonly signalling: Signalling;
  readonly options: SwarmOptions;
  /** False while no stripe may wait for peers: timers of hidden pages are too slow to hand over in time. */
  readonly mayWait: () => boolean;
  /** The time by which a part may be late before it is given up; by default, as long as playback can wait. */
  readonly patienceMs?: number;
  /** The swarm does not work here. The session is closed, and playback goes on by plain HTTP. */
  readonly onFailed: () => void;
}

/** A part for the player. */
export interface SuppliedPart {
  /** A copy, which the player may change. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly peerBytes: number;
  readonly originBytes: number;
}

/** Bytes of media since the session began. */
export interface SwarmTotals {
  readonly peerBytes: number;
  readonly originBytes: number;
  readonly givenBytes: number;
  readonly peers: number;
  readonly swarmSize: number;
}
