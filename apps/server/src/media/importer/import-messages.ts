/** The messages between the importing process and its parent. The parent trusts none of them. */
import { z } from 'zod';
import { importRefusal } from './import-limits.ts';

export interface ImportJob {
  readonly path: string;
  readonly maxSeconds: number;
  /** The wall time at which the recording begins. */
  readonly startMs: number;
  /** A part of the name of its run. */
  readonly epoch: string;
}

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

export const importMessage = z.discriminatedUnion('type', [
  /** The file can be read. Its duration decides how long the rest may take. */
  z.object({
    type: z.literal('inspected'),
    durationSeconds: z.number().nonnegative(),
    isEncoded: z.boolean(),
  }),
  /** A file of the recording. The process waits for `stored` before it sends another one. */
  z.object({ type: z.literal('file'), path: z.string(), bytes }),
  z.object({ type: z.literal('progress'), share: z.number().min(0).max(1) }),
  z.object({ type: z.literal('thumbnail'), bytes }),
  z.object({ type: z.literal('refused'), refusal: importRefusal }),
  z.object({ type: z.literal('done') }),
]);
export type ImportMessage = z.infer<typeof importMessage>;
