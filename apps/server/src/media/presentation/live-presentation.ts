import { cachedPlaylist } from './cached-playlist.ts';
import { renderMultivariant } from './multivariant-playlist.ts';
import type { CachedPlaylist, Presentation, Rendition } from './presentation.ts';
import type { PublishedRendition } from './published-rendition.ts';

/** The renditions of one live stream. */
export class LivePresentation implements Presentation {
  readonly streamId: string;
  readonly epoch: string;
  readonly #renditions = new Map<string, PublishedRendition>();
  /** Renditions whose track the encoder sends now. Players that chose another one before keep it. */
  #offered: readonly PublishedRendition[] = [];
  #frameRate: number | null = null;
  #text = '';
  #multivariant: CachedPlaylist = cachedPlaylist('');

  constructor(streamId: string, epoch: string) {
    this.streamId = streamId;
    this.epoch = epoch;
  }

  get renditions(): readonly PublishedRendition[] {
    return [...this.#renditions.values()];
  }

  /** Those whose track the encoder sends now. */
  get offered(): readonly PublishedRendition[] {
    return this.#offered;
  }

  /** How many segments all renditions together have finished. */
  get finishedSegments(): number {
    let count = 0;
    for (const { edge } of this.#renditions.values()) count += edge.msn;
    return count;
  }

  has(name: string): boolean {
    return this.#renditions.has(name);
  }

  add(rendition: PublishedRendition): void {
    this.#renditions.set(rendition.name, rendition);
  }

  /** Lists these renditions in the multivariant playlist from now on. */
  offer(renditions: readonly PublishedRendition[], frameRate: number | null): void {
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
    const rendition = this.#renditions.get(name);
    return rendition?.hasSegments ? rendition : undefined;
  }

  /** EXT-X-RENDITION-REPORT lines for the playlist of `name` (RFC 8216bis section 4.4.5.4). */
  reports(name: string): string {
    let lines = '';
    for (const other of this.#renditions.values()) {
      if (other.name === name || other.newest === null || !other.hasSegments) continue;
      const { msn, part } = other.newest;
      lines += `#EXT-X-RENDITION-REPORT:URI="${other.name}.m3u8",LAST-MSN=${msn},LAST-PART=${part}\n`;
    }
    return lines;
  }

  /** Notifies listeners of what the last unit added, once all renditions have it. */
  notify(): void {
    const changed = this.renditions.filter((rendition) => rendition.changed);
    if (changed.length === 0) return;
    for (const rendition of this.#renditions.values()) rendition.invalidate();
    for (const rendition of changed) rendition.notify();
  }

  #renderMultivariant(): string {
    // Where the encoder switches from video to audio alone, the audio has no segment at first: until
    // then the playlist lists what it listed before.
    const playable = this.renditions.filter((rendition) => rendition.hasSegments);
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
      if (track.kind === 'video') video = { ...describe(rendition), track, frameRate: this.#frameRate };
      else audio = { ...describe(rendition), track };
    }
    return renderMultivariant({ video, audio });
  }
}
