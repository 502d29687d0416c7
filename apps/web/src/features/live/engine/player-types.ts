import type { Environment } from './environment.ts';
import type { MediaElement } from './media-element.ts';
import type { PlayerState } from './player-state.ts';
import type { SoundState } from './sound.ts';
import type { OpenSource, Quality } from './sources/source.ts';

/** What the interface shows of a player. */
export interface PlayerSnapshot extends SoundState {
  readonly state: PlayerState;
  /** Seconds behind live, to a tenth, or null before the first frame. */
  readonly latency: number | null;
  /** Wall time of live by the server's clock, in seconds since 1970, or null while unknown. */
  readonly liveAtSeconds: number | null;
  /** The viewer watches a past moment by choice, for example after a pause. */
  readonly behind: boolean;
  /** Paused for so long that downloads have stopped: there is nothing to rewind, and playback continues at live. */
  readonly suspended: boolean;
  /** How far behind live the viewer may go now, in whole seconds. */
  readonly rewindSeconds: number;
  /** The server refuses the stream, which is gated: this browser's access must be renewed. */
  readonly forbidden: boolean;
  /** The last frame covers the element while its source is replaced. */
  readonly frameHeld: boolean;
  readonly qualities: readonly Quality[];
  /** Index of the chosen quality, -1 for automatic. */
  readonly quality: number;
}

export const INITIAL_SNAPSHOT: PlayerSnapshot = {
  state: { kind: 'idle' },
  muted: false,
  volume: 1,
  autoMuted: false,
  latency: null,
  liveAtSeconds: null,
  behind: false,
  suspended: false,
  rewindSeconds: 0,
  forbidden: false,
  frameHeld: false,
  qualities: [],
  quality: -1,
};

/** The stream's state as the page knows it from the server. */
export interface StreamStatus {
  readonly state: 'live' | 'interrupted' | 'ended';
  /** Whether the page's own connection to the server is open. */
  readonly connected: boolean;
}

/** How playback starts where the page decides it, not the viewer's preferences. */
export interface StartOptions {
  readonly muted?: boolean;
  readonly autoplay?: boolean;
}

export interface PlayerOptions {
  readonly video: MediaElement;
  readonly openSource: OpenSource;
  readonly environment: Environment;
  /** Always muted, saves no preferences, and does not correct its distance from live. */
  readonly preview?: boolean;
  /** Starts muted, whatever the viewer's preference. */
  readonly muted?: boolean;
  /** False: loads nothing before `play`. */
  readonly autoplay?: boolean;
  /** The elements show the last frame of another player until this one plays. */
  readonly frameHeld?: boolean;
  /** Keeps the current frame on screen while the source is replaced. */
  readonly holdFrame?: () => void;
}

/** Where a player is. */
export interface Playhead {
  /** The wall time of the frame of a recording on the screen; null: live, or nothing has been played. */
  dateMs(): number | null;
}
