import type { PackagerStatistics } from '../packager/packager.ts';
import type { Presentation, PresentationSource } from './presentation.ts';

interface Packaged {
  readonly presentation: Presentation | undefined;
  readonly statistics: PackagerStatistics;
}

/**
 * The presentations that can be fetched. An ended one stays for its window, so that whoever is
 * behind sees it to its end and a player finds the ENDLIST.
 */
export class PresentationRegistry implements PresentationSource {
  readonly #keepMs: number;
  readonly #packaged = new Map<string, Packaged>();
  readonly #leaving = new Map<string, NodeJS.Timeout>();

  constructor(keepSeconds: number) {
    this.#keepMs = keepSeconds * 1000;
  }

  presentation(streamId: string): Presentation | undefined {
    return this.#packaged.get(streamId)?.presentation;
  }

  /** Of all that can be fetched now, added up. */
  statistics(): PackagerStatistics {
    const all = [...this.#packaged.values()].map(({ statistics }) => statistics);
    const sum = (figure: keyof PackagerStatistics) => all.reduce((total, one) => total + one[figure], 0);
    return {
      bytesHeld: sum('bytesHeld'),
      shortParts: sum('shortParts'),
      lateFrames: sum('lateFrames'),
      surplusAudio: sum('surplusAudio'),
    };
  }

  add(streamId: string, packaged: Packaged): void {
    clearTimeout(this.#leaving.get(streamId));
    this.#leaving.delete(streamId);
    this.#packaged.set(streamId, packaged);
  }

  ended(streamId: string): void {
    if (!this.#packaged.has(streamId)) return;
    const leave = () => {
      this.#packaged.delete(streamId);
      this.#leaving.delete(streamId);
    };
    clearTimeout(this.#leaving.get(streamId));
    this.#leaving.set(streamId, setTimeout(leave, this.#keepMs));
  }

  close(): void {
    for (const timer of this.#leaving.values()) clearTimeout(timer);
    this.#leaving.clear();
  }
}
