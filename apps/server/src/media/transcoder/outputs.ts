/** What a transcoder makes of a live stream. */
import type { TranscoderOutput, VideoRendition } from '../ports.ts';
import type { AudioTrack, VideoTrack } from '../unit.ts';

export type { TranscoderOutput, VideoRendition } from '../ports.ts';

/** One thing that a transcoder is to make. */
export type OutputRequest =
  | {
      readonly kind: 'video';
      readonly rendition: VideoRendition;
      readonly output: TranscoderOutput<VideoTrack>;
    }
  | { readonly kind: 'opus'; readonly output: TranscoderOutput<AudioTrack> };
