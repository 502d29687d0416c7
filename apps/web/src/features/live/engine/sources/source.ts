/** What plays a URL in a media element: hls.js, or the browser itself where it has no Media Source. */

import type { SwitchReason } from '../quality/rendition.ts';
import type { ConnectionFigures } from '../webrtc/connection-monitor.ts';
import type { PartSupply } from './part-supply.ts';

/** One rendition that the viewer can choose. */
export interface Quality {
  /** The argument for `chooseQuality`. */
  readonly index: number;
  /** `1080p60`, `720p`, or `Audio only`. */
  readonly label: string;
  /** 0 where there is no picture, or it is not stated. */
  readonly height: number;
  /** What the encoder sends, beside renditions of it. */
  readonly isSource: boolean;
  /** False: the server does not make it now. */
  readonly isAvailable: boolean;
}

/** The index of automatic quality. */
export const AUTO = -1;
/** The index of the sound alone, which another source plays. */
export const AUDIO_ONLY = -2;

/** Why and when another rendition was loaded last. */
export interface QualityChange {
  readonly from: string;
  readonly to: string;
  readonly reason: SwitchReason;
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
  /** The element shows a frame of this source. Sources that do not report it are observed by their playhead. */
  onFirstFrame(): void;
  /** The playlist is closed: no media will follow. */
  onClosed(): void;
  /** The source has given up and must be replaced. It keeps what it has buffered until then. */
  onError(error: SourceError): void;
}

export interface Source {
  /** It keeps no past: where the viewer pauses or goes back, a source that does takes its place. */
  readonly isLiveOnly?: boolean;
  /** The WebRTC connection that it plays, as far as it has been measured. */
  readonly connection?: ConnectionFigures | null;
  /** The supply of its parts, if they may come from elsewhere than their URLs. */
  readonly partSupply?: PartSupply | null;
  /** Distance from live in seconds, or null while unknown. */
  readonly latency: number | null;
  /** The distance in seconds that the stream asks for, or null where the browser decides. */
  readonly declaredLatency: number | null;
  /** Seconds of media that the choice of quality would like to have buffered; none unless stated. */
  readonly wantedBuffer?: number;
  /** Longest duration of a part, in seconds; 0 while unknown. */
  readonly partTarget: number;
  /** Seconds since the stream last grew, as far as this viewer has seen. */
  readonly silence: number;
  /** Media time of the live edge now, in seconds. */
  readonly edge: number | null;
  /** Wall time of what is shown, in milliseconds since 1970 by the server's clock; null while unknown. */
  readonly dateMs: number | null;
  readonly qualities: readonly Quality[];
  /** Index of the chosen quality, AUTO or AUDIO_ONLY. */
  readonly quality: number;
  /** What is on the screen, as `1080p60`; null while unknown. */
  readonly playingQuality: string | null;
  /** The measured bandwidth, or null while unknown. */
  readonly bandwidthKbps: number | null;
  readonly lastChange: QualityChange | null;
  readonly codecs: string | null;
  /** Bitrate of the media received last, in kilobits per second, or null while unknown. */
  readonly bitrateKbps: number | null;
  chooseQuality(index: number): void;
  /** Holds automatic quality to a height, or lets it go. */
  setMaxHeight(maxHeight: number | null): void;
  /** Stops or starts the requests; what is buffered stays. */
  setLoading(loading: boolean): void;
  destroy(): void;
}

/** Opens `url` in the player's element. Does not start playback. Rejects where the player code cannot be loaded. */
export type OpenSource<S extends Source = Source> = (url: string, events: SourceEvents) => Promise<S>;
