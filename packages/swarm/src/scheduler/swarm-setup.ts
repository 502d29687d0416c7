import type { SwarmClock } from '../clock.ts';
import type { Misconduct } from '../neighbours/conduct-monitor.ts';
import type { OfferedIndex } from '../pull/index-exchange.ts';
import type { Digest, WrongBytes } from './media-receiver.ts';
import type { VerifiedMedia } from './part-entry.ts';
import type { SwarmOptions } from './swarm-options.ts';
import type { SwarmOrigin } from './wanted-part.ts';

/** The bytes of a part by their sources. */
export interface MediaSources {
  readonly peerBytes: number;
  readonly originBytes: number;
}

export interface SwarmEvents {
  /** Verified media, once for each address. */
  media(media: VerifiedMedia, bytes: MediaSources): void;
  /** A peer was dropped for misconduct; wrong bytes come with the evidence. */
  dropped(peer: string, misconduct: Misconduct, evidence: WrongBytes | null): void;
  /** A peer has sent a playlist that was wanted. It is not verified yet. */
  playlist(peer: string, rendition: number, bytes: Uint8Array): void;
  /** More connections are wanted. */
  peersWanted(count: number): void;
}

/** The indexes of segments. A peer without them exchanges no segments. */
export interface SegmentIndexes {
  /** @returns null where this peer does not know what the segment consists of */
  find(rendition: number, sequence: number): OfferedIndex | null;
  /** A peer has sent an index that was wanted. It is not verified yet. */
  received(peer: string, rendition: number, sequence: number, bytes: Uint8Array): void;
}

export interface SwarmPeerSetup {
  readonly id: string;
  /** Names the presentation. */
  readonly swarm: Uint8Array;
  /** Equal for peers of one network; 0 where it is not known. */
  readonly network: number;
  readonly clock: SwarmClock;
  readonly origin: SwarmOrigin;
  readonly digest: Digest;
  readonly options: SwarmOptions;
  readonly events: SwarmEvents;
  readonly indexes?: SegmentIndexes;
  /** Whether peers may send this one what it has not requested; by default, they may. */
  readonly mayReceive?: () => boolean;
}
