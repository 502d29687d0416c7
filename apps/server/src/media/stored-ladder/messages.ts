/** The messages between the encoding process and its parent, which trusts none of those that it receives. */
import { z } from 'zod';
import type { VideoRendition } from '../transcoder/index.ts';
import type { VideoTrack } from '../unit.ts';

/** A segment of the source, with times in ticks. */
export interface SourceSegment {
  readonly msn: number;
  /** In the order of decoding. */
  readonly frames: readonly {
    readonly dts: number;
    readonly pts: number;
    readonly keyframe: boolean;
    readonly payload: Uint8Array;
  }[];
  /** When its first frame is shown: frames that are shown earlier belong to the segment before it. */
  readonly startPts: number;
  /** When its last frame ends, where no segment follows. */
  readonly endPts: number;
  /** False: it is only decoded, since frames of its neighbors refer to it. */
  readonly isEncoded: boolean;
}

export type EncoderOrder =
  /** The units that follow have this track, and begin anew. */
  | { readonly kind: 'open'; readonly track: VideoTrack; readonly renditions: readonly VideoRendition[] }
  | { readonly kind: 'segment'; readonly segment: SourceSegment }
  /** No segment follows the last one. */
  | { readonly kind: 'end' };

const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** The segments that became complete, which may be fewer than were sent: some frames of one come with the next. */
export const encoderReply = z.union([
  z.object({
    segments: z.array(
      z.object({
        msn: z.int().nonnegative(),
        /** Without renditions where none of its frames could be decoded. */
        renditions: z.array(
          z.object({
            name: z.string(),
            init: bytes,
            codecString: z.string(),
            width: z.int().positive(),
            height: z.int().positive(),
            bytes,
          }),
        ),
      }),
    ),
  }),
  z.object({ failure: z.string() }),
]);
export type EncoderReply = z.infer<typeof encoderReply>;
export type EncodedSegment = Extract<EncoderReply, { segments: unknown }>['segments'][number];
