import type { OpenSource, Source, SourceError } from '../sources/source.ts';
import type { Cancel, Environment } from './environment.ts';
import type { PlayerEvent } from './player-state.ts';
import { StreamProbe } from './stream-probe.ts';

const DECODE_ERROR_WINDOW_MS = 30_000;
const MAX_DECODE_ERRORS = 3;

export interface SourceControllerEvents {
  /** What happened to the source, as a fact for the player's state. */
  onEvent(event: PlayerEvent): void;
  /** The element can be told to play. */
  onReady(): void;
  /** The element shows a frame of the current source. */
  onFirstFrame(): void;
  /** A new source took the place of the old one, or opening one failed. */
  onOpened(): void;
  /** The current source is about to be destroyed; its last frame is still on screen. */
  onClosing(): void;
}

/** Opens the source of one stream at a time, and replaces it when it breaks until the stream plays again. */
export class SourceController<S extends Source = Source> {
  readonly #openSource: OpenSource<S>;
  readonly #environment: Environment;
  readonly #events: SourceControllerEvents;
  readonly #probe: StreamProbe;
  readonly #stopListening: Cancel;
  #url: string | null = null;
  #source: S | null = null;
  /** Rises with each source, so that a late event of an old one is ignored. */
  #generation = 0;
  #loading = true;
  #decodeErrorTimes: number[] = [];

  constructor(openSource: OpenSource<S>, environment: Environment, events: SourceControllerEvents) {
    this.#openSource = openSource;
    this.#environment = environment;
    this.#events = events;
    this.#probe = new StreamProbe(environment, {
      onFound: () => void this.reopen(),
      onNoAnswer: () => this.reportNetworkError(),
      onForbidden: () => events.onEvent({ type: 'network_error', cause: 'forbidden' }),
      onAbsent: () => events.onEvent({ type: 'data_received' }),
      onMissing: () => events.onEvent({ type: 'failed', reason: 'not_found' }),
    });
    this.#stopListening = environment.network.onChange(() => {
      if (environment.network.online) this.probeNow();
      else this.reportNetworkError();
    });
  }

  get source(): S | null {
    return this.#source;
  }

  /** The source has broken off, and the stream is requested until it answers again. */
  get probing(): boolean {
    return this.#probe.running;
  }

  /** Opens `url`, without regard to earlier failures. */
  open(url: string): void {
    this.#url = url;
    this.#probe.reset();
    this.#decodeErrorTimes = [];
    void this.reopen();
  }

  /** Replaces the source by a new one for the same URL. */
  async reopen(): Promise<void> {
    this.#close();
    const url = this.#url;
    if (url === null) return;
    const generation = this.#generation;
    const isCurrent = () => generation === this.#generation;
    let ready = false;
    const source = await this.#openSource(url, {
      onReady: () => {
        ready = true;
        if (isCurrent() && this.#source) this.#events.onReady();
      },
      onFirstFrame: () => isCurrent() && this.#events.onFirstFrame(),
      onData: () => isCurrent() && this.#events.onEvent({ type: 'data_received' }),
      onRequestFailed: () => isCurrent() && this.reportNetworkError(),
      onClosed: () => isCurrent() && this.#events.onEvent({ type: 'closed' }),
      onError: (error) => isCurrent() && this.#onError(error),
    })
      // The player code is fetched on demand: without a network, it is what fails first.
      .catch(() => null);
    if (!isCurrent()) {
      source?.destroy();
      return;
    }
    this.#source = source;
    this.#events.onOpened();
    if (!source) return this.#onError('unreachable');
    if (!this.#loading) source.setLoading(false);
    if (ready) this.#events.onReady();
  }

  /** Closes the stream: nothing is played or requested until `open`. */
  close(): void {
    this.#url = null;
    this.#close();
  }

  /** Stops or starts all downloads of media, for later sources too. */
  setLoading(loading: boolean): void {
    this.#loading = loading;
    this.#source?.setLoading(loading);
  }

  /** The stream plays: the next failure is retried quickly again. */
  onPlaying(): void {
    this.#probe.reset();
  }

  /** Ends the wait for the next attempt, if there is one: the stream is likely to answer now. */
  probeNow(): void {
    if (this.#probe.running && this.#url !== null) this.#probe.askNow(this.#url);
  }

  reportNetworkError(): void {
    const cause = this.#environment.network.online ? 'server_unreachable' : 'offline';
    this.#events.onEvent({ type: 'network_error', cause });
  }

  destroy(): void {
    this.#stopListening();
    this.close();
  }

  #close(): void {
    this.#generation += 1;
    this.#probe.stop();
    const source = this.#source;
    this.#source = null;
    if (!source) return;
    this.#events.onClosing();
    source.destroy();
  }

  #onError(error: SourceError): void {
    if (error === 'unsupported_codec' || (error === 'decode_error' && this.#tooManyDecodeErrors())) {
      this.#events.onEvent({ type: 'failed', reason: error });
    } else if (error === 'decode_error') {
      void this.reopen();
    } else {
      this.reportNetworkError();
      // The broken source keeps its buffer and its last frame on screen until the stream answers again.
      if (this.#url !== null) this.#probe.start(this.#url);
    }
  }

  /** One can be a damaged part; several in a row mean that this browser cannot play the stream. */
  #tooManyDecodeErrors(): boolean {
    const now = this.#environment.clock.now();
    this.#decodeErrorTimes = this.#decodeErrorTimes.filter((time) => now - time < DECODE_ERROR_WINDOW_MS);
    this.#decodeErrorTimes.push(now);
    return this.#decodeErrorTimes.length > MAX_DECODE_ERRORS;
  }
}
