import { cachedPlaylist } from './cached-playlist.ts';
import type { LiveRendition } from './live-rendition.ts';
import { renderMultivariant } from './multivariant-playlist.ts';
import type { CachedPlaylist, Presentation, Rendition } from './presentation.ts';

/** One stream's renditions under one name. */
export class LivePresentation implements Presentation {
  readonly streamId: string;
  readonly epoch: string;
  readonly #renditions = new Map<string, LiveRendition>();
  /** Renditions whose track the encoder sends now; the others are for players that chose them before. */
  #offered: readonly LiveRendition[] = [];
  #frameRate: number | null = null;
  #text = '';
  #playlists: CachedPlaylist = cachedPlaylist('');

  constructor(streamId: string, epoch: string) {
    this.streamId = streamId;
    this.epoch = epoch;
  }

  get renditions(): readonly LiveRendition[] {
    return [...this.#renditions.values()];
  }

  has(name: string): boolean {
    return this.#renditions.has(name);
  }

  add(rendition: LiveRendition): void {
    this.#renditions.set(rendition.name, rendition);
  }

  /** Lists these in the multivariant playlist from now on. */
  offer(renditions: readonly LiveRendition[], frameRate: number | null): void {
    this.#offered = renditions;
    this.#frameRate = frameRate;
  }

  /** Whether a player would find something to play in all that is offered. */
  get isPlayable(): boolean {
    return this.#offered.length > 0 && this.#offered.every((rendition) => rendition.hasSegments);
  }

  multivariant(): CachedPlaylist {
    const text = this.#renderMultivariant();
    if (text !== this.#text) {
      this.#text = text;
      this.#playlists = cachedPlaylist(text);
    }
    return this.#playlists;
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

  /** Tells those who wait what the last unit added, after all renditions have it. */
  announce(): void {
    const changed = this.renditions.filter((rendition) => rendition.changed);
    if (changed.length === 0) return;
    for (const rendition of this.#renditions.values()) rendition.invalidate();
    for (const rendition of changed) rendition.announce();
  }

  #renderMultivariant(): string {
    // Sound in place of a picture has nothing to play for its first seconds: then what there was.
    const playable = this.renditions.filter((rendition) => rendition.hasSegments);
    const offered = playable.filter((rendition) => this.#offered.includes(rendition));
    const listed = offered.length > 0 ? offered : playable;
    const of = (rendition: LiveRendition) => ({
      uri: `${this.epoch}/${rendition.name}.m3u8`,
      peakBitrate: rendition.peakBitrate,
      averageBitrate: rendition.averageBitrate,
    });
    let video = null;
    let audio = null;
    for (const rendition of listed) {
      const { track } = rendition;
      if (track.kind === 'video') video = { ...of(rendition), track, frameRate: this.#frameRate };
      else audio = { ...of(rendition), track };
    }
    return renderMultivariant({ video, audio });
  }
}
