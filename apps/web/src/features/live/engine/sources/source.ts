/** What plays a URL in a media element: hls.js, or the browser itself where it has no Media Source. */

/** One encoding that the viewer can choose. */
export interface Quality {
  /** To give to `chooseQuality`. */
  readonly index: number;
  /** `1080p60`, `720p`, or `Audio only`. */
  readonly label: string;
}

export type Breakage =
  /** No answer, or errors that may pass. */
  | 'unreachable'
  /** The URLs are no longer served: a restarted server gave the stream new ones, or it is over. */
  | 'gone'
  /** What arrived could not be decoded. */
  | 'damaged'
  /** The codecs are beyond this browser. */
  | 'unplayable';

export interface SourceEvents {
  /** The element can be asked to play. */
  onReady(): void;
  /** A playlist or media arrived. */
  onDelivered(): void;
  /** A request failed; the source tries again by itself. */
  onTrouble(): void;
  /** The playlist says that nothing will follow. */
  onClosed(): void;
  /** The source has given up; it can only be replaced. */
  onBroken(breakage: Breakage): void;
}

export interface Source {
  /** Distance from live in seconds, or null while unknown. */
  readonly latency: number | null;
  /** The distance that the stream asks for, in seconds, or null where the browser decides by itself. */
  readonly declaredLatency: number | null;
  readonly partTarget: number;
  /** Seconds since the stream last grew, as far as this viewer heard. */
  readonly silence: number;
  /** Media time of live now. */
  readonly edge: number | null;
  readonly qualities: readonly Quality[];
  /** Index of the chosen quality, or -1 for automatic. */
  readonly quality: number;
  readonly codecs: string | null;
  /** Of what arrived in the last seconds, in kilobits per second of media, or null while unknown. */
  readonly bitrateKbps: number | null;
  chooseQuality(index: number): void;
  /** Stops and starts the requests; what is buffered stays. */
  setLoading(loading: boolean): void;
  destroy(): void;
}
