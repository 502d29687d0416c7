/** A supply of a live source's media besides its URLs. */
import type Hls from 'hls.js';
import type { Fragment, Part } from 'hls.js';
import type { TransferMonitor } from '../quality/transfer-monitor.ts';

/** A part, a whole segment, or an init section. */
export type RequestedMedia = Pick<Part | Fragment, 'url' | 'start'>;

export interface PartSupplier {
  /**
   * @param done gets the bytes, or null where they have to be loaded from the URL
   * @returns a function that cancels the request
   */
  request(media: RequestedMedia, done: (bytes: ArrayBuffer | null) => void): () => void;
  /** Media was loaded from its URL. */
  loaded(bytes: number): void;
}

/** A live source that is played with hls.js. */
export interface PartSupply {
  /** Null: all media is loaded from its URLs. */
  supplier: PartSupplier | null;
  readonly hls: Hls;
  readonly transfers: TransferMonitor;
}
