/** Asks for URLs as fast as the server answers, from a process of its own (load-worker.ts). */
import { LOAD_CORE, startWorker, type Worker } from './proc.ts';

export interface LoadOrder {
  readonly port: number;
  /** The server's process, for its CPU time. */
  readonly pid: number;
  /** Asked for in turn, each connection from its own place in the list. */
  readonly paths: readonly string[];
  readonly connections: number;
  readonly seconds: number;
}

export interface LoadResult {
  readonly seconds: number;
  /** CPU time, user and system, that the server spent meanwhile. */
  readonly serverCpuSeconds: number;
  /** Answers received whole. */
  readonly requests: number;
  /** Heads and bodies. */
  readonly bytes: number;
  /** Answers of another status than 200, which are counted in nothing else. */
  readonly failures: number;
  /** Share of its core that the generator used: near 1, it and not the server set the pace. */
  readonly busy: number;
}

export interface LoadGenerator extends AsyncDisposable {
  run(order: LoadOrder): Promise<LoadResult>;
}

export async function startLoadGenerator(): Promise<LoadGenerator> {
  const worker: Worker = await startWorker(new URL('./load-worker.ts', import.meta.url), LOAD_CORE);
  return {
    run: (order) => worker.ask<LoadResult>(order),
    [Symbol.asyncDispose]: () => worker[Symbol.asyncDispose](),
  };
}
