/** A load that does not wait: so many requests a second, however long their answers take. */
import { startWorker } from './proc.ts';

export interface Ask {
  readonly method?: string;
  readonly path: string;
  readonly cookie?: string;
  readonly body?: string;
}

/** Its requests are sent in turn, again and again. */
export interface Flow {
  readonly perSecond: number;
  readonly requests: readonly Ask[];
}

/** Of one flow, since the last question. */
export interface Timed {
  /** Milliseconds of those that were answered with 200. */
  readonly delays: readonly number[];
  /** Answers with 503 or 429. */
  readonly turnedAway: number;
  readonly failed: number;
}

export type SteadyOrder =
  | { readonly type: 'start'; readonly port: number; readonly flows: readonly Flow[] }
  | { readonly type: 'report' }
  /** Sends no more, and waits for what is under way. */
  | { readonly type: 'stop' };

export interface SteadyLoad extends AsyncDisposable {
  start(port: number, flows: readonly Flow[]): Promise<void>;
  /** What was measured since the last question, flow by flow. */
  report(): Promise<readonly Timed[]>;
  /** The last report. */
  stop(): Promise<readonly Timed[]>;
}

/** The load comes from a process of its own, pinned to no core. */
export async function openSteadyLoad(): Promise<SteadyLoad> {
  const worker = await startWorker(new URL('./steady-worker.ts', import.meta.url), 'any');
  const tell = <Reply>(order: SteadyOrder) => worker.ask<Reply>(order);
  return {
    start: async (port, flows) => void (await tell<null>({ type: 'start', port, flows })),
    report: () => tell({ type: 'report' }),
    stop: () => tell({ type: 'stop' }),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
