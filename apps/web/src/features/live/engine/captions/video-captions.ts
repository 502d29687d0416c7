import type { CaptionTrack } from '@tributary/contracts/shared';
import { Store } from '../media/store.ts';
import { readChoice, writeChoice } from './caption-choice.ts';

export interface CaptionsSnapshot {
  readonly tracks: readonly TextTrack[];
  /** The viewer wants captions, whether or not there are any now. */
  readonly isOn: boolean;
  /** Null: off. */
  readonly chosen: TextTrack | null;
  /** The text to show now, one entry for each caption. */
  readonly lines: readonly string[];
}

/**
 * The captions of a video: the files of a recording, and the closed captions (CEA-608 or CEA-708) in the media.
 * Both are text tracks of the element, whose cues this reads and the page renders, so that they look the same in all
 * browsers and stay above the controls.
 */
export class VideoCaptions {
  readonly store = new Store<CaptionsSnapshot>({ tracks: [], isOn: false, chosen: null, lines: [] });
  readonly #video: HTMLVideoElement;
  readonly #elements: readonly HTMLTrackElement[];
  readonly #closing = new AbortController();
  /** What to show as soon as there is a track for it; null: nothing. */
  #choice = readChoice();
  #lastLanguage = this.#choice;
  /** iPhones show nothing but the element in full screen, which then renders the captions itself. */
  #isNative = false;

  constructor(video: HTMLVideoElement, files: readonly CaptionTrack[]) {
    this.#video = video;
    this.#elements = files.map((file) => createTrack(video, file));
    const { signal } = this.#closing;
    for (const type of ['addtrack', 'removetrack'])
      video.textTracks.addEventListener(type, () => this.#update(), { signal });
    for (const [type, isNative] of [
      ['webkitbeginfullscreen', true],
      ['webkitendfullscreen', false],
    ] as const) {
      const change = () => {
        this.#isNative = isNative;
        this.#update();
      };
      video.addEventListener(type, change, { signal });
    }
    this.#update();
  }

  /** @param track null: off */
  choose(track: TextTrack | null): void {
    this.#choice = track?.language ?? null;
    writeChoice(this.#choice);
    this.store.set({ isOn: track !== null });
    this.#show(track);
  }

  /** Turns captions off, or on in the language that was shown last. */
  toggle(): void {
    const { chosen, tracks } = this.store.get();
    if (tracks.length > 0) this.choose(chosen === null ? bestOf(tracks, this.#lastLanguage) : null);
  }

  destroy(): void {
    this.#closing.abort();
    this.#show(null);
    for (const element of this.#elements) element.remove();
  }

  #update(): void {
    const tracks = [...this.#video.textTracks].filter(
      ({ kind }) => kind === 'captions' || kind === 'subtitles',
    );
    this.store.set({ tracks, isOn: this.#choice !== null });
    this.#show(this.#choice === null ? null : bestOf(tracks, this.#choice));
  }

  #show(chosen: TextTrack | null): void {
    const before = this.store.get().chosen;
    before?.removeEventListener('cuechange', this.#onCues);
    chosen?.addEventListener('cuechange', this.#onCues);
    for (const track of this.store.get().tracks) {
      const mode = track === chosen ? (this.#isNative ? 'showing' : 'hidden') : 'disabled';
      if (track.mode !== mode) track.mode = mode;
    }
    if (chosen !== null) this.#lastLanguage = chosen.language;
    this.store.set({ chosen });
    this.#onCues();
  }

  readonly #onCues = (): void => {
    const cues = this.store.get().chosen?.activeCues ?? [];
    const lines = this.#isNative ? [] : [...new Set(Array.from(cues, textOf))].filter((text) => text !== '');
    if (lines.join('\n') !== this.store.get().lines.join('\n')) this.store.set({ lines });
  };
}

/** Viewers who want captions get whichever exist. */
const bestOf = (tracks: readonly TextTrack[], language: string | null): TextTrack | null =>
  tracks.find((track) => track.language === language) ?? tracks[0] ?? null;

function createTrack(video: HTMLVideoElement, { language, label, url }: CaptionTrack): HTMLTrackElement {
  const element = document.createElement('track');
  Object.assign(element, { kind: 'captions', srclang: language, label, src: url });
  video.append(element);
  return element;
}

/** Without tags and escapes. */
function textOf(cue: TextTrackCue): string {
  return 'getCueAsHTML' in cue ? ((cue as VTTCue).getCueAsHTML().textContent ?? '').trim() : '';
}
