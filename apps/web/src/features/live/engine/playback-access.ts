import type { Playback, StreamDetail } from '@tributary/contracts/live';
import { ApiProblem } from '@/lib/api/client.ts';
import type { Cancel, Clock } from './media/environment.ts';
import { Store } from './media/store.ts';

/** The answer to a request for access; its grant for addresses is kept where media is loaded. */
type Opened = Omit<Playback, 'mediaGrant'>;

export type PlaybackAccessState =
  | { readonly kind: 'opening' }
  | {
      readonly kind: 'open';
      readonly playbackUrl: string;
      readonly recordingUrl: string;
      /** Null where the stream is not offered over WebRTC. */
      readonly whepUrl: string | null;
    }
  /** The server gives this browser no access. `wasOpen`: it had access until now. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string; readonly wasOpen: boolean }
  /** The server does not answer; trying again. */
  | { readonly kind: 'failed'; readonly message: string };

/**
 * The gated stream that a browser needs access to.
 * @param isOfClip also where nothing is left of the stream: its clips have its gate
 */
export function gatedStreamOf(
  detail: StreamDetail | null | undefined,
  isOfClip: boolean,
): NonNullable<StreamDetail['stream']> | null {
  const stream = detail?.stream;
  if (!stream || stream.isHidden || stream.gate === null) return null;
  const plays = detail.state === 'live' || detail.state === 'interrupted' || stream.recording !== null;
  return plays || isOfClip ? stream : null;
}

const RETRY_MS = 3_000;

/** Opens playback of a gated stream in this browser, and renews it for as long as the stream is shown. */
export class PlaybackAccess {
  readonly store = new Store<{ state: PlaybackAccessState }>({ state: { kind: 'opening' } });
  readonly #clock: Clock;
  readonly #request: (takeOver: boolean) => Promise<Opened>;
  #cancelTimer: Cancel = () => {};
  /** Rises with each request, so that a late answer of an old one is ignored. */
  #generation = 0;

  constructor(clock: Clock, request: (takeOver: boolean) => Promise<Opened>) {
    this.#clock = clock;
    this.#request = request;
  }

  /** Asks for access now. @param takeOver plays here instead of in another browser */
  async open(takeOver = false): Promise<void> {
    this.close();
    const generation = this.#generation;
    const outcome = await this.#request(takeOver).catch((error: unknown) => error);
    if (generation !== this.#generation) return;
    const wasOpen = this.store.get().state.kind === 'open';
    if (
      outcome instanceof ApiProblem &&
      outcome.status >= 400 &&
      outcome.status < 500 &&
      outcome.status !== 429
    ) {
      const { code, message } = outcome;
      this.store.set({ state: { kind: 'refused', code, message, wasOpen } });
    } else if (outcome instanceof Error) {
      // The access that there is may outlast the failure.
      if (!wasOpen) this.store.set({ state: { kind: 'failed', message: outcome.message } });
      this.#openLater(RETRY_MS);
    } else {
      const { expiresInSeconds, ...urls } = outcome as Opened;
      this.store.set({ state: { kind: 'open', ...urls } });
      this.#openLater(expiresInSeconds * 500);
    }
  }

  /** Renews the access no longer. */
  close(): void {
    this.#generation += 1;
    this.#cancelTimer();
  }

  #openLater(delayMs: number): void {
    this.#cancelTimer = this.#clock.after(delayMs, () => void this.open());
  }
}
