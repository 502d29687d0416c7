/** A supply of a live source's parts besides their URLs. */
import type Hls from 'hls.js';
import type { FragmentLoaderContext } from 'hls.js';
import type { TransferMonitor } from '../quality/transfer-monitor.ts';

export type RequestedPart = NonNullable<FragmentLoaderContext['part']>;

export interface PartSupplier {
  /**
   * @param done gets the part, or null where it has to be loaded from its URL
   * @returns a function that cancels the request
   */
  request(part: RequestedPart, done: (bytes: ArrayBuffer | null) => void): () => void;
  /** Media was loaded from its URL. */
  loaded(bytes: number): void;
}

/** A live source that is played with hls.js. */
export interface PartSupply {
  /** Null: all parts are loaded from their URLs. */
  supplier: PartSupplier | null;
  readonly hls: Hls;
  readonly transfers: TransferMonitor;
}
