import type { Operation, Response } from './api.ts';

/** The answers that came with the page, by their operations; read once. */
let answers: Readonly<Record<string, unknown>> | undefined;

/**
 * What the server has put into the page so that its first screen need not ask. Each is given once:
 * later it would be old.
 */
export function firstData<O extends Operation>(operation: O): Response<O> | undefined {
  answers ??= JSON.parse(document.getElementById('first-data')?.textContent ?? '{}');
  const { [operation]: answer, ...rest } = answers as Record<string, Response<O> | undefined>;
  answers = rest;
  return answer;
}
