/** The messages between the encoding process and its parent. The parent trusts none of them. */
import { z } from 'zod';
import type { VideoCodec } from '../unit.ts';

/** Frames as MP4 samples, in the order in which they are decoded, and the range of them to encode again. */
export interface EdgeJob {
  readonly codec: VideoCodec;
  /** The body of avcC, hvcC, av1C or vpcC. */
  readonly configuration: Uint8Array;
  readonly frames: readonly { readonly dts: number; readonly pts: number; readonly payload: Uint8Array }[];
  /** The first presentation time to encode, and the first one after it that is not encoded. */
  readonly fromPts: number;
  readonly toPts: number;
  readonly timescale: number;
}

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

export const edgeReply = z.union([
  z.object({
    /** The configuration in the same form. */
    configuration: bytes,
    /** The frames in the order of their presentation, which is that of decoding. */
    frames: z.array(z.object({ pts: z.int(), keyframe: z.boolean(), payload: bytes })),
  }),
  z.object({ failure: z.string() }),
]);
export type EdgeReply = z.infer<typeof edgeReply>;
