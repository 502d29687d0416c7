import { mediaTimescale, writeInitSection } from '../containers/mp4/init-section.ts';
import { type Sample, Segmenter } from '../packager/segmenter.ts';
import { TIMESCALE, type Track } from '../unit.ts';
import { cachedPlaylist } from './cached-playlist.ts';
import { MediaPlaylist } from './media-playlist.ts';
import type { CachedPlaylist, Edge, MediaBytes, Rendition, RenditionName } from './presentation.ts';
import { type Segment, segmentBytes } from './segment.ts';
import { SegmentWindow } from './segment-window.ts';

export interface LiveRenditionOptions {
  readonly name: RenditionName;
  readonly track: Track;
  readonly partTargetSeconds: number;
  readonly targetDurationSeconds: number;
  readonly windowSeconds: number;
  readonly discontinuitySequence: number;
  /** EXT-X-RENDITION-REPORT lines of the renditions beside this one. */
  readonly reports: () => string;
}

/** Where a segment begins, on the presentation's clock of 1/90,000 s. */
export interface SegmentStart {
  readonly msn: number;
  readonly time: number;
  readonly discontinuity: boolean;
  readonly programTimeMs: number;
}

/** One rendition as it grows: what the packager writes and what delivery reads. */
export class LiveRendition implements Rendition {
  readonly name: RenditionName;
  readonly partTargetSeconds: number;
  readonly targetDurationSeconds: number;
  readonly #segmenter: Segmenter;
  readonly #window: SegmentWindow;
  readonly #playlist: MediaPlaylist;
  readonly #reports: () => string;
  /** By version; those that no segment needs any more are dropped. */
  readonly #inits = new Map<number, Uint8Array>();
  #initVersion = 0;
  readonly #listeners = new Set<() => void>();
  readonly #playlists = new Map<boolean, CachedPlaylist>();
  #track: Track;
  #timescale: number;
  #edge: Edge = { msn: 0, part: -1 };
  #newest: Edge | null = null;
  #ended = false;
  #changed = false;

