import type { Operation, Response } from './api.ts';

/** The responses embedded in the page, by operation. */
let answers: Readonly<Record<string, unknown>> | undefined;

/**
 * Returns a response that the server embedded in the page for its first screen. Each is returned once, since
 * it would be outdated later.
 */
export function firstData<O extends Operation>(operation: O): Response<O> | undefined {
  answers ??= JSON.parse(document.getElementById('first-data')?.textContent ?? '{}');
  const { [operation]: answer, ...rest } = answers as Record<string, Response<O> | undefined>;
  answers = rest;
  return answer;
}
