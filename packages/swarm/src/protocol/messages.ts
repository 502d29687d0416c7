/** The messages that peers exchange over their data channels, and the limits that the parser enforces. */
import { INIT_SECTION, MAX_RENDITIONS, type MediaAddress } from '../media-address.ts';

/** Peers of another version are refused. */
export const PROTOCOL_VERSION = 1;
/**
 * Counts the messages that were added since. A peer sends those of a revision only to peers that have announced it, and
 * passes over types that it does not know from peers of a later one.
 */
export const PROTOCOL_REVISION = 2;

/** The largest payload of a push: data channels of all browsers carry messages of this size without interleaving. */
export const MAX_CHUNK_BYTES = 16 * 1024;
/** Longer playlists are not passed on. */
export const MAX_PLAYLIST_BYTES = 16 * 1024;
export const MAX_INDEX_BYTES = 16 * 1024;
export const MAX_MEDIA_BYTES = 16 * 1024 * 1024;
export const MAX_FRAME_BYTES = MAX_CHUNK_BYTES + 32;
export const MAX_ANNOUNCED = 64;
export const MAX_STRIPES = 16;
export const MAX_STRIPE_STATES = 128;
export const SWARM_ID_BYTES = 16;
/** The number of hops of a stripe that a peer does not receive. */
export const NO_HOPS = 255;
/** Lags are sent in steps of 10 ms. */
export const LAG_STEP_MS = 10;

/** How a peer receives one stripe. */
export interface StripeState {
  readonly rendition: number;
  readonly stripe: number;
  /** The number of peers between the origin and this one; `NO_HOPS` where the stripe does not arrive. */
  readonly hops: number;
  /** The time from a part's publication to its arrival, in steps of `LAG_STEP_MS`, at most 255. */
  readonly lag: number;
  /** Further peers that may subscribe to the stripe. */
  readonly spare: number;
}

/** The first message in each direction. */
export interface Hello {
  readonly type: 'hello';
  readonly version: number;
  /** Names the presentation, so that peers of another stream or epoch do not mix. */
  readonly swarm: Uint8Array;
  readonly stripes: number;
  /** Equal for peers of one network; 0 where it is not known. */
  readonly network: number;
}

export interface Status {
  readonly type: 'status';
  readonly uploadKbps: number;
  readonly stripes: readonly StripeState[];
}

export interface Have {
  readonly type: 'have';
  readonly addresses: readonly MediaAddress[];
}

interface OfStripe {
  readonly rendition: number;
  readonly stripe: number;
}

/** Asks for every further part of a stripe, which the other peer accepts or refuses. */
export type Subscription = OfStripe & {
  readonly type: 'subscribe' | 'accept' | 'refuse' | 'unsubscribe';
};

export interface Push {
  readonly type: 'push';
  readonly address: MediaAddress;
  readonly hops: number;
  /** The size of the whole part. */
  readonly size: number;
  readonly offset: number;
  readonly bytes: Uint8Array;
}

/** `pull` asks for media that playback does not need soon, which is sent after live parts. */
export interface Request {
  readonly type: 'request' | 'pull';
  readonly address: MediaAddress;
  /** The chunks before it are there. */
  readonly offset: number;
}

/** `decline` answers a request that cannot be served; `cancel` stops a push in progress. */
export interface Withdrawal {
  readonly type: 'decline' | 'cancel';
  readonly address: MediaAddress;
}

/** Asks for the newest signed playlist of a rendition, which is sent as soon as there is one. */
export interface PlaylistRequest {
  readonly type: 'want-playlist';
  readonly rendition: number;
  /** The least number of the manifest in it. */
  readonly number: number;
  /** Whether a delta update would be of no use. */
  readonly isWhole: boolean;
}

export interface PlaylistAnswer {
  readonly type: 'playlist';
  readonly rendition: number;
  /** The text in UTF-8. */
  readonly bytes: Uint8Array;
}

interface OfSegment {
  readonly rendition: number;
  readonly sequence: number;
}

/** Asks a peer that has a whole segment for its index. One that has not declines the segment. */
export type IndexRequest = OfSegment & { readonly type: 'want-index' };

/** The signed manifests of a segment's parts. The sender has all of these parts. */
export type IndexAnswer = OfSegment & { readonly type: 'index'; readonly bytes: Uint8Array };

export interface Probe {
  readonly type: 'ping' | 'pong';
  readonly nonce: number;
}

export interface Goodbye {
  readonly type: 'goodbye';
}

export type Message =
  | Hello
  | Status
  | Have
  | Subscription
  | Push
  | Request
  | Withdrawal
  | PlaylistRequest
  | PlaylistAnswer
  | IndexRequest
  | IndexAnswer
  | Probe
  | Goodbye;

/** The first byte of each message. */
export const TYPE_CODES = {
  hello: 1,
  status: 2,
  have: 3,
  subscribe: 4,
  accept: 5,
  refuse: 6,
  unsubscribe: 7,
  push: 8,
  request: 9,
  decline: 10,
  cancel: 11,
  ping: 12,
  pong: 13,
  goodbye: 14,
  'want-playlist': 15,
  playlist: 16,
  pull: 17,
  'want-index': 18,
  index: 19,
} as const satisfies Record<Message['type'], number>;

/** A frame that no correct peer sends. */
export class ProtocolError extends Error {
  override readonly name: string = 'ProtocolError';
}

/** A frame of a type that was added later. */
export class UnknownTypeError extends ProtocolError {
  override readonly name = 'UnknownTypeError';
}

/** The address by which a peer announces its revision: earlier ones take it for media that they never want. */
export function revisionMark(revision: number): MediaAddress {
  return { rendition: MAX_RENDITIONS - 1, sequence: revision, part: INIT_SECTION };
}

/** @returns the revision that an announced address stands for; null for the address of media */
export function revisionOf({ rendition, sequence, part }: MediaAddress): number | null {
  return rendition === MAX_RENDITIONS - 1 && part === INIT_SECTION ? sequence : null;
}
