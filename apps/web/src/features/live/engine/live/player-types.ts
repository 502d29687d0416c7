import {
  INITIAL_MEDIA_SNAPSHOT,
  type MediaPlayerOptions,
  type MediaSnapshot,
} from '../media/media-player.ts';
import type { OpenSource } from '../sources/source.ts';

/** What the interface shows of a player. */
export interface PlayerSnapshot extends MediaSnapshot {
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
}

export const INITIAL_SNAPSHOT: PlayerSnapshot = {
  ...INITIAL_MEDIA_SNAPSHOT,
  latency: null,
  liveAtSeconds: null,
  behind: false,
  suspended: false,
  rewindSeconds: 0,
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

export interface PlayerOptions extends MediaPlayerOptions {
  readonly openSource: OpenSource;
}

/** Where a player is, for the rest of its page. */
export interface Playhead {
  /** The wall time of the frame of a recording on the screen; null: live, or nothing has been played. */
  dateMs(): number | null;
  /** What of a recording is on the screen, in milliseconds; null: live, or nothing has been played. */
  positionMs(): number | null;
  /** Plays the recording from here. */
  seek(seconds: number): void;
}
