/** Sums up how the tests of several runs of Vitest ended. */
import { z } from 'zod';

/** The part of the report of Vitest's `json` reporter that is read here. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

export interface Failure {
  readonly file: string;
  /** The full title of the test, or null where the file itself could not run. */
  readonly title: string | null;
  /** How many of the runs it failed in. */
  readonly count: number;
  /** The first line of what it said last. */
  readonly message: string;
}

/** Collects failures over runs. */
export class Outcomes {
  readonly #failures = new Map<string, Failure>();

  /** @param report the JSON of one run. @returns how many tests have failed in it */
  add(report: unknown): number {
    let failed = 0;
    for (const { name: file, status, message, assertionResults } of reportSchema.parse(report).testResults) {
      const tests = assertionResults.filter((test) => test.status === 'failed');
      for (const { fullName, failureMessages } of tests) this.#count(file, fullName, failureMessages?.[0]);
      if (status === 'failed' && tests.length === 0) this.#count(file, null, message);
      failed += tests.length || Number(status === 'failed');
    }
    return failed;
  }

  /** The most frequent ones first. */
  get failures(): Failure[] {
    return [...this.#failures.values()].sort((a, b) => b.count - a.count);
  }

  #count(file: string, title: string | null, message = ''): void {
    const key = JSON.stringify([file, title]);
    const count = (this.#failures.get(key)?.count ?? 0) + 1;
    this.#failures.set(key, { file, title, count, message: message.split('\n', 1)[0] ?? '' });
  }
}
