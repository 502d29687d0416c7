/** Requests URLs as fast as the server answers, from a child process (closed-loop-load-worker.ts). */
import { LOAD_CORE, startWorker, type Worker } from './proc.ts';

export interface ClosedLoopOrder {
  readonly port: number;
  /** The server's process, to measure its CPU time. */
  readonly pid: number;
  /** Requested in turn; each connection starts at a different index. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface ClosedLoopResult {
  readonly seconds: number;
  /** CPU time, user and system, that the server spent. */
  readonly serverCpuSeconds: number;
  /** Complete responses. */
  readonly requests: number;
  /** Of headers and bodies. */
  readonly bytes: number;
  /** Responses whose status is not 2xx. */
  readonly failures: number;
  /** The share of its core that the generator used. Near 1, the generator limits the figures, not the server. */
  readonly busy: number;
}

export interface ClosedLoopLoad extends AsyncDisposable {
  run(order: ClosedLoopOrder): Promise<ClosedLoopResult>;
}

export async function startClosedLoopLoad(): Promise<ClosedLoopLoad> {
  const worker: Worker = await startWorker(
    new URL('./closed-loop-load-worker.ts', import.meta.url),
    LOAD_CORE,
  );
  return {
    run: (order) => worker.ask<ClosedLoopResult>(order),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
