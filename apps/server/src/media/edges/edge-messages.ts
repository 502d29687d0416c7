/** What the encoding process and its parent say to each other. The parent trusts nothing that the process says. */
import { z } from 'zod';
import type { VideoCodec } from '../unit.ts';

/** Frames as MP4 samples, in the order in which they are decoded, and which of them are encoded again. */
export interface EdgeJob {
  readonly codec: VideoCodec;
  /** The body of avcC, hvcC, av1C or vpcC. */
  readonly configuration: Uint8Array;
  readonly frames: readonly { readonly dts: number; readonly pts: number; readonly payload: Uint8Array }[];
  /** The first presentation time that is encoded, and the first one after it that is not. */
  readonly fromPts: number;
  readonly toPts: number;
  readonly timescale: number;
}

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

export const edgeReply = z.union([
  z.object({
    /** In the same form. */
    configuration: bytes,
    /** In the order of their presentation, which is that of decoding. */
    frames: z.array(z.object({ pts: z.int(), keyframe: z.boolean(), payload: bytes })),
  }),
  z.object({ failure: z.string() }),
]);
export type EdgeReply = z.infer<typeof edgeReply>;
