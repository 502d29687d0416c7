/** Settings of the media core, all of them from configuration. */
export interface MediaSettings {
  /** PART-TARGET asked for, in seconds; what is declared is what whole frames allow below it. */
  readonly partTargetSeconds: number;
  /** A segment closes at the first keyframe past this, in seconds. */
  readonly segmentMinSeconds: number;
  /** Media kept in playlists, in seconds; at least 60. */
  readonly liveWindowSeconds: number;
  /** A lost signal may come back within this and continue its stream, in seconds. */
  readonly graceSeconds: number;
  /** A publisher silent for this long may be taken over by its key from elsewhere, in seconds. */
  readonly deadAfterSeconds: number;
}

export const DEFAULT_MEDIA_SETTINGS: MediaSettings = {
  partTargetSeconds: 1 / 3,
  segmentMinSeconds: 2,
  liveWindowSeconds: 60,
  graceSeconds: 30,
  deadAfterSeconds: 3,
};
