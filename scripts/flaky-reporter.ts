/** A Vitest reporter that names the tests that passed at their second try only. Each one needs a fix. */
import type { Reporter, TestCase } from 'vitest/node';

export default class FlakyReporter implements Reporter {
  readonly #flaky: string[] = [];

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#flaky.push(`${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestRunEnd(): void {
    if (this.#flaky.length === 0) return;
    const list = this.#flaky.join('\n  ');
    process.stdout.write(`\n${this.#flaky.length} flaky, passed at the second try:\n  ${list}\n`);
  }
}
