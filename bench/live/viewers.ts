/** Viewers in a process of their own (viewers-worker.ts): some follow the live edge, some have stopped reading. */
import { LOAD_CORE, startWorker } from '../lib/proc.ts';
import type { Publishing } from './publishers.ts';

export type ViewersOrder =
  /** One viewer for each stream follows its video by blocking reloads. */
  | {
      readonly type: 'follow';
      readonly port: number;
      readonly streams: readonly Publishing[];
      readonly fetchParts: boolean;
    }
  /** Viewers that ask for segments and never read; each comes back a second after it was cut off. */
  | { readonly type: 'stall'; readonly port: number; readonly key: string; readonly count: number }
  | { readonly type: 'report' };

export interface ViewersReport {
  /** For each part, milliseconds from the end of its media at the publisher to its notice in a playlist. */
  readonly available: readonly number[];
  /** The same, to its last byte. */
  readonly received: readonly number[];
  /** The part target of the streams, in milliseconds. */
  readonly partTargetMs: number;
  /** How often a stalled viewer was cut off. */
  readonly cutOff: number;
}

export interface Viewers extends AsyncDisposable {
  /** Resolves once each has a first playlist. */
  follow(port: number, streams: readonly Publishing[], fetchParts: boolean): Promise<void>;
  stall(port: number, key: string, count: number): Promise<void>;
  /** What was seen since the last report. */
  report(): Promise<ViewersReport>;
}

export async function startViewers(): Promise<Viewers> {
  const worker = await startWorker(new URL('./viewers-worker.ts', import.meta.url), LOAD_CORE);
  const ask = <Reply>(order: ViewersOrder) => worker.ask<Reply>(order);
  return {
    follow: (port, streams, fetchParts) => ask<undefined>({ type: 'follow', port, streams, fetchParts }),
    stall: (port, key, count) => ask<undefined>({ type: 'stall', port, key, count }),
    report: () => ask<ViewersReport>({ type: 'report' }),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
