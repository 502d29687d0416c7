import { z } from 'zod';

/** RFC 9457 problem document, the body of every failed request (`application/problem+json`). */
export const problem = z.object({
  type: z.string().describe('A URI for the kind of problem; `about:blank` where the code says it all'),
  title: z.string().describe('A sentence for a person: what happened and what to do'),
  status: z.int(),
  code: z.string().describe('Stable, for programs: `stream_not_found`'),
  instance: z.string().describe('The request id, to find it in the log'),
  errors: z
    .array(
      z.object({
        pointer: z.string().describe('JSON pointer (RFC 6901) to the field, from the request body: `/title`'),
        detail: z.string(),
      }),
    )
    .optional(),
});
export type Problem = z.infer<typeof problem>;
