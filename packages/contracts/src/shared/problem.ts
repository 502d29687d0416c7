import { z } from 'zod';

/** Problem document (RFC 9457), the body of every failed request: `application/problem+json`. */
export const problem = z.object({
  type: z.string().describe('URI of the kind of problem; `about:blank` if the code says everything'),
  title: z.string().describe('Message for people: what happened and what to do'),
  status: z.int(),
  code: z.string().describe('Stable identifier for programs: `stream_not_found`'),
  instance: z.string().describe('Request id, as in the server log'),
  link: z.string().optional().describe('Path of the page where the person can do something about it'),
  errors: z
    .array(
      z.object({
        pointer: z.string().describe('JSON pointer (RFC 6901) to the field in the request body: `/title`'),
        detail: z.string(),
      }),
    )
    .optional(),
});
export type Problem = z.infer<typeof problem>;
