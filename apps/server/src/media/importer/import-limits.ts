/** The limits of imported files, and the reasons for refusing one. */
import { z } from 'zod';

export const MAX_WIDTH = 4096;
export const MAX_HEIGHT = 2304;
export const MAX_FRAME_RATE = 120;
export const MAX_STREAMS = 32;

export const importRefusal = z.discriminatedUnion('code', [
  /** The container is not accepted, or damaged at its beginning. */
  z.object({ code: z.literal('unreadable') }),
  /** The file has neither video nor audio. */
  z.object({ code: z.literal('no_media') }),
  /** No decoder reads any frame of the video, or of the audio of a file without video. */
  z.object({ code: z.literal('undecodable') }),
  z.object({ code: z.literal('too_long'), maxSeconds: z.number() }),
  z.object({ code: z.literal('frame_too_large'), width: z.number(), height: z.number() }),
  z.object({ code: z.literal('frame_rate_too_high'), frameRate: z.number() }),
  z.object({ code: z.literal('too_many_streams'), count: z.number() }),
  /** Video and audio are so far apart in the file that they cannot be combined in bounded memory. */
  z.object({ code: z.literal('not_interleaved') }),
  /** The process died: it needed too much memory, or the file broke a decoder. */
  z.object({ code: z.literal('crashed') }),
  z.object({ code: z.literal('too_slow') }),
]);
export type ImportRefusal = z.infer<typeof importRefusal>;

/** The file is refused. */
export class ImportRefused extends Error {
  override readonly name = 'ImportRefused';
  readonly refusal: ImportRefusal;

  constructor(refusal: ImportRefusal) {
    super(`The file is refused: ${refusal.code}.`);
    this.refusal = refusal;
  }
}
