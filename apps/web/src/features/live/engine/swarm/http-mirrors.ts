/**
 * Mirrors that the admin has approved, as the page loads from them by HTTP while the instance does not answer. What they
 * send is verified as what peers send. No mirror is asked, and none learns of the viewer, while the instance answers.
 */
import { ManifestError } from '@tributary/swarm/manifest/part-manifest';
import type { VerifiedPlaylist } from '@tributary/swarm/playlists/playlist-verifier';
import type { LoadPart } from '@tributary/swarm/session/load-part';
import type { Cancel, Clock } from '../media/environment.ts';

/** A mirror holds a reload until the next part is there. */
const ANSWER_MS = 5_000;
/** A mirror that has nothing new, or that has failed, is asked again after this time. */
const AGAIN_MS = 500;
const MAX_AGAIN_MS = 15_000;
/** Another mirror is asked after as many failures, or answers without news, in a row. */
const MAX_FAILURES = 3;
/** A mirror that has sent something else than what the instance has signed is not asked again for this time. */
const BANNED_MS = 600_000;
/** A part may be requested again that arrived just after the player had given it up, but not each time. */
const MAX_TIMES = 2;
/** Parts whose arrival is remembered. */
const MAX_SENT = 64;

export interface MirrorFigures {
  readonly address: string;
  readonly receivedBytes: number;
  /** Whether media comes from it now. */
  readonly isServing: boolean;
}

export interface HttpMirrors {
  readonly figures: readonly MirrorFigures[];
  /** Bytes of all mirrors, also of those that serve the stream no longer. */
  readonly receivedBytes: number;
  /** Whether media comes from a mirror instead of the instance. */
  readonly isServing: boolean;
  /** The origins of the mirrors that serve the stream, as the instance has named them last. */
  setAddresses(addresses: readonly string[]): void;
  /**
   * Asks mirrors for a playlist until one of them has sent what `verify` accepts.
   * @param verify resolves with null for a playlist without news, and rejects with a `ManifestError`
   * @param done is called once, and media comes from this mirror then
   * @returns a function that ends the wait
   */
  playlist(
    url: string,
    verify: (text: string) => Promise<VerifiedPlaylist | null>,
    done: (playlist: VerifiedPlaylist) => void,
  ): Cancel;
  /** The instance answers again. */
  returned(): void;
  /** Loads from the mirror that serves, or else from the instance. */
  readonly load: LoadPart;
}

export interface HttpMirrorsOptions {
  readonly clock: Clock;
  /** Loads a playlist. Rejects where there is no complete answer. */
  readonly loadText: (url: string, signal: AbortSignal) => Promise<string>;
  readonly load: LoadPart;
  /** Learns of the manifests that the page may have missed until it asked a mirror. Rejects where one is forged. */
  readonly onManifests: (lines: readonly string[]) => Promise<void>;
  /** The mirror that served does so no longer, so that parts come from peers alone. */
  readonly onLost: () => void;
  readonly random?: () => number;
}

interface Mirror {
  readonly address: string;
  receivedBytes: number;
  failures: number;
  retryAtMs: number;
}

