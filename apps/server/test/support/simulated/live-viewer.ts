/**
 * A viewer of a live stream: follows its video by blocking reloads (`_HLS_msn`, `_HLS_part`), fetches every part, and plays
 * what it has against the clock, so that it knows when a player would have stood still.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { createEdgeReader } from './edge-reader.ts';

const RETRY_MS = 200;
const POLL_MS = 200;
const REQUEST_MS = 6_000;
/** Playback begins with this much media in the buffer: three parts, as PART-HOLD-BACK requires. */
const START_SECONDS = 1;
/** A player that is further behind than this catches up, so that its buffer does not hide what comes late. */
const BUFFER_MAX_SECONDS = 1.5;

export interface ViewerReport {
  parts: number;
  bytes: number;
  /** Requests that failed or were refused. */
  failures: number;
  /** How long the player stood still. */
  stalledMs: number;
  /** The milliseconds of blocking reloads, and of parts. */
  readonly reloadMs: number[];
  readonly partMs: number[];
  /** From the first request to playback; null: it has not begun. */
  startupMs: number | null;
}

const emptyReport = (): ViewerReport => ({
  parts: 0,
  bytes: 0,
  failures: 0,
  stalledMs: 0,
  reloadMs: [],
  partMs: [],
  startupMs: null,
});

class RequestFailed extends Error {}

export class LiveViewer {
  readonly #servers: readonly string[];
  readonly #path: () => string | null;
  readonly #fetchParts: boolean;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  readonly #startedMs = performance.now();
  #home: number;
  #server: number;
  #report = emptyReport();
  #startupMs: number | null = null;
  /** When playback would be at the media time zero; null: it has not begun. */
  #playbackMs: number | null = null;
  #bufferedSeconds = 0;

  /** @param path of the multivariant playlist; null: there is nothing to watch now @param home the server to ask, as long as it answers */
  constructor(servers: readonly string[], path: () => string | null, home = 0, fetchParts = true) {
    this.#servers = servers;
    this.#path = path;
    this.#fetchParts = fetchParts;
    this.#home = home;
    this.#server = home;
    this.#running = this.#run();
  }

  /** Returns the figures since the last call. A stall that goes on counts until now. */
  takeReport(): ViewerReport {
    this.#advance();
    const report = this.#report;
    this.#report = emptyReport();
    return { ...report, startupMs: this.#startupMs };
  }

  /** Asks its own server again. */
  goHome(): void {
    this.#server = this.#home;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#watch();
      } catch (error) {
        if (this.#stopping.signal.aborted) return;
        this.#report.failures++;
        // A server that answers is kept, one that does not is left, as by a load balancer.
        if (!(error instanceof RequestFailed)) this.#server = (this.#server + 1) % this.#servers.length;
        await delay(RETRY_MS, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
      }
    }
  }

  async #watch(): Promise<void> {
    const path = this.#path();
    if (path === null) return delay(POLL_MS, undefined, { signal: this.#stopping.signal });
    const server = this.#server;
    const base = new URL(path, this.#servers[server]);
    const uri = /^\S*video\.m3u8$/m.exec(await this.#text(base))?.[0];
    if (uri === undefined) throw new RequestFailed();
    const playlist = new URL(uri, base);
    const edge = createEdgeReader();
    let end = edge.read(await this.#text(playlist)).at(-1)?.endSeconds ?? 0;
    while (server === this.#server) {
      const { msn, part } = edge.next;
      const from = performance.now();
      const text = await this.#text(new URL(`?_HLS_msn=${msn}&_HLS_part=${part}&_HLS_skip=YES`, playlist));
      this.#report.reloadMs.push(performance.now() - from);
      const fresh = edge.read(text);
      for (const { uri: partUri, endSeconds } of fresh) {
        if (this.#fetchParts) {
          const fromMs = performance.now();
          this.#report.bytes += (await this.#get(new URL(partUri, playlist))).byteLength;
          this.#report.partMs.push(performance.now() - fromMs);
        }
        this.#receive(Math.max(0, endSeconds - end));
        end = endSeconds;
      }
      // Such a playlist has no preload hint, so that its last parts would count as new each time.
      if (text.includes('#EXT-X-ENDLIST')) throw new RequestFailed();
    }
  }

  #receive(seconds: number): void {
    this.#report.parts++;
    this.#advance();
    this.#bufferedSeconds += seconds;
    if (this.#playbackMs === null && this.#bufferedSeconds >= START_SECONDS) {
      this.#playbackMs = performance.now();
      this.#startupMs = this.#playbackMs - this.#startedMs;
    }
    if (this.#playbackMs === null) return;
    const aheadMs = 1000 * this.#bufferedSeconds - (performance.now() - this.#playbackMs);
    this.#playbackMs -= Math.max(0, aheadMs - 1000 * BUFFER_MAX_SECONDS);
  }

  /** Moves playback to now, or to the end of the buffer. */
  #advance(): void {
    if (this.#playbackMs === null) return;
    const missingMs = performance.now() - this.#playbackMs - 1000 * this.#bufferedSeconds;
    if (missingMs <= 0) return;
    this.#playbackMs += missingMs;
    this.#report.stalledMs += missingMs;
  }

  async #text(url: URL): Promise<string> {
    return new TextDecoder().decode(await this.#get(url));
  }

  async #get(url: URL): Promise<ArrayBuffer> {
    const response = await this.#fetch(url).catch((error: unknown) => {
      // As browsers do: the server may have closed an idle connection just before it was used again.
      if (error instanceof TypeError) return this.#fetch(url);
      throw error;
    });
    const body = await response.arrayBuffer();
    if (response.status !== 200)
      throw new RequestFailed(`${url.pathname} was answered with ${response.status}.`);
    return body;
  }

  #fetch(url: URL): Promise<Response> {
    const signal = AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(REQUEST_MS)]);
    return fetch(url, { signal });
  }
}
