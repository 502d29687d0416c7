import type { Presentation, PresentationSource } from './presentation.ts';

/** The figures of packaging so far. */
export interface PackagingStatistics {
  /** Media bytes that presentations hold. */
  readonly bytesHeld: number;
  /** Parts below 85 % of PART-TARGET that RFC 8216bis section 4.4.4.9 does not allow: the frame rate dropped. */
  readonly shortParts: number;
  /** Frames that came after their time had been given up. */
  readonly lateFrames: number;
  /** Audio frames dropped because their timestamps ran back. */
  readonly surplusAudio: number;
}

/** A packaged stream in the registry. */
export interface PackagedStream {
  /** The presentation that viewers fetch; undefined until there is one. */
  readonly presentation: Presentation | undefined;
  readonly statistics: PackagingStatistics;
  /** The media bytes in memory. */
  readonly bytesHeld: number;
  /** The media bytes that remain after all calls of `shrink`. */
  readonly minimumBytes: number;
  /**
   * Drops the oldest segment, unless players need it.
   * @returns whether it did
   */
  shrink(): boolean;
}

interface Entry {
  readonly channelId: string;
  readonly streamId: string;
  readonly packaged: PackagedStream;
  /** The bytes that the total contains for this stream. */
  countedBytes: number;
}

export interface PresentationRegistryOptions {
  /** How long an ended presentation stays. */
  readonly keepSeconds: number;
  /** The most bytes that all presentations together may hold. */
  readonly memoryBytes: number;
  /**
   * Called for the stream that held the most, when no further segment could be dropped. It has been removed already,
   * and must end.
   */
  readonly onOverflow: (channelId: string, streamId: string) => void;
}

/** A new stream is admitted if the others, shrunk as far as possible, would leave this much. */
const NEW_STREAM_BYTES = 16 * 1024 * 1024;

/**
 * The presentations that can be fetched, by stream, and the limit of their memory. An ended one stays for the
 * length of its live window, so that viewers who are behind see its end and players find the ENDLIST. Over the
 * limit, ended ones go first, then the oldest segments of the largest streams.
 */
export class PresentationRegistry implements PresentationSource {
  readonly #options: PresentationRegistryOptions;
  readonly #entries = new Map<string, Entry>();
  readonly #removals = new Map<string, NodeJS.Timeout>();
  readonly #withheld = new Set<string>();
  readonly #restricted = new Set<string>();
  readonly #exchanged = new Set<string>();
  #bytesHeld = 0;
  /** Counts of presentations that are gone. */
  readonly #past = { shortParts: 0, lateFrames: 0, surplusAudio: 0 };

  constructor(options: PresentationRegistryOptions) {
    this.#options = options;
  }

  presentation(streamId: string): Presentation | undefined {
    return this.#withheld.has(streamId) ? undefined : this.#entries.get(streamId)?.packaged.presentation;
  }

  isRestricted(streamId: string): boolean {
    return this.#restricted.has(streamId);
  }

  /** The media that all presentations hold now, and the sums of the other counts since the process began. */
  statistics(): PackagingStatistics {
    const all = [...this.#entries.values()].map(({ packaged }) => packaged.statistics);
    const sum = (key: keyof PackagingStatistics) => all.reduce((total, one) => total + one[key], 0);
    return {
      bytesHeld: sum('bytesHeld'),
      shortParts: this.#past.shortParts + sum('shortParts'),
      lateFrames: this.#past.lateFrames + sum('lateFrames'),
      surplusAudio: this.#past.surplusAudio + sum('surplusAudio'),
    };
  }

  add(channelId: string, streamId: string, packaged: PackagedStream): void {
    this.remove(streamId);
    this.#entries.set(streamId, { channelId, streamId, packaged, countedBytes: 0 });
  }

  /** Must be called when a stream may hold more than before. */
  grew(streamId: string): void {
    const entry = this.#entries.get(streamId);
    if (entry === undefined) return;
    this.#count(entry);
    if (this.#bytesHeld > this.#options.memoryBytes) this.#makeRoom();
  }

  /** Whether the memory suffices for one more stream. */
  get hasRoom(): boolean {
    let bytes = NEW_STREAM_BYTES;
    for (const [streamId, { packaged }] of this.#entries) {
      if (!this.#removals.has(streamId)) bytes += packaged.minimumBytes;
    }
    return bytes <= this.#options.memoryBytes;
  }

  /** Makes a stream unavailable, whether or not it exists yet, or available again. */
  withhold(streamId: string, isWithheld: boolean): void {
    if (isWithheld) this.#withheld.add(streamId);
    else this.#withheld.delete(streamId);
  }

  /** Requires a right to a stream, whether or not it exists yet, or opens it to all viewers. */
  restrict(streamId: string, isRestricted: boolean): void {
    if (isRestricted) this.#restricted.add(streamId);
    else this.#restricted.delete(streamId);
  }

  /** Whether viewers give the stream to each other now, so that its playlists carry part manifests. */
  isExchanged(streamId: string): boolean {
    return this.#exchanged.has(streamId);
  }

  exchange(streamId: string, isExchanged: boolean): void {
    if (isExchanged) this.#exchanged.add(streamId);
    else this.#exchanged.delete(streamId);
  }

  ended(streamId: string): void {
    if (this.presentation(streamId) === undefined) {
      this.remove(streamId);
      return;
    }
    clearTimeout(this.#removals.get(streamId));
    this.#removals.set(
      streamId,
      setTimeout(() => this.#expire(streamId), this.#options.keepSeconds * 1000),
    );
  }

  /** Removes a presentation at once. */
  remove(streamId: string): void {
    clearTimeout(this.#removals.get(streamId));
    this.#removals.delete(streamId);
    const entry = this.#entries.get(streamId);
    if (entry === undefined) return;
    this.#bytesHeld -= entry.countedBytes;
    const { shortParts, lateFrames, surplusAudio } = entry.packaged.statistics;
    this.#past.shortParts += shortParts;
    this.#past.lateFrames += lateFrames;
    this.#past.surplusAudio += surplusAudio;
    this.#entries.delete(streamId);
  }

  /** Removes all presentations of a channel at once, ended ones too. */
  removeChannel(channelId: string): void {
    for (const entry of this.#entries.values()) {
      if (entry.channelId === channelId) this.remove(entry.streamId);
    }
  }

  close(): void {
    for (const timer of this.#removals.values()) clearTimeout(timer);
    this.#removals.clear();
  }

  /**
   * Removes a presentation and the restrictions of an ended stream; an encoder may be about to continue any other
   * stream.
   */
  #expire(streamId: string): void {
    this.remove(streamId);
    this.#withheld.delete(streamId);
    this.#restricted.delete(streamId);
    this.#exchanged.delete(streamId);
  }

  #count(entry: Entry): void {
    const { bytesHeld } = entry.packaged;
    this.#bytesHeld += bytesHeld - entry.countedBytes;
    entry.countedBytes = bytesHeld;
  }

  #makeRoom(): void {
    const isOver = () => this.#bytesHeld > this.#options.memoryBytes;
    for (const [streamId] of this.#removals) {
      if (isOver()) this.remove(streamId);
    }
    while (isOver()) {
      const largestFirst = [...this.#entries.values()].sort((a, b) => b.countedBytes - a.countedBytes);
      const shrunk = largestFirst.find(({ packaged }) => packaged.shrink());
      if (shrunk !== undefined) {
        this.#count(shrunk);
        continue;
      }
      const [largest] = largestFirst;
      if (largest === undefined) return;
      this.remove(largest.streamId);
      this.#options.onOverflow(largest.channelId, largest.streamId);
    }
  }
}
