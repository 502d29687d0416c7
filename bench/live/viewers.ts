/** Viewers in a child process (viewers-worker.ts): some follow the live edge, some do not read. */
import { LOAD_CORE, startWorker } from '../lib/proc.ts';

export type ViewersOrder =
  /** One viewer of each stream follows its video with blocking reloads. */
  | {
      readonly type: 'follow';
      readonly port: number;
      readonly keys: readonly string[];
      readonly fetchParts: boolean;
    }
  /** Viewers that request segments and never read; each reconnects a second after it was dropped. */
  | { readonly type: 'stall'; readonly port: number; readonly key: string; readonly count: number }
  | { readonly type: 'report' };

export interface PartSeen {
  /** The key of its stream. */
  readonly key: string;
  /** Media time of its end, in seconds from the stream's first video frame. */
  readonly endSeconds: number;
  /** Wall time in milliseconds at which a playlist listed it. */
  readonly listedAt: number;
  /** Wall time in milliseconds of its last byte; null where parts are not fetched. */
  readonly receivedAt: number | null;
}

export interface ViewersReport {
  readonly parts: readonly PartSeen[];
  /** The part target of the streams, in milliseconds. */
  readonly partTargetMs: number;
}

export interface Viewers extends AsyncDisposable {
  /** Resolves once each viewer has its first playlist. */
  follow(port: number, keys: readonly string[], fetchParts: boolean): Promise<void>;
  stall(port: number, key: string, count: number): Promise<void>;
  /** The parts seen since the last report. */
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
