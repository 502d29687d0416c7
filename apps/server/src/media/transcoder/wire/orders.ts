/** What a transcoder tells its process, beside units: the tracks of the source, and what is to be made of them. */
import type { AudioTrack, Track, Tracks, VideoTrack } from '../../unit.ts';
import type { VideoRendition } from '../outputs.ts';

export type ListedRendition = { readonly kind: 'video'; readonly id: number } & Omit<VideoRendition, 'name'>;

export type OutputList = readonly (ListedRendition | { readonly kind: 'opus'; readonly id: number })[];

/** In JSON, configurations are text. */
export type WrittenTrack<T extends Track> = Omit<T, 'configuration'> & { readonly configuration: string };

export interface SourceTracks {
  readonly video: WrittenTrack<VideoTrack> | null;
  readonly audio: WrittenTrack<AudioTrack> | null;
  /** Measured, or as the parameter sets claim. */
  readonly frameRate: number | null;
}

export function writeTrack<T extends Track>(track: T): WrittenTrack<T> {
  return { ...track, configuration: Buffer.from(track.configuration).toString('base64') };
}

export function readTrack<T extends Track>(
  track: WrittenTrack<T>,
): Omit<T, 'configuration'> & {
  readonly configuration: Uint8Array;
} {
  return { ...track, configuration: Buffer.from(track.configuration, 'base64') };
}

export function sourceTracks({ video, audio }: Tracks, frameRate: number | null): SourceTracks {
  return { video: video && writeTrack(video), audio: audio && writeTrack(audio), frameRate };
}
