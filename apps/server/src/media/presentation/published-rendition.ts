import { writeInitSection } from '../containers/mp4/init-section.ts';
import type { Track, TrackKind } from '../unit.ts';
import { cachedPlaylist } from './cached-playlist.ts';
import { MediaPlaylist } from './media-playlist.ts';
import type { CachedPlaylist, Edge, Media, Rendition, StoredBytes } from './presentation.ts';
import type { StreamManifests } from './rendition-manifests.ts';
import { type Segment, type SegmentListener, segmentBytes } from './segment.ts';
import { SegmentWindow } from './segment-window.ts';

/** The least duration of a live playlist, in target durations (RFC 8216bis section 6.2.2). */
const MIN_TARGET_DURATIONS = 3;

/**
 * The duration that stays in memory although it is stored, in target durations: enough for viewers at the live edge.
 */
const MEMORY_TARGET_DURATIONS = 4;

export interface PublishedRenditionOptions<Name extends string = string> {
  readonly name: Name;
  readonly kind: TrackKind;
  /** Null if it is known before the first segment, by `useTrack`. */
  readonly track: Track | null;
  readonly partTargetSeconds: number;
  readonly targetDurationSeconds: number;
  readonly windowSeconds: number;
  /** The version of the first initialization section. Default 0. */
  readonly firstInitVersion?: number;
  /** The DISCONTINUITY-SEQUENCE of the first segment. */
  readonly discontinuitySequence: number;
  /** Returns the EXT-X-RENDITION-REPORT lines of the other renditions. */
  readonly reports: () => string;
  /** Null, the default, for a stream that its viewers never exchange. */
  readonly manifests?: Pick<StreamManifests, 'lines'> | null;
}

/** An initialization section, and the track that it describes. */
export interface InitSection {
  readonly track: Track;
  readonly bytes: Uint8Array;
}

/** The bytes of one live rendition that clients can fetch. Its writer reports each segment and part. */
export class PublishedRendition<Name extends string = string> implements Rendition, SegmentListener {
  readonly name: Name;
  readonly kind: TrackKind;
  readonly partTargetSeconds: number;
  readonly targetDurationSeconds: number;
  readonly #window: SegmentWindow;
  readonly #playlist: MediaPlaylist;
  readonly #reports: () => string;
  readonly #manifests: Pick<StreamManifests, 'lines'> | null;
  /** The initialization sections by version, while a segment needs them. */
  readonly #inits = new Map<number, InitSection>();
  #initVersion: number;
  readonly #listeners = new Set<() => void>();
  /** The cached playlists, by whether they are delta updates. */
  readonly #playlists = new Map<boolean, CachedPlaylist>();
  #track: Track | null;
  #open: Segment | null = null;
  #edge: Edge = { msn: 0, part: -1 };
  #newest: Edge | null = null;
  #hasMedia = false;
  #ended = false;
  #changed = false;

