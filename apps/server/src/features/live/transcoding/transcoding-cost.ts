import type { VideoRendition } from '#media/transcoder/index.ts';
import type { VideoTrack } from '#media/unit.ts';

/** What a core decodes and encodes in a second, in pixels, as `bench transcoding` measures it on a server of 2020. */
const DECODED_PER_CORE = 220e6;
const ENCODED_PER_CORE = 85e6;
/** Where neither the encoder nor its timestamps tell the frame rate. */
const USUAL_FRAME_RATE = 30;

/** Estimates of what a core has to do, in cores. Measurements take their place once a stream is transcoded. */
export function decodingCost(
  { width, height }: Pick<VideoTrack, 'width' | 'height'>,
  frameRate: number | null,
): number {
  return (width * height * (frameRate ?? USUAL_FRAME_RATE)) / DECODED_PER_CORE;
}

export function encodingCost(rendition: VideoRendition, frameRate: number | null): number {
  const { width, height, frameRateDivisor } = rendition;
  return (width * height * (frameRate ?? USUAL_FRAME_RATE)) / frameRateDivisor / ENCODED_PER_CORE;
}

/** Cores for transcoding in this process: half of the machine's by default, so that the live path has the others. */
export function budgetOf(transcoding: 'off' | 'auto' | number, machineCores: number): number {
  if (transcoding === 'off') return 0;
  return transcoding === 'auto' ? machineCores / 2 : transcoding;
}
