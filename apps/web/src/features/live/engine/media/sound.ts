/** What this viewer set once and expects of every stream. */
interface SoundPreferences {
  /** 0 to 1. */
  readonly volume: number;
  readonly muted: boolean;
}

const STORAGE_KEY = 'player';

export interface SoundState {
  readonly muted: boolean;
  /** 0 to 1. */
  readonly volume: number;
  /** Muted although the viewer did not ask for it: the browser's autoplay policy or the embedding page wants it. */
  readonly autoMuted: boolean;
}

type SoundElement = Pick<HTMLVideoElement, 'muted' | 'volume'>;

/** Controls the element's volume, and remembers what the viewer chose. */
export class Sound {
  readonly #video: SoundElement;
  readonly #preview: boolean;
  readonly #onChange: (state: SoundState) => void;
  #autoMuted: boolean;
  /** Restored when the viewer unmutes while the slider is at zero. */
  #lastVolume: number;

  /**
   * @param options.preview muted whatever the viewer's preference, and saves none
   * @param options.muted muted until the viewer asks for sound
   */
  constructor(
    video: SoundElement,
    options: { preview: boolean; muted: boolean },
    onChange: (state: SoundState) => void,
  ) {
    this.#video = video;
    this.#preview = options.preview;
    this.#onChange = onChange;
    const { volume, muted } = options.preview ? { volume: 1, muted: true } : loadPreferences();
    video.volume = volume;
    video.muted = muted || options.muted;
    this.#autoMuted = options.muted;
    this.#lastVolume = volume || 1;
  }

  get state(): SoundState {
    const { muted, volume } = this.#video;
    // A picture-in-picture window unmutes the element by a button of its own.
    return { muted, volume, autoMuted: this.#autoMuted && muted };
  }

  setMuted(muted: boolean): void {
    if (!muted && this.#video.volume === 0) this.#video.volume = this.#lastVolume;
    this.#video.muted = muted;
    this.#remember();
  }

  setVolume(volume: number): void {
    this.#video.volume = Math.min(1, Math.max(0, volume));
    this.#video.muted = this.#video.volume === 0;
    this.#remember();
  }

  /** Mutes because the browser only allows muted autoplay. Not the viewer's choice, so it is not saved. */
  muteForAutoplay(): void {
    this.#video.muted = true;
    this.#autoMuted = true;
    this.#onChange(this.state);
  }

  #remember(): void {
    this.#autoMuted = false;
    this.#lastVolume = this.#video.volume || this.#lastVolume;
    if (!this.#preview) savePreferences({ volume: this.#lastVolume, muted: this.#video.muted });
    this.#onChange(this.state);
  }
}

/** Plays, muted where the browser allows no sound without a gesture. @returns whether it refuses that, too */
export async function isPlayRefused(
  video: Pick<HTMLVideoElement, 'muted' | 'play'>,
  sound: Sound,
): Promise<boolean> {
  try {
    await video.play();
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return false;
    if (video.muted) return true;
    sound.muteForAutoplay();
    return isPlayRefused(video, sound);
  }
  return false;
}

function loadPreferences(): SoundPreferences {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '{}');
    const { volume, muted } = Object(stored) as Record<string, unknown>;
    return {
      volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : 1,
      muted: muted === true,
    };
  } catch {
    // Storage is forbidden or holds something else: use the defaults.
    return { volume: 1, muted: false };
  }
}

function savePreferences(preferences: SoundPreferences): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(preferences));
  } catch {
    // Without storage, the volume lasts as long as the page.
  }
}
