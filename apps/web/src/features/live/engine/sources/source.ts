/** What plays a URL in a media element: hls.js, or the browser itself where it has no Media Source. */

/** One rendition that the viewer can choose. */
export interface Quality {
  /** The argument for `chooseQuality`. */
  readonly index: number;
  /** `1080p60`, `720p`, or `Audio only`. */
  readonly label: string;
}

export type SourceError =
  /** No answer, or errors that may pass. */
  | 'unreachable'
  /** The URLs are no longer served: the stream is over, or a restarted server gave it new ones. */
  | 'gone'
  /** The media could not be decoded. */
  | 'decode_error'
  /** This browser does not support the codecs. */
  | 'unsupported_codec';

export interface SourceEvents {
  /** The element can be told to play. May come before `OpenSource` resolves. */
  onReady(): void;
  /** A playlist or media arrived. */
  onData(): void;
  /** A request failed; the source retries. */
  onRequestFailed(): void;
  /** The playlist is closed: no media will follow. */
  onClosed(): void;
  /** The source has given up and must be replaced. It keeps what it has buffered until then. */
  onError(error: SourceError): void;
}

export interface Source {
  /** Distance from live in seconds, or null while unknown. */
  readonly latency: number | null;
  /** The distance in seconds that the stream asks for, or null where the browser decides. */
  readonly declaredLatency: number | null;
  /** Longest duration of a part, in seconds; 0 while unknown. */
  readonly partTarget: number;
  /** Seconds since the stream last grew, as far as this viewer has seen. */
  readonly silence: number;
  /** Media time of the live edge now, in seconds. */
  readonly edge: number | null;
  /** Wall time of what is shown, in milliseconds since 1970 by the server's clock; null while unknown. */
  readonly dateMs: number | null;
  readonly qualities: readonly Quality[];
  /** Index of the chosen quality, or -1 for automatic. */
  readonly quality: number;
  readonly codecs: string | null;
  /** Bitrate of the media received last, in kilobits per second, or null while unknown. */
  readonly bitrateKbps: number | null;
  chooseQuality(index: number): void;
  /** Stops or starts the requests; what is buffered stays. */
  setLoading(loading: boolean): void;
  destroy(): void;
}

/** Opens `url` in the player's element. Does not start playback. Rejects where the player code cannot be loaded. */
export type OpenSource<S extends Source = Source> = (url: string, events: SourceEvents) => Promise<S>;
