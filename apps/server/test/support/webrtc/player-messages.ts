/** What the process of the WebRTC players says to the test that runs them. */

export interface PlayerOffer {
  readonly video: readonly {
    readonly payloadType: number;
    readonly codec: string;
    readonly parameters: string;
  }[];
  /** Whether it receives Opus. */
  readonly audio: boolean;
  /** Sends no RTCP but that of the test. */
  readonly isSilent?: boolean;
}

export type PlayerCommand =
  | { readonly kind: 'offer'; readonly player: number; readonly offer: PlayerOffer }
  | { readonly kind: 'answer'; readonly player: number; readonly sdp: string }
  | { readonly kind: 'request_keyframe'; readonly player: number }
  | { readonly kind: 'rtcp'; readonly player: number; readonly bytes: Uint8Array }
  | { readonly kind: 'close'; readonly player: number };

/** A frame as it arrived, complete. */
export interface ReceivedFrame {
  readonly track: 'video' | 'audio';
  /** Of RTP. */
  readonly timestamp: number;
  /** The time of its last packet. */
  readonly sequence: number;
  /** The types of its NAL units, in their order; empty for audio. */
  readonly nalTypes: readonly number[];
  readonly bytes: number;
  /** Packets that were missing before it. */
  readonly missing: number;
  /** Milliseconds of the wall clock, with fractions. */
  readonly atMs: number;
  /** The last bytes of the frame, by which publishers mark frames. */
  readonly tail: string;
}

export type PlayerEvent =
  | { readonly kind: 'offer'; readonly player: number; readonly sdp: string }
  | { readonly kind: 'state'; readonly player: number; readonly state: string }
  | { readonly kind: 'frame'; readonly player: number; readonly frame: ReceivedFrame };
