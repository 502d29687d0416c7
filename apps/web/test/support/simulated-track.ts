/** The video or the audio of a simulated player: a playlist that is loaded again for each part, and then the part. */
import type { SimulatedDownload, SimulatedLink } from './simulated-link.ts';

export const PART_SECONDS = 1 / 3;
export const PARTS_PER_SEGMENT = 6;
/** hls.js gives up a playlist after so long, and asks again. */
const PLAYLIST_LIMIT_SECONDS = 1.6;

export interface TrackOptions {
  readonly link: SimulatedLink;
  readonly playlistBytes: number;
  readonly partBytes: (part: number) => number;
  /** The time at which a part can be requested. */
  readonly completeAt: (part: number) => number;
  readonly onPart: (part: number, download: SimulatedDownload) => void;
  /** The next part of a segment is requested when the rest of the present one takes no longer than this. */
  readonly earlySeconds?: number;
}

export class SimulatedTrack {
  readonly #options: TrackOptions;
  bufferEnd: number;
  nextPart: number;
  media: SimulatedDownload | null = null;
  /** The part after the present one, and whether it has arrived. */
  #early: { readonly download: SimulatedDownload; isComplete: boolean } | null = null;
  #playlist: SimulatedDownload | null = null;
  /** The parts up to this one are known. */
  #listed: number;
  /** When the playlist of another rendition can be answered; null: it has arrived. */
  #opensAt: number | null = 0;

  constructor(options: TrackOptions, playhead: number) {
    this.#options = options;
    this.bufferEnd = playhead;
    this.nextPart = segmentStart(playhead);
    this.#listed = this.nextPart;
  }

  /** Requests another rendition's playlist, and nothing else until it is there. */
  open(availableAt: number): void {
    this.abort();
    this.#options.link.abort(this.#playlist);
    this.#playlist = null;
    this.#opensAt = availableAt;
    this.nextPart = segmentStart(this.bufferEnd);
  }

  /** Playback goes on from here. */
  skipTo(playhead: number): void {
    this.bufferEnd = Math.max(this.bufferEnd, playhead);
    this.nextPart = Math.max(this.nextPart, segmentStart(playhead));
  }

  abort(): void {
    this.#options.link.abort(this.media);
    this.#options.link.abort(this.#early?.download ?? null);
    this.media = null;
    this.#early = null;
  }

  tick(now: number): void {
    this.#loadPlaylist(now);
    if (this.media === null && this.#opensAt === null && this.nextPart < this.#listed) this.#loadPart(now);
    if (this.#early === null && this.#hasAlmostArrived()) {
      const download = this.#request(this.nextPart + 1, now);
      this.#early = { download, isComplete: false };
    }
  }

  #hasAlmostArrived(): boolean {
    const { media, nextPart } = this;
    const isListed = nextPart + 1 < this.#listed && (nextPart + 1) % PARTS_PER_SEGMENT !== 0;
    if (!isListed || media === null || media.begunAt === null || media.loadedBytes === 0) return false;
    const secondsPerByte = Math.max(0.01, media.progressAt - media.begunAt) / media.loadedBytes;
    return (media.bytes - media.loadedBytes) * secondsPerByte <= (this.#options.earlySeconds ?? 0);
  }

  #loadPlaylist(now: number): void {
    const { link, playlistBytes, completeAt } = this.#options;
    if (this.#playlist !== null && now - this.#playlist.requestedAt > PLAYLIST_LIMIT_SECONDS) {
      // The first playlist of a rendition may wait for its encoder.
      if (this.#opensAt === null || this.#opensAt <= now) {
        link.abort(this.#playlist);
        this.#playlist = null;
      }
    }
    if (this.#playlist !== null) return;
    const availableAt = this.#opensAt ?? completeAt(this.#listed);
    this.#playlist = link.request(playlistBytes, now, availableAt, () => {
      this.#playlist = null;
      this.#opensAt = null;
      const answeredAt = Math.max(now, availableAt);
      while (completeAt(this.#listed) <= answeredAt + 1e-6) this.#listed += 1;
    });
  }

  #loadPart(now: number): void {
    const early = this.#early;
    this.#early = null;
    this.media = early?.download ?? this.#request(this.nextPart, now);
    if (early?.isComplete) this.#finish(this.nextPart, early.download);
  }

  #request(part: number, now: number): SimulatedDownload {
    const { link, partBytes } = this.#options;
    const download = link.request(partBytes(part), now, now, () => {
      if (this.#early?.download === download) this.#early.isComplete = true;
      else this.#finish(part, download);
    });
    return download;
  }

  #finish(part: number, download: SimulatedDownload): void {
    this.media = null;
    this.bufferEnd = Math.max(this.bufferEnd, (part + 1) * PART_SECONDS);
    this.nextPart = part + 1;
    this.#options.onPart(part, download);
  }
}

export function segmentStart(seconds: number): number {
  const part = Math.floor(seconds / PART_SECONDS + 1e-6);
  return part - (part % PARTS_PER_SEGMENT);
}
