import type { Operation, Response } from './client.ts';

/** The responses embedded in the page, by operation with its parameters filled in. */
let answers: Readonly<Record<string, unknown>> | undefined;

/**
 * Returns a response that the server embedded in the page for its first screen. Each is returned once, since
 * it would be outdated later.
 */
export function firstData<O extends Operation>(
  operation: O,
  params: Readonly<Record<string, string>> = {},
): Response<O> | undefined {
  const request = operation.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '');
  answers ??= JSON.parse(document.getElementById('first-data')?.textContent ?? '{}');
  const { [request]: answer, ...rest } = answers as Record<string, Response<O> | undefined>;
  answers = rest;
  return answer;
}
