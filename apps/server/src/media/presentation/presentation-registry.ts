import type { Presentation, PresentationSource } from './presentation.ts';

/** What packaging has done so far. */
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

interface Entry {
  readonly presentation: Presentation | undefined;
  readonly statistics: PackagingStatistics;
}

/**
 * The presentations that can be fetched, by stream. An ended one stays for the length of its live
 * window, so that viewers who are behind see its end and players find the ENDLIST.
 */
export class PresentationRegistry implements PresentationSource {
  readonly #keepMs: number;
  readonly #entries = new Map<string, Entry>();
  readonly #removals = new Map<string, NodeJS.Timeout>();

  constructor(keepSeconds: number) {
    this.#keepMs = keepSeconds * 1000;
  }

  presentation(streamId: string): Presentation | undefined {
    return this.#entries.get(streamId)?.presentation;
  }

  /** The sums over all presentations that can be fetched now. */
  statistics(): PackagingStatistics {
    const all = [...this.#entries.values()].map(({ statistics }) => statistics);
    const sum = (key: keyof PackagingStatistics) => all.reduce((total, one) => total + one[key], 0);
    return {
      bytesHeld: sum('bytesHeld'),
      shortParts: sum('shortParts'),
      lateFrames: sum('lateFrames'),
      surplusAudio: sum('surplusAudio'),
    };
  }

  add(streamId: string, entry: Entry): void {
    clearTimeout(this.#removals.get(streamId));
    this.#removals.delete(streamId);
    this.#entries.set(streamId, entry);
  }

  ended(streamId: string): void {
    if (!this.#entries.has(streamId)) return;
    clearTimeout(this.#removals.get(streamId));
    this.#removals.set(
      streamId,
      setTimeout(() => this.remove(streamId), this.#keepMs),
    );
  }

  /** Forgets a presentation at once. */
  remove(streamId: string): void {
    clearTimeout(this.#removals.get(streamId));
    this.#removals.delete(streamId);
    this.#entries.delete(streamId);
  }

  close(): void {
    for (const timer of this.#removals.values()) clearTimeout(timer);
    this.#removals.clear();
  }
}
