/** Sends a fixed number of requests per second, however long the responses take (open-loop-load-worker.ts). */
import { startWorker } from './proc.ts';

export interface LoadRequest {
  readonly method?: string;
  readonly path: string;
  readonly cookie?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests that are sent in turn, over and over. */
export interface RequestFlow {
  readonly perSecond: number;
  readonly requests: readonly LoadRequest[];
}

/** What was measured of one flow since the last report. */
export interface FlowReport {
  /** Milliseconds from when a request was due to its response with status 200. */
  readonly latencies: readonly number[];
  /** Responses with status 503 or 429. */
  readonly refused: number;
  readonly failed: number;
}

export type OpenLoopOrder =
  | { readonly type: 'start'; readonly port: number; readonly flows: readonly RequestFlow[] }
  | { readonly type: 'report' }
  /** Stops sending, and waits for pending responses. */
  | { readonly type: 'stop' };

export interface OpenLoopLoad extends AsyncDisposable {
  start(port: number, flows: readonly RequestFlow[]): Promise<void>;
  /** What was measured since the last report, by flow. */
  report(): Promise<readonly FlowReport[]>;
  /** Returns the last report. */
  stop(): Promise<readonly FlowReport[]>;
}

/** Starts the generator in a child process that is not pinned to a core. */
export async function startOpenLoopLoad(): Promise<OpenLoopLoad> {
  const worker = await startWorker(new URL('./open-loop-load-worker.ts', import.meta.url), 'any');
  const send = <Reply>(order: OpenLoopOrder) => worker.ask<Reply>(order);
  return {
    start: async (port, flows) => void (await send<null>({ type: 'start', port, flows })),
    report: () => send({ type: 'report' }),
    stop: () => send({ type: 'stop' }),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
