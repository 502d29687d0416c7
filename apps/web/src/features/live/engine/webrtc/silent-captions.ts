/**
 * Stands for the captions of a stream while it is played without them, so that the viewer can still turn them on: text
 * tracks without cues.
 */
export class SilentCaptions {
  readonly #elements: readonly HTMLTrackElement[];

  constructor(video: HTMLVideoElement, labels: readonly string[]) {
    this.#elements = labels.map((label) => {
      const element = document.createElement('track');
      Object.assign(element, { kind: 'captions', label });
      video.append(element);
      return element;
    });
  }

  remove(): void {
    for (const element of this.#elements) element.remove();
  }
}

/** The labels of the captions that a video has now. */
export const captionLabelsOf = (video: HTMLVideoElement): string[] =>
  [...video.textTracks].filter(({ kind }) => kind === 'captions').map(({ label }) => label);
