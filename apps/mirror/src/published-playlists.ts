/** The playlists of one presentation that the mirror serves, and the requests that wait for the next ones. */
import { hasReached, type MirroredPlaylist } from './mirrored-playlist.ts';

/** Further initialization sections are dropped, the oldest first. */
const MAX_INITS = 64;
/** Some ten seconds of each rendition. */
const MAX_MANIFESTS = 32;

export interface PublishedPlaylist extends Pick<MirroredPlaylist, 'edge' | 'targetDurationSeconds'> {
  readonly text: string;
  readonly isEnded: boolean;
}

export class PublishedPlaylists {
  readonly #playlists = new Map<string, PublishedPlaylist>();
  readonly #inits = new Map<string, Uint8Array>();
  readonly #manifests = new Map<string, string[]>();
  readonly #waiting = new Set<() => void>();

  publish(
    name: string,
    text: string,
    { edge, targetDurationSeconds }: MirroredPlaylist,
    isEnded: boolean,
  ): void {
    this.#playlists.set(name, { text, edge, targetDurationSeconds, isEnded });
    this.#keepManifest(name, text);
    for (const look of [...this.#waiting]) look();
  }

  addInit(uri: string, bytes: Uint8Array): void {
    this.#inits.set(uri, bytes);
    const [oldest] = this.#inits.keys();
    if (this.#inits.size > MAX_INITS && oldest !== undefined) this.#inits.delete(oldest);
  }

  /** The newest manifests of a rendition as their playlists had them, for pages that missed some; null without any. */
  manifests(name: string): string | null {
    const lines = this.#manifests.get(name);
    return lines === undefined ? null : `${lines.join('\n')}\n`;
  }

  #keepManifest(name: string, text: string): void {
    const line = text.split('\n').find((one) => one.startsWith('#EXT-X-TRIBUTARY-MANIFEST:'));
    const lines = this.#manifests.get(name) ?? [];
    if (line === undefined || lines.at(-1) === line) return;
    this.#manifests.set(name, [...lines, line].slice(-MAX_MANIFESTS));
  }

  get(name: string): PublishedPlaylist | null {
    return this.#playlists.get(name) ?? null;
  }

  init(uri: string): Uint8Array | null {
    return this.#inits.get(uri) ?? null;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /**
   * Waits for a part, or for the segment where the part is null.
   * @returns null where it has not come in time, or the signal was aborted
   */
  reached(
    name: string,
    { msn, part }: { readonly msn: number; readonly part: number | null },
    signal: AbortSignal,
  ): Promise<PublishedPlaylist | null> {
    return new Promise((resolve) => {
      const finish = (playlist: PublishedPlaylist | null) => {
        this.#waiting.delete(look);
        clearTimeout(timer);
        resolve(playlist);
      };
      const look = () => {
        const playlist = this.get(name);
        if (playlist === null) return;
        if (playlist.isEnded || hasReached(playlist.edge, msn, part)) finish(playlist);
      };
      // Three target durations (RFC 8216bis section 6.2.5.2).
      const waitMs = (this.get(name)?.targetDurationSeconds ?? 1) * 3000;
      const timer = setTimeout(() => finish(null), waitMs);
      signal.addEventListener('abort', () => finish(null));
      this.#waiting.add(look);
      look();
    });
  }
}
