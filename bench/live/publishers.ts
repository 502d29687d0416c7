/** Many encoders in one cheap process (publishers-worker.ts): each replays the clip in real time. */
import { LOAD_CORE, startWorker } from '../lib/proc.ts';

export type PublishersOrder =
  | { readonly type: 'start'; readonly port: number; readonly keys: readonly string[] }
  | { readonly type: 'sent' };

/** For each stream, the wall time in milliseconds at which each video frame was sent. */
export type SentTimes = Readonly<Record<string, readonly number[]>>;

export interface Publishers extends AsyncDisposable {
  /** Resolves once all are publishing. Their starts are evenly spread over a GOP, as with independent encoders. */
  start(port: number, keys: readonly string[]): Promise<void>;
  sent(): Promise<SentTimes>;
}

export async function startPublishers(): Promise<Publishers> {
  const worker = await startWorker(new URL('./publishers-worker.ts', import.meta.url), LOAD_CORE);
  return {
    start: (port, keys) => worker.ask<undefined>({ type: 'start', port, keys } satisfies PublishersOrder),
    sent: () => worker.ask<SentTimes>({ type: 'sent' } satisfies PublishersOrder),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
