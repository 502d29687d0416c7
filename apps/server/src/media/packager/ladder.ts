import { highProfileCodec } from '../codecs/h264-level.ts';
import type { LadderControl, LadderSource, TranscoderOutput, VideoRendition } from '../ports.ts';
import type { LadderVariant } from '../presentation/live-presentation.ts';
import { PublishedRendition } from '../presentation/published-rendition.ts';
import type { StreamManifests } from '../presentation/rendition-manifests.ts';
import type { VideoTrack } from '../unit.ts';
import type { SegmentBoundary, SegmentFollower } from './segment-aligner.ts';
import { TranscodedRendition } from './transcoded-rendition.ts';

/** The length of the playlists of renditions without recording, in seconds. */
const WINDOW_SECONDS = 60;

/** The number of boundaries that a rendition may list as gaps when it begins. */
const BOUNDARIES_KEPT = 4;

/** The state of the source when a rendition begins. */
export interface LadderOptions {
  readonly streamId: string;
  readonly targetDurationSeconds: () => number;
  /** The PART-TARGET for frames that last this many times as long as the source's. */
  readonly partTargetSeconds: (frameRateDivisor: number) => number;
  readonly source: () => LadderSource;
  readonly reports: (name: string) => string;
  readonly manifests: StreamManifests | null;
  readonly onChange: () => void;
}

interface Entry {
  readonly rendition: VideoRendition;
  made: TranscodedRendition | null;
}

/** The renditions that are made of a live stream's source, while they are needed. */
export class Ladder implements LadderControl, SegmentFollower {
  readonly #options: LadderOptions;
  #entries = new Map<string, Entry>();
  /**
   * The version of the next initialization section of each name, whatever was offered before: the content of a URL
   * never changes.
   */
  readonly #initVersions = new Map<string, number>();
  /** The renditions that are being made. */
  made: readonly TranscodedRendition[] = [];
  published: readonly PublishedRendition[] = [];
  #recent: SegmentBoundary[] = [];
  #onRequest: (name: string) => boolean = () => false;
  #ended = false;

  constructor(options: LadderOptions) {
    this.#options = options;
  }

  get source(): LadderSource {
    return this.#options.source();
  }

  /** The variants of the multivariant playlist, in the order in which they were offered. */
  get variants(): readonly LadderVariant[] {
    return [...this.#entries.values()].map(({ rendition, made }) => {
      const { name, width, height, frameRateDivisor, bitsPerSecond } = rendition;
      const frameRate = (this.source.frameRate ?? 30) / frameRateDivisor;
      const { track = null, peakBitrate = 0, averageBitrate = 0 } = made?.published ?? {};
      const codecString = track?.codecString ?? highProfileCodec(width, height, frameRate);
      return {
        name,
        frameRate,
        track: { codecString, width, height },
        // Before it is made, the bitrate that its encoder may reach is declared.
        peakBitrate: Math.max(peakBitrate, bitsPerSecond * 1.1),
        averageBitrate: averageBitrate || bitsPerSecond,
      };
    });
  }

  offer(renditions: readonly VideoRendition[]): void {
    for (const name of this.#entries.keys()) this.stop(name);
    this.#entries = new Map(renditions.map((rendition) => [rendition.name, { rendition, made: null }]));
  }

  start(name: string): TranscoderOutput<VideoTrack> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`Stream ${this.#options.streamId} offers no rendition ${name}.`);
    entry.made ??= this.#make(entry.rendition);
    this.#list();
    return entry.made;
  }

  stop(name: string): void {
    const entry = this.#entries.get(name);
    const made = entry?.made ?? null;
    if (entry === undefined || made === null) return;
    entry.made = null;
    this.#initVersions.set(name, made.published.initVersion + 1);
    this.#list();
    // Requests that wait for it are answered again.
    made.end();
    made.published.notify();
    this.#options.onChange();
  }

  onRequest(listener: (name: string) => boolean): void {
    this.#onRequest = listener;
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  find(name: string): PublishedRendition | undefined {
    return this.#entries.get(name)?.made?.published;
  }

  /**
   * Handles a viewer's request of a playlist.
   * @returns 'refused' if the rendition cannot be made now
   */
  request(name: string): PublishedRendition | 'refused' {
    if (this.#ended) return this.find(name) ?? 'refused';
    return this.#onRequest(name) ? (this.find(name) ?? 'refused') : 'refused';
  }

  onBoundary(boundary: SegmentBoundary): void {
    if (boundary.begins) this.#recent = [];
    this.#recent = [...this.#recent, boundary].slice(-BOUNDARIES_KEPT);
    for (const made of this.made) made.onBoundary(boundary);
  }

  onSourceBreak(lastMsn: number, end: number): void {
    this.#recent = [];
    for (const made of this.made) made.onSourceBreak(lastMsn, end);
  }

  end(): void {
    this.#ended = true;
    for (const made of this.made) made.end();
  }

  #list(): void {
    this.made = [...this.#entries.values()].flatMap(({ made }) => made ?? []);
    this.published = this.made.map(({ published }) => published);
  }

  #make({ name, frameRateDivisor }: VideoRendition): TranscodedRendition {
    const { targetDurationSeconds, partTargetSeconds, reports, manifests, onChange } = this.#options;
    const published = new PublishedRendition({
      name,
      kind: 'video',
      track: null,
      firstInitVersion: this.#initVersions.get(name) ?? 0,
      partTargetSeconds: partTargetSeconds(frameRateDivisor),
      targetDurationSeconds: targetDurationSeconds(),
      windowSeconds: WINDOW_SECONDS,
      discontinuitySequence: 0,
      reports: () => reports(name),
      manifests,
    });
    const made = new TranscodedRendition(published, onChange);
    for (const boundary of this.#recent) made.onBoundary(boundary);
    return made;
  }
}
