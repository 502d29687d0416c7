/** Viewers in a process of their own (viewers-worker.ts): some follow the live edge, some have stopped reading. */
import { LOAD_CORE, startWorker } from '../lib/proc.ts';

export type ViewersOrder =
  /** One viewer for each stream follows its video by blocking reloads. */
  | {
      readonly type: 'follow';
      readonly port: number;
      readonly keys: readonly string[];
      readonly fetchParts: boolean;
    }
  /** Viewers that ask for segments and never read; each comes back a second after it was cut off. */
  | { readonly type: 'stall'; readonly port: number; readonly key: string; readonly count: number }
  | { readonly type: 'report' };

export interface PartSeen {
  /** Of its stream. */
  readonly key: string;
  /** Media time at which it ends, in seconds from the stream's first picture. */
  readonly endSeconds: number;
  /** Wall clock, in milliseconds, at which a playlist listed it. */
  readonly listedAt: number;
  /** At which its last byte was there; null where parts are not fetched. */
  readonly receivedAt: number | null;
}

export interface ViewersReport {
  readonly parts: readonly PartSeen[];
  /** The part target of the streams, in milliseconds. */
  readonly partTargetMs: number;
}

export interface Viewers extends AsyncDisposable {
  /** Resolves once each has a first playlist. */
  follow(port: number, keys: readonly string[], fetchParts: boolean): Promise<void>;
  stall(port: number, key: string, count: number): Promise<void>;
  /** What was seen since the last report. */
  report(): Promise<ViewersReport>;
}

export async function startViewers(): Promise<Viewers> {
  const worker = await startWorker(new URL('./viewers-worker.ts', import.meta.url), LOAD_CORE);
  const ask = <Reply>(order: ViewersOrder) => worker.ask<Reply>(order);
  return {
    follow: (port, keys, fetchParts) => ask<undefined>({ type: 'follow', port, keys, fetchParts }),
    stall: (port, key, count) => ask<undefined>({ type: 'stall', port, key, count }),
    report: () => ask<ViewersReport>({ type: 'report' }),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
