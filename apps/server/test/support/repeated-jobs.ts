/** Runs the repeated jobs of a feature, or the one of this name, at once and without a queue. */
import type { Feature } from '#platform/feature.ts';

export async function runRepeatedJobs({ jobs = [] }: Pick<Feature, 'jobs'>, name?: string): Promise<void> {
  const handlers: ((signal: AbortSignal) => Promise<void>)[] = [];
  for (const register of jobs) {
    register({
      repeat: (type, _hours, handler) => {
        if (name === undefined || type.name === name) handlers.push(handler);
      },
      work: () => undefined,
      send: async () => undefined,
      start: async () => undefined,
      close: async () => undefined,
    });
  }
  for (const run of handlers) await run(new AbortController().signal);
}