  constructor(options: PublishedRenditionOptions<Name>) {
    this.name = options.name;
    this.kind = options.kind;
    this.partTargetSeconds = options.partTargetSeconds;
    this.targetDurationSeconds = options.targetDurationSeconds;
    this.#reports = options.reports;
    this.#manifests = options.manifests ?? null;
    this.#track = options.track;
    this.#initVersion = options.firstInitVersion ?? 0;
    if (options.track !== null) this.#addInit(options.track, writeInitSection(options.track));
    this.#playlist = new MediaPlaylist(options);
    const windowSeconds = Math.max(
      options.windowSeconds,
      MIN_TARGET_DURATIONS * options.targetDurationSeconds,
    );
    this.#window = new SegmentWindow(
      windowSeconds,
      options.discontinuitySequence,
      MEMORY_TARGET_DURATIONS * options.targetDurationSeconds,
    );
  }

  /** Null before the first track is known. */
  get track(): Track | null {
    return this.#track;
  }

  /** The version of the newest initialization section. */
  get initVersion(): number {
    return this.#initVersion;
  }

  get edge(): Edge {
    return this.#edge;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** The newest part in the playlist, which other renditions report; null before the first. */
  get newest(): Edge | null {
    return this.#newest;
  }

  get hasSegments(): boolean {
    return this.#window.segments.length > 0;
  }

  /** Whether the playlist lists a finished segment, which players need, and has media. */
  get isPlayable(): boolean {
    return this.hasSegments && this.#hasMedia;
  }

  /** Media bytes of finished segments, whether or not the playlist still lists them. */
  get finishedBytes(): number {
    return this.#window.bytes;
  }

  /** Media bytes of the finished segments that `shrink` keeps. */
  get minimumBytes(): number {
    return this.#window.bytesOfNewest(MIN_TARGET_DURATIONS * this.targetDurationSeconds);
  }

  /** Drops the oldest segment, unless players need it. @returns whether it did */
  shrink(): boolean {
    if (!this.#window.dropOldest(MIN_TARGET_DURATIONS * this.targetDurationSeconds)) return false;
    this.#dropInits();
    this.#playlists.clear();
    return true;
  }

  get peakBitrate(): number {
    return this.#window.peakBitrate;
  }

  get averageBitrate(): number {
    return this.#window.averageBitrate;
  }

  /** Whether a segment or part was added since the last `notify`. */
  get changed(): boolean {
    return this.#changed;
  }

  /**
   * Uses `track` for the next segments.
   * @returns the version of their initialization section
   */
  useTrack(track: Track): number {
    const bytes = writeInitSection(track);
    const current = this.#inits.get(this.#initVersion);
    if (current === undefined || Buffer.compare(bytes, current.bytes) !== 0) {
      if (this.#inits.size > 0) this.#initVersion += 1;
      this.#addInit(track, bytes);
      this.#dropInits();
    }
    this.#track = track;
    return this.#initVersion;
  }

  /** @param sequence the DISCONTINUITY-SEQUENCE of the first segment, if it was not known at first */
  beginAt(sequence: number): void {
    this.#window.beginAt(sequence);
  }

  segmentOpened(segment: Segment): void {
    this.#open = segment;
    this.#edge = { msn: segment.msn, part: -1 };
    this.#change();
  }

  partAdded(segment: Segment): void {
    this.#edge = { msn: segment.msn, part: segment.parts.length - 1 };
    this.#newest = this.#edge;
    this.#hasMedia ||= segment.parts.at(-1)?.bytes !== null;
    this.#change();
  }

  segmentClosed(segment: Segment): void {
    this.#open = null;
    this.#edge = { msn: segment.msn + 1, part: -1 };
    this.#window.add(segment);
    this.#dropInits();
    this.#change();
  }

  segmentAbandoned(): void {
    this.#open = null;
    this.#change();
  }

  end(): void {
    this.#ended = true;
    this.#change();
  }

  /** Drops the cached playlists, because the other renditions' reports changed. */
  invalidate(): void {
    this.#playlists.clear();
  }

  /** Calls the listeners if a segment or part was added since the last call. */
  notify(): void {
    if (!this.#changed) return;
    this.#changed = false;
    for (const listener of [...this.#listeners]) listener();
  }

  playlist(delta: boolean): CachedPlaylist {
    const cached = this.#playlists.get(delta);
    if (cached !== undefined) return cached;
    const { segments, discontinuitySequence } = this.#window;
    const state = {
      segments,
      discontinuitySequence,
      open: this.#open,
      edge: this.#edge,
      ended: this.#ended,
    };
    const text = this.#playlist.render(state, delta, this.#reports());
    const media = { segments, open: this.#open, init: (version: number) => this.init(version) };
    const signed = this.#manifests?.lines(text, this.name, media) ?? '';
    const rendered = cachedPlaylist(text + signed);
    this.#playlists.set(delta, rendered);
    return rendered;
  }

  init(version: number): Uint8Array | undefined {
    return this.#inits.get(version)?.bytes;
  }

  /** The oldest available segment from `msn` on, finished, and its initialization section. */
  finishedFrom(msn: number): { readonly segment: Segment; readonly init: InitSection } | undefined {
    const segment = this.#window.from(msn);
    const init = segment && this.#inits.get(segment.initVersion);
    return init && { segment, init };
  }

  /** Reports that a segment is stored, and may leave memory. */
  stored(msn: number, copy: StoredBytes): void {
    this.#window.stored(msn, copy);
  }

  part(msn: number, part: number): Media | undefined {
    const segment = this.#open?.msn === msn ? this.#open : this.#window.get(msn);
    return segment?.parts[part]?.bytes ?? undefined;
  }

  segment(msn: number): Media | undefined {
    const segment = this.#window.get(msn);
    return segment === undefined || segment.byteLength === 0 ? undefined : segmentBytes(segment);
  }

  onAdvance(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #addInit(track: Track, bytes: Uint8Array): void {
    this.#track = track;
    this.#inits.set(this.#initVersion, { track, bytes });
  }

  #dropInits(): void {
    const oldest = (this.#window.oldest ?? this.#open)?.initVersion ?? this.#initVersion;
    for (const version of this.#inits.keys()) {
      if (version >= oldest) break;
      this.#inits.delete(version);
    }
  }

  #change(): void {
    this.#changed = true;
    this.#playlists.clear();
  }
}