  constructor(options: LiveRenditionOptions) {
    this.name = options.name;
    this.partTargetSeconds = options.partTargetSeconds;
    this.targetDurationSeconds = options.targetDurationSeconds;
    this.#reports = options.reports;
    this.#track = options.track;
    this.#timescale = mediaTimescale(options.track);
    this.#inits.set(0, writeInitSection(options.track));
    this.#playlist = new MediaPlaylist(options);
    const window = Math.max(options.windowSeconds, 3 * options.targetDurationSeconds);
    this.#window = new SegmentWindow(window, options.discontinuitySequence);
    this.#segmenter = new Segmenter(options.name, this.#timescale, options.partTargetSeconds, {
      opened: (segment) => this.#onOpened(segment),
      part: (segment) => this.#onPart(segment),
      closed: (segment) => this.#onClosed(segment),
    });
  }

  get track(): Track {
    return this.#track;
  }

  get edge(): Edge {
    return this.#edge;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The newest part that the playlist lists, for others' rendition reports; null before the first. */
  get newest(): Edge | null {
    return this.#newest;
  }

  get hasSegments(): boolean {
    return this.#window.window.length > 0;
  }

  get isOpen(): boolean {
    return this.#segmenter.open !== null;
  }

  get hasContent(): boolean {
    return this.#segmenter.hasContent;
  }

  /** Media bytes held, in and out of the playlist. */
  get bytesHeld(): number {
    return this.#window.bytes + (this.#segmenter.open?.byteLength ?? 0);
  }

  get peakBitrate(): number {
    return this.#window.peakBitrate;
  }

  get averageBitrate(): number {
    return this.#window.averageBitrate;
  }

  get shortParts(): number {
    return this.#segmenter.shortParts;
  }

  get lateFrames(): number {
    return this.#segmenter.lateFrames;
  }

  /** How far finished media reaches, on the presentation's clock. */
  get reached(): number {
    return this.#toClock(this.#segmenter.cursor);
  }

  /** Where the media ends if nothing more comes, on the presentation's clock. */
  get expectedEnd(): number {
    return this.#toClock(this.#segmenter.expectedEnd);
  }

  /** Other parameter sets, for the segments to come; only between segments. */
  useTrack(track: Track): void {
    this.#track = track;
    const init = writeInitSection(track);
    const last = this.#inits.get(this.#initVersion);
    if (last !== undefined && Buffer.compare(init, last) === 0) return;
    this.#initVersion += 1;
    this.#inits.set(this.#initVersion, init);
    this.#dropInits();
    this.#timescale = mediaTimescale(track);
    this.#segmenter.changeTimescale(this.#timescale, this.partTargetSeconds);
  }

  openSegment(start: SegmentStart): void {
    this.#segmenter.openSegment({
      msn: start.msn,
      start: this.#toTicks(start.time),
      discontinuity: start.discontinuity,
      initVersion: this.#initVersion,
      programTimeMs: start.programTimeMs,
    });
  }

  push(sample: Sample): boolean {
    return this.#segmenter.push(sample);
  }

  /** Ends the open segment at `time` on the presentation's clock; `nextFrame` likewise. */
  closeSegment(time: number, nextFrame?: number): void {
    const next = nextFrame === undefined ? undefined : this.#toTicks(nextFrame);
    this.#segmenter.closeSegment(this.#toTicks(time), next);
  }

  abandonEmpty(): void {
    this.#segmenter.abandonEmpty();
    this.#touch();
  }

  end(): void {
    this.#ended = true;
    this.#touch();
  }

  /** The playlist hangs on others' reports too: drops what was rendered. */
  invalidate(): void {
    this.#playlists.clear();
  }

  /** Tells listeners if anything was added since the last time. */
  announce(): void {
    if (!this.#changed) return;
    this.#changed = false;
    for (const listener of [...this.#listeners]) listener();
  }

  get changed(): boolean {
    return this.#changed;
  }

  playlist(delta: boolean): CachedPlaylist {
    const kept = this.#playlists.get(delta);
    if (kept !== undefined) return kept;
    const { window, discontinuitySequence } = this.#window;
    const { open } = this.#segmenter;
    const state = { window, discontinuitySequence, open, edge: this.#edge, ended: this.#ended };
    const fresh = cachedPlaylist(this.#playlist.render(state, delta, this.#reports()));
    this.#playlists.set(delta, fresh);
    return fresh;
  }

  init(version: number): Uint8Array | undefined {
    return this.#inits.get(version);
  }

  part(msn: number, part: number): MediaBytes | undefined {
    return this.#find(msn)?.parts[part]?.bytes ?? undefined;
  }

  segment(msn: number): MediaBytes | undefined {
    const segment = this.#window.get(msn);
    return segment === undefined || segment.byteLength === 0 ? undefined : segmentBytes(segment);
  }

  onAdvance(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #find(msn: number): Segment | undefined {
    const open = this.#segmenter.open;
    return open?.msn === msn ? open : this.#window.get(msn);
  }

  /** Never after the moment itself; the thousandth is what multiplying there and back may lose. */
  #toTicks(time: number): number {
    return Math.floor((time * this.#timescale) / TIMESCALE + 1e-3);
  }

  #toClock(ticks: number): number {
    return (ticks * TIMESCALE) / this.#timescale;
  }

  #onOpened(segment: Segment): void {
    this.#edge = { msn: segment.msn, part: -1 };
    this.#touch();
  }

  #onPart(segment: Segment): void {
    this.#edge = { msn: segment.msn, part: segment.parts.length - 1 };
    this.#newest = this.#edge;
    this.#touch();
  }

  #onClosed(segment: Segment): void {
    this.#edge = { msn: segment.msn + 1, part: -1 };
    this.#window.add(segment);
    this.#dropInits();
    this.#touch();
  }

  #dropInits(): void {
    const oldest = (this.#window.oldest ?? this.#segmenter.open)?.initVersion ?? this.#initVersion;
    for (const version of this.#inits.keys()) {
      if (version >= oldest) break;
      this.#inits.delete(version);
    }
  }

  #touch(): void {
    this.#changed = true;
    this.#playlists.clear();
  }
}
