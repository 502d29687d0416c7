import type { SwarmPolicy } from '@tributary/contracts/swarm';
import type { FoundPeers } from '@tributary/swarm/session/session-setup';
import type { PeerFigures } from '@tributary/swarm/session/swarm-session';
import type { Signal } from '@tributary/swarm/webrtc/signal';
import type { MirrorFigures } from './http-mirrors.ts';

export interface IceServer {
  readonly urls: string;
  readonly username?: string | undefined;
  readonly credential?: string | undefined;
}

export interface JoinedSwarm extends FoundPeers {
  readonly network: number;
  readonly iceServers: readonly IceServer[];
}

/** The messages of the instance to a peer. */
export interface SwarmListener {
  /** The topic is open, for the first time or again: a peer joins then. */
  opened(state: { readonly policy: SwarmPolicy; readonly mirrors?: readonly string[] | undefined }): void;
  changed(change: {
    readonly policy?: SwarmPolicy | undefined;
    readonly peers?: number | undefined;
    readonly mirrors?: readonly string[] | undefined;
  }): void;
  signalled(from: string, signal: Signal): void;
  removed(peer: string): void;
  /** @param reason null where the instance has refused the subscription */
  expelled(reason: 'off' | 'forbidden' | 'banned' | null): void;
}

/** Why the exchange has ended: under another policy it may begin anew, with connections of another kind. */
export type SwarmEnd = 'policy' | 'final';

export interface SwarmTraffic {
  readonly fromPeers: number;
  readonly fromOrigin: number;
  readonly given: number;
}

/** The signalling of one stream, as the instance offers it. The actions reject where it refuses or does not answer. */
export interface SwarmTopic {
  subscribe(listener: SwarmListener): () => void;
  join(peer: string, count: number): Promise<JoinedSwarm>;
  find(count: number): Promise<FoundPeers>;
  signal(to: string, signal: Signal): Promise<void>;
  report(peer: string): Promise<void>;
  traffic(traffic: SwarmTraffic): Promise<void>;
  leave(): Promise<void>;
}

/** The state of the exchange as the player shows it. */
export interface SwarmFigures {
  readonly fromPeersBytes: number;
  readonly fromOriginBytes: number;
  readonly givenBytes: number;
  /** The mirrors that are asked while the instance does not answer. */
  readonly mirrors: readonly MirrorFigures[];
  readonly peers: readonly PeerFigures[];
}
