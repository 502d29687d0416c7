/** The parts of the segments that playlists have listed: a segment consists of its parts, byte for byte. */
import type { LevelDetails } from 'hls.js';

/** Some minutes of a rendition with its sound. */
const MAX_SEGMENTS = 128;

interface Listed {
  /** The complete ones. */
  readonly fragments: readonly Pick<LevelDetails['fragments'][number], 'sn' | 'url'>[];
  readonly partList:
    | readonly { readonly url: string; readonly index: number; readonly fragment: { readonly sn: number } }[]
    | null;
}

export class SegmentParts {
  readonly #parts = new Map<string, readonly string[]>();

  /** Notes the parts of each complete segment whose parts are all listed. */
  read({ fragments, partList }: Listed): void {
    const first = partList?.[0]?.fragment.sn ?? Number.POSITIVE_INFINITY;
    for (const { sn, url } of fragments) {
      if (sn < first || this.#parts.has(url)) continue;
      const parts = partList?.filter(({ fragment }) => fragment.sn === sn) ?? [];
      const isWhole = parts.length > 0 && parts.every(({ index }, position) => index === position);
      const urls = parts.map((part) => part.url);
      if (isWhole) this.#parts.set(url, urls);
    }
    for (const url of this.#parts.keys()) {
      if (this.#parts.size <= MAX_SEGMENTS) return;
      this.#parts.delete(url);
    }
  }

  /** The URLs of a segment's parts in their order; undefined where they are not known. */
  of(url: string): readonly string[] | undefined {
    return this.#parts.get(url);
  }
}
