import type { PlayerState } from './player-state.ts';
import type { SoundState } from './sound.ts';
import type { Quality, Source, SourceEvents } from './sources/source.ts';

export interface PlayerSnapshot extends SoundState {
  readonly state: PlayerState;
  /** Seconds behind live, to a tenth. */
  readonly latency: number | null;
  /** Watching a past moment: after a pause, for one. */
  readonly behind: boolean;
  /** The last picture stands still over the element while its source is replaced. */
  readonly held: boolean;
  readonly qualities: readonly Quality[];
  /** Index of the chosen quality, -1 for automatic. */
  readonly quality: number;
}

export interface PlayerStats {
  readonly width: number;
  readonly height: number;
  readonly framesPerSecond: number | null;
  readonly droppedFrames: number;
  readonly totalFrames: number;
  readonly bitrateKbps: number | null;
  readonly codecs: string | null;
  readonly bufferedSeconds: number;
  readonly latency: number | null;
  readonly targetLatency: number | null;
  readonly playbackRate: number;
}

/** What others know about the broadcast, for the player to tell one silence from another. */
export interface Tidings {
  readonly broadcast: 'live' | 'interrupted' | 'ended';
  /** Whether the page's own connection to the server stands. */
  readonly connected: boolean;
}

/** How a player is to begin, where a page says so instead of its viewer. */
export interface Opening {
  readonly muted?: boolean;
  readonly autoplay?: boolean;
}

export interface PlayerOptions {
  readonly video: HTMLVideoElement;
  readonly openSource: (video: HTMLVideoElement, url: string, events: SourceEvents) => Promise<Source>;
  /** Always silent, remembers nothing, and does not chase the live edge. */
  readonly preview?: boolean;
  /** Begins without sound, whatever the viewer likes elsewhere. */
  readonly muted?: boolean;
  /** Loads nothing until the viewer asks for it. */
  readonly waits?: boolean;
  /** Keeps the picture on screen while the source is replaced. */
  readonly holdPicture?: () => void;
}
