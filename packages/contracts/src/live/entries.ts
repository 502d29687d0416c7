/** The way in which a viewer came to a stream, which the browser reports with the first play. */
import { z } from 'zod';
import { ENTRY_HOST_MAX, ENTRY_KINDS } from './constants.ts';

export const viewerEntry = z.object({
  kind: z.enum(ENTRY_KINDS),
  /** The other site of `embed` and `external`, without a path; empty: unknown. */
  host: z
    .string()
    .max(ENTRY_HOST_MAX)
    .regex(/^[a-z0-9.-]*$/)
    .catch(''),
});
export type ViewerEntry = z.output<typeof viewerEntry>;
