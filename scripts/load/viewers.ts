/** Viewers in child processes, a few hundred in each. */

import type { ViewerReport } from '../../apps/server/test/support/simulated/live-viewer.ts';
import { startWorker, type Worker } from '../../bench/lib/proc.ts';

const VIEWERS_PER_WORKER = 250;
/** Viewers do not all come at the same moment. */
export const ARRIVAL_MS = 5_000;

export type ViewersOrder =
  | {
      readonly type: 'watch';
      readonly urls: readonly string[];
      readonly path: string;
      readonly count: number;
      /** The numbers of the first viewer, which choose among the URLs. */
      readonly first: number;
    }
  /** The figures since the last report. */
  | { readonly type: 'report' };

export interface Crowd extends AsyncDisposable {
  takeReports(): Promise<ViewerReport[]>;
}

export async function startCrowd(urls: readonly string[], path: string, viewers: number): Promise<Crowd> {
  await using stack = new AsyncDisposableStack();
  const workers: Worker[] = [];
  for (let first = 0; first < viewers; first += VIEWERS_PER_WORKER) {
    const worker = stack.use(await startWorker(new URL('./viewers-worker.ts', import.meta.url), 'any'));
    const count = Math.min(VIEWERS_PER_WORKER, viewers - first);
    await worker.ask<null>({ type: 'watch', urls, path, count, first } satisfies ViewersOrder);
    workers.push(worker);
  }
  const parts = stack.move();
  return {
    async takeReports() {
      const order: ViewersOrder = { type: 'report' };
      return (await Promise.all(workers.map((worker) => worker.ask<ViewerReport[]>(order)))).flat();
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}
