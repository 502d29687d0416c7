/**
 * The address of something that a rendition consists of: a part, a whole segment or an init section. Rendition numbers,
 * media sequence numbers and part numbers are those of the playlists, so that all viewers of a live stream agree on them.
 */
export interface MediaAddress {
  readonly rendition: number;
  /** The media sequence number; of an init section, that of the first segment that it applies to. */
  readonly sequence: number;
  /** The number of the part in its segment, or one of the two values below. */
  readonly part: number;
}

/** The part number that stands for a whole segment. */
export const WHOLE_SEGMENT = 0xfffe;
/** The part number that stands for an init section. */
export const INIT_SECTION = 0xffff;

/** Keeps `addressKey` below 2^53. */
export const MAX_RENDITIONS = 32;
export const MAX_SEQUENCE = 0xffff_ffff;

export type AddressKey = number & { readonly brand: 'AddressKey' };

/** One number for an address, for maps. */
export function addressKey({ rendition, sequence, part }: MediaAddress): AddressKey {
  return ((rendition * 2 ** 32 + sequence) * 2 ** 16 + part) as AddressKey;
}

export function isInitSection(key: AddressKey): boolean {
  return key % 2 ** 16 === INIT_SECTION;
}

/** Whether the media is pushed along a stripe. Segments and init sections are only sent when a peer requests them. */
export function isPart({ part }: MediaAddress): boolean {
  return part < WHOLE_SEGMENT;
}

/**
 * The stripe of a part. Counting on from the media sequence number gives the first part of each segment, which contains
 * the keyframe and is the largest, to another stripe than the one before.
 */
export function stripeOf({ sequence, part }: MediaAddress, stripes: number): number {
  return (sequence + part) % stripes;
}

/** One stripe of one rendition, as one number. */
export function laneOf(address: MediaAddress, stripes: number): number {
  return address.rendition * stripes + stripeOf(address, stripes);
}
