/** What the process says, beside units. The transcoder trusts none of it. */
import { z } from 'zod';

const configuration = z.base64().transform((text): Uint8Array => new Uint8Array(Buffer.from(text, 'base64')));

/** The track of an output. */
export const outputTrack = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('video'),
    codec: z.literal('h264'),
    codecString: z.string().max(64),
    width: z.int().min(1).max(16_384),
    height: z.int().min(1).max(16_384),
    frameRate: z.number().positive().nullable(),
    configuration,
  }),
  z.object({
    kind: z.literal('audio'),
    codec: z.literal('opus'),
    codecString: z.string().max(64),
    sampleRate: z.int().positive(),
    channels: z.int().min(1).max(8),
    samplesPerFrame: z.int().positive().nullable(),
    configuration,
  }),
]);

const count = z.int().nonnegative();

export const processStatistics = z.object({
  cpuMs: z.number().nonnegative(),
  /** Units of the source that did not decode. */
  damagedUnits: count,
  outputs: z.array(
    z.object({
      id: z.int().positive(),
      /** Null before the first frame. */
      encoder: z.string().max(64).nullable(),
      /** Seconds of media that are encoded in a second of work. */
      speed: z.number().nonnegative().nullable(),
    }),
  ),
});
export type ProcessStatistics = z.infer<typeof processStatistics>;

export const failure = z.object({ message: z.string() });
export type Failure = z.infer<typeof failure>;
