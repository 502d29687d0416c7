/** Many encoders in one cheap process (publishers-worker.ts): each replays the clip in real time. */
import { LOAD_CORE, startWorker } from '../lib/proc.ts';

export type PublishersOrder =
  | { readonly type: 'start'; readonly port: number; readonly keys: readonly string[] }
  | { readonly type: 'lag' };

export interface Publishing {
  readonly key: string;
  /** The wall clock, in milliseconds, of media time zero. */
  readonly startedAt: number;
}

export interface Publishers extends AsyncDisposable {
  /** Resolves once all are publishing. They begin evenly spread over a group of pictures, as strangers would. */
  start(port: number, keys: readonly string[]): Promise<readonly Publishing[]>;
  /** The latest, in milliseconds, that any message was sent after its time, since the last call. */
  worstLag(): Promise<number>;
}

export async function startPublishers(): Promise<Publishers> {
  const worker = await startWorker(new URL('./publishers-worker.ts', import.meta.url), LOAD_CORE);
  return {
    start: (port, keys) => worker.ask<Publishing[]>({ type: 'start', port, keys } satisfies PublishersOrder),
    worstLag: () => worker.ask<number>({ type: 'lag' } satisfies PublishersOrder),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
