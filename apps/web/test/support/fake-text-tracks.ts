import { vi } from 'vitest';

interface TrackSettings {
  readonly kind: string;
  readonly label: string;
  readonly language: string;
}

/** A text track whose cues a test chooses. */
class FakeTextTrack extends EventTarget implements TrackSettings {
  readonly kind: string;
  readonly label: string;
  readonly language: string;
  mode = 'disabled';
  activeCues: readonly object[] = [];

  constructor({ kind, label, language }: TrackSettings) {
    super();
    this.kind = kind;
    this.label = label;
    this.language = language;
  }

  say(...lines: readonly string[]): void {
    this.activeCues = lines.map((textContent) => ({ getCueAsHTML: () => ({ textContent }) }));
    this.dispatchEvent(new Event('cuechange'));
  }
}

/** A video element that has text tracks and no media. */
export class FakeCaptionedVideo extends EventTarget {
  readonly textTracks = Object.assign(new EventTarget(), {
    list: [] as FakeTextTrack[],
    [Symbol.iterator]() {
      return this.list[Symbol.iterator]();
    },
  });

  constructor() {
    super();
    vi.stubGlobal('document', { createElement: () => ({}) });
  }

  get asElement(): HTMLVideoElement {
    return this as unknown as HTMLVideoElement;
  }

  /** What `<track>` elements do: the track is there as long as its element. */
  append(element: { kind: string; label: string; srclang: string; remove?: () => void }): void {
    const track = this.add({ kind: element.kind, label: element.label, language: element.srclang });
    element.remove = () => {
      this.textTracks.list.splice(this.textTracks.list.indexOf(track), 1);
      this.textTracks.dispatchEvent(new Event('removetrack'));
    };
  }

  /** As ClosedCaptions does where there are captions in the media. */
  add(settings: TrackSettings): FakeTextTrack {
    const track = new FakeTextTrack(settings);
    this.textTracks.list.push(track);
    this.textTracks.dispatchEvent(new Event('addtrack'));
    return track;
  }

  track(label: string): FakeTextTrack {
    const found = this.textTracks.list.find((one) => one.label === label);
    if (found === undefined) throw new Error(`There is no track ${label}`);
    return found;
  }
}
