import type { VideoTrack } from '../unit.ts';
import { cachedPlaylist } from './cached-playlist.ts';
import { renderMultivariant } from './multivariant-playlist.ts';
import type { CachedPlaylist, Presentation, Rendition, RenditionName } from './presentation.ts';
import type { PublishedRendition } from './published-rendition.ts';

/** A rendition of the ladder in the multivariant playlist. */
export interface LadderVariant {
  readonly name: string;
  readonly track: Pick<VideoTrack, 'codecString' | 'width' | 'height'>;
  readonly frameRate: number;
  /** Bits per second. */
  readonly peakBitrate: number;
  readonly averageBitrate: number;
}

/** The renditions that are made of the source. */
export interface PublishedLadder {
  readonly variants: readonly LadderVariant[];
  readonly published: readonly PublishedRendition[];
  has(name: string): boolean;
  find(name: string): PublishedRendition | undefined;
  request(name: string): PublishedRendition | 'refused';
}

/** The renditions of one live stream. */
export class LivePresentation implements Presentation {
  readonly streamId: string;
  readonly epoch: string;
  /** The renditions that the encoder sends or has sent. */
  source: readonly PublishedRendition<RenditionName>[] = [];
  readonly #ladder: PublishedLadder;
  /** The renditions whose track the encoder sends now. Players that chose another one before keep it. */
  #offered: readonly PublishedRendition<RenditionName>[] = [];
  #frameRate: number | null = null;
  #text = '';
  #multivariant: CachedPlaylist = cachedPlaylist('');

  constructor(streamId: string, epoch: string, ladder: PublishedLadder) {
    this.streamId = streamId;
    this.epoch = epoch;
    this.#ladder = ladder;
  }

  get #all(): readonly PublishedRendition[] {
    const { published } = this.#ladder;
    return published.length === 0 ? this.source : [...this.source, ...published];
  }

  /** The renditions whose track the encoder sends now. */
  get offered(): readonly PublishedRendition<RenditionName>[] {
    return this.#offered;
  }

  /** The number of segments that the renditions of the source have finished together. */
  get finishedSegments(): number {
    let count = 0;
    for (const { edge } of this.source) count += edge.msn;
    return count;
  }

  has(name: RenditionName): boolean {
    return this.source.some((rendition) => rendition.name === name);
  }

  add(rendition: PublishedRendition<RenditionName>): void {
    this.source = [...this.source, rendition];
  }

  /** Lists these renditions in the multivariant playlist from now on. */
  offer(renditions: readonly PublishedRendition<RenditionName>[], frameRate: number | null): void {
    this.#offered = renditions;
    this.#frameRate = frameRate;
  }

  /** Whether every offered rendition has a segment, so that a player can start. */
  get isPlayable(): boolean {
    return this.#offered.length > 0 && this.#offered.every((rendition) => rendition.hasSegments);
  }

  multivariant(): CachedPlaylist {
    const text = this.#renderMultivariant();
    if (text !== this.#text) {
      this.#text = text;
      this.#multivariant = cachedPlaylist(text);
    }
    return this.#multivariant;
  }

  rendition(name: string): Rendition | undefined {
    const rendition = this.source.find((one) => one.name === name);
    if (rendition === undefined) return this.#ladder.find(name);
    return rendition.hasSegments ? rendition : undefined;
  }

  request(name: string): Rendition | 'refused' | undefined {
    return this.#ladder.has(name) ? this.#ladder.request(name) : this.rendition(name);
  }

  /** The EXT-X-RENDITION-REPORT lines for the playlist of `name` (RFC 8216bis section 4.4.5.4). */
  reports(name: string): string {
    let lines = '';
    const ladder = this.#ladder.published.filter(({ isPlayable }) => isPlayable);
    for (const other of [...this.source, ...ladder]) {
      if (other.name === name || other.newest === null || !other.hasSegments) continue;
      const { msn, part } = other.newest;
      lines += `#EXT-X-RENDITION-REPORT:URI="${other.name}.m3u8",LAST-MSN=${msn},LAST-PART=${part}\n`;
    }
    return lines;
  }

  /** Notifies listeners of the media that the last unit added, once all renditions have it. */
  notify(): void {
    const all = this.#all;
    const changed = all.filter((rendition) => rendition.changed);
    if (changed.length === 0) return;
    for (const rendition of all) rendition.invalidate();
    for (const rendition of changed) rendition.notify();
  }

  #renderMultivariant(): string {
    // When the encoder switches from video to audio only, the audio has no segment at first, so the playlist keeps its
    // earlier list until then.
    const playable = this.source.filter((rendition) => rendition.hasSegments);
    const offered = playable.filter((rendition) => this.#offered.includes(rendition));
    const listed = offered.length > 0 ? offered : playable;
    const describe = (rendition: PublishedRendition) => ({
      uri: `${this.epoch}/${rendition.name}.m3u8`,
      peakBitrate: rendition.peakBitrate,
      averageBitrate: rendition.averageBitrate,
    });
    let video = null;
    let audio = null;
    for (const rendition of listed) {
      const { track } = rendition;
      if (track?.kind === 'video') video = { ...describe(rendition), track, frameRate: this.#frameRate };
      else if (track !== null) audio = { ...describe(rendition), track };
    }
    const ladder = this.#ladder.variants.map(({ name, ...variant }) => ({
      ...variant,
      uri: `${this.epoch}/${name}.m3u8`,
    }));
    return renderMultivariant({ video, audio, ladder });
  }
}
