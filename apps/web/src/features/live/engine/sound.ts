import { loadPreferences, savePreferences } from './preferences.ts';

export interface SoundState {
  readonly muted: boolean;
  /** 0 to 1. */
  readonly volume: number;
  /** Muted by us because the browser allows no sound before a gesture, or the page that embeds us wants none. */
  readonly mutedByBrowser: boolean;
}

type SoundElement = Pick<HTMLVideoElement, 'muted' | 'volume'>;

/** The element's volume: as the viewer left it, and remembered when they change it. */
export class Sound {
  readonly #video: SoundElement;
  readonly #silent: boolean;
  readonly #onChange: (state: SoundState) => void;
  #mutedByBrowser = false;
  /** What unmuting returns to where the slider stands at nothing. */
  #lastVolume: number;

  /**
   * @param silent for previews: muted whatever the viewer likes elsewhere, and nothing is remembered
   * @param muted to begin with, until the viewer wants sound
   */
  constructor(
    video: SoundElement,
    { silent, muted: quiet }: { silent: boolean; muted: boolean },
    onChange: (state: SoundState) => void,
  ) {
    this.#video = video;
    this.#silent = silent;
    this.#onChange = onChange;
    const { volume, muted } = silent ? { volume: 1, muted: true } : loadPreferences();
    video.volume = volume;
    video.muted = muted || quiet;
    this.#mutedByBrowser = quiet;
    this.#lastVolume = volume || 1;
  }

  get state(): SoundState {
    const { muted, volume } = this.#video;
    // A picture-in-picture window has a button of its own, which asks nobody.
    return { muted, volume, mutedByBrowser: this.#mutedByBrowser && muted };
  }

  setMuted(muted: boolean): void {
    if (!muted && this.#video.volume === 0) this.#video.volume = this.#lastVolume;
    this.#video.muted = muted;
    this.#chosen();
  }

  setVolume(volume: number): void {
    this.#video.volume = Math.min(1, Math.max(0, volume));
    this.#video.muted = this.#video.volume === 0;
    this.#chosen();
  }

  /** The browser plays only without sound; this is not what the viewer chose, so it is not remembered. */
  muteForBrowser(): void {
    this.#video.muted = true;
    this.#mutedByBrowser = true;
    this.#onChange(this.state);
  }

  #chosen(): void {
    this.#mutedByBrowser = false;
    this.#lastVolume = this.#video.volume || this.#lastVolume;
    if (!this.#silent) savePreferences({ volume: this.#lastVolume, muted: this.#video.muted });
    this.#onChange(this.state);
  }
}
