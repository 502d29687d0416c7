/** A request that is made before hls.js makes it. Its outcome is kept until hls.js asks. */
import type { Loader, LoaderCallbacks, LoaderContext } from 'hls.js';

type Deliver = (callbacks: LoaderCallbacks<LoaderContext>) => void;

export class EarlyRequest {
  readonly url: string;
  readonly loader: Loader<LoaderContext>;
  readonly #onEnd: (isComplete: boolean) => void;
  #receiver: LoaderCallbacks<LoaderContext> | null = null;
  #outcome: Deliver | null = null;
  hasFailed = false;

  /** @param onEnd called once, with whether all has arrived */
  constructor(url: string, loader: Loader<LoaderContext>, onEnd: (isComplete: boolean) => void) {
    this.url = url;
    this.loader = loader;
    this.#onEnd = onEnd;
  }

  /** The callbacks that the loader is given. */
  readonly callbacks: LoaderCallbacks<LoaderContext> = {
    onSuccess: (...args) => this.#end(true, ({ onSuccess }) => onSuccess(...args)),
    onError: (...args) => this.#end(false, ({ onError }) => onError(...args)),
    onTimeout: (...args) => this.#end(false, ({ onTimeout }) => onTimeout(...args)),
    onAbort: (...args) => this.#end(false, ({ onAbort }) => onAbort?.(...args)),
  };

  /** Gives the outcome to hls.js: at once, or when there is one. */
  deliverTo(receiver: LoaderCallbacks<LoaderContext>): void {
    if (this.#outcome === null) this.#receiver = receiver;
    else this.#outcome(receiver);
  }

  /** hls.js hears nothing of it any more. */
  cancel(): void {
    this.#receiver = null;
    this.loader.abort();
    this.loader.destroy();
  }

  #end(isComplete: boolean, outcome: Deliver): void {
    if (this.#outcome !== null) return;
    this.#outcome = outcome;
    this.hasFailed = !isComplete;
    this.#onEnd(isComplete);
    if (this.#receiver !== null) outcome(this.#receiver);
  }
}