export function createHttpMirrors(options: HttpMirrorsOptions): HttpMirrors {
  const { clock, loadText, load, onManifests, onLost, random = Math.random } = options;
  let mirrors: Mirror[] = [];
  let serving: Mirror | null = null;
  let receivedBytes = 0;
  /** The number of times that the serving mirror has sent each part whole. */
  const sent = new Map<string, number>();
  /** The playlists whose earlier manifests are known since a mirror serves. */
  const caughtUp = new Set<string>();

  function setServing(mirror: Mirror | null): void {
    if (mirror === serving) return;
    const isLost = mirror === null;
    serving = mirror;
    sent.clear();
    if (!isLost) return;
    caughtUp.clear();
    onLost();
  }

  function failed(mirror: Mirror, againMs = Math.min(MAX_AGAIN_MS, AGAIN_MS * 2 ** mirror.failures)): void {
    mirror.failures += 1;
    mirror.retryAtMs = clock.now() + againMs;
    if (serving === mirror && (mirror.failures >= MAX_FAILURES || againMs >= BANNED_MS)) setServing(null);
  }

  /** The mirror that serves, or a random one of those that have failed least. */
  function next(): Mirror | null {
    const now = clock.now();
    const ready = mirrors.filter(({ retryAtMs }) => retryAtMs <= now);
    if (serving !== null) return serving;
    const least = Math.min(...ready.map(({ failures }) => failures));
    const best = ready.filter(({ failures }) => failures === least);
    return best[Math.floor(random() * best.length)] ?? null;
  }

  async function ask(
    mirror: Mirror,
    url: string,
    verify: (text: string) => Promise<VerifiedPlaylist | null>,
    signal: AbortSignal,
  ): Promise<VerifiedPlaylist | null> {
    const late = new AbortController();
    const cancel = clock.after(ANSWER_MS, () => late.abort());
    try {
      const text = await loadText(addressAt(mirror, url), AbortSignal.any([signal, late.signal]));
      const playlist = signal.aborted ? null : await verify(text);
      if (playlist === null) {
        failed(mirror, AGAIN_MS);
        return null;
      }
      await catchUp(mirror, url, signal);
      mirror.failures = 0;
      return playlist;
    } catch (error) {
      if (!signal.aborted) failed(mirror, error instanceof ManifestError ? BANNED_MS : undefined);
      return null;
    } finally {
      cancel();
    }
  }

  /** Each manifest has the newest parts only, and the page has loaded no playlist since the instance failed. */
  async function catchUp(mirror: Mirror, url: string, signal: AbortSignal): Promise<void> {
    const { pathname } = new URL(url, mirror.address);
    if (caughtUp.has(pathname)) return;
    caughtUp.add(pathname);
    try {
      const text = await loadText(mirror.address + pathname.replace(/m3u8$/, 'manifests'), signal);
      await onManifests(text.trimEnd().split('\n'));
    } catch (error) {
      // Without them, the newest parts can still be verified.
      caughtUp.delete(pathname);
      if (error instanceof ManifestError) throw error;
    }
  }

  async function loadFromMirror(mirror: Mirror, ...[url, offset, signal]: Parameters<LoadPart>) {
    const times = sent.get(url) ?? 0;
    if (times >= MAX_TIMES) {
      // The engine keeps what it could verify, so that these bytes were wrong.
      failed(mirror, BANNED_MS);
      throw new Error(`${mirror.address} has sent other bytes than the instance has signed.`);
    }
    try {
      const answer = await load(addressAt(mirror, url), offset, signal);
      mirror.receivedBytes += answer.bytes.length;
      receivedBytes += answer.bytes.length;
      if (serving === mirror) sent.set(url, times + 1);
      const [oldest] = sent.keys();
      if (sent.size > MAX_SENT && oldest !== undefined) sent.delete(oldest);
      return answer;
    } catch (error) {
      if (!signal.aborted) failed(mirror, 0);
      throw error;
    }
  }

  return {
    get figures() {
      return mirrors.map((mirror) => ({
        address: mirror.address,
        receivedBytes: mirror.receivedBytes,
        isServing: mirror === serving,
      }));
    },
    get receivedBytes() {
      return receivedBytes;
    },
    get isServing() {
      return serving !== null;
    },
    setAddresses(addresses) {
      const known = new Map(mirrors.map((mirror) => [mirror.address, mirror]));
      mirrors = addresses.map(
        (address) => known.get(address) ?? { address, receivedBytes: 0, failures: 0, retryAtMs: 0 },
      );
      if (serving !== null && !mirrors.includes(serving)) setServing(null);
    },
    playlist(url, verify, done) {
      const over = new AbortController();
      let cancelTimer: Cancel = () => {};
      const attempt = async () => {
        const mirror = next();
        const playlist = mirror === null ? null : await ask(mirror, url, verify, over.signal);
        if (over.signal.aborted) return;
        if (mirror === null || playlist === null) {
          cancelTimer = clock.after(AGAIN_MS, () => void attempt());
          return;
        }
        setServing(mirror);
        done(playlist);
      };
      void attempt();
      return () => {
        over.abort();
        cancelTimer();
      };
    },
    returned() {
      serving = null;
      caughtUp.clear();
      sent.clear();
    },
    load: (...request) => (serving === null ? load(...request) : loadFromMirror(serving, ...request)),
  };
}

/** Mirrors serve at the paths of the instance. */
function addressAt({ address }: Mirror, url: string): string {
  const { pathname, search } = new URL(url, address);
  return address + pathname + search;
}
