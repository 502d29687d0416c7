import { ApiProblem } from '@/lib/api.ts';

/** A failure that no server reported, with a sentence for the person. */
export const failure = (code: string, title: string, cause?: unknown): ApiProblem =>
  new ApiProblem({ type: 'about:blank', title, status: 0, code, instance: '' }, { cause });
