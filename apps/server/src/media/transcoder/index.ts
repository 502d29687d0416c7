/** Encodes the renditions of live streams, and audio for WebRTC, in a child process for each stream. */
export { DEFAULT_LADDER, type LadderSource, ladderOf, ownSizeOf, renditionAt } from './ladder.ts';
export type { OutputRequest, TranscoderOutput, VideoRendition } from './outputs.ts';
export { probeEncoders } from './probe-encoders.ts';
export type { OutputStatistics, TranscoderState, TranscoderStatistics } from './statistics.ts';
export { createTranscoder } from './transcoder.ts';
export type { Transcoder, TranscoderLimits, TranscoderOptions } from './transcoder-options.ts';
