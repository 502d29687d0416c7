/** Runs the repeated jobs of a feature at once, without a queue. */
import type { Feature } from '#platform/feature.ts';

export async function runRepeatedJobs({ jobs = [] }: Pick<Feature, 'jobs'>): Promise<void> {
  const handlers: ((signal: AbortSignal) => Promise<void>)[] = [];
  for (const register of jobs) {
    register({
      repeat: (_type, _hours, handler) => void handlers.push(handler),
      work: () => undefined,
      send: async () => undefined,
      start: async () => undefined,
      close: async () => undefined,
    });
  }
  for (const run of handlers) await run(new AbortController().signal);
}
