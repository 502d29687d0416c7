/**
 * The renditions of a recording: their files, and playlists that are derived from those of the source. Their files are
 * beside the recording's folder, since all files of that one are listed to rebuild its index.
 *
 *   {run}/{rendition}/init.mp4                       initialization section
 *   {run}/{rendition}/track.json                     the track, as the multivariant playlist describes it
 *   {run}/{rendition}/{block}/{msn}-{seconds}.m4s    the segment with the number and duration of the source's; empty: a GAP
 */
import { renderVariants } from '../presentation/multivariant-playlist.ts';
import { SEGMENTS_PER_BLOCK } from './recording-files.ts';

/** A complete rendition, as the multivariant playlist lists it. */
export interface StoredRendition {
  readonly name: string;
  readonly codecString: string;
  readonly width: number;
  readonly height: number;
  readonly frameRate: number | null;
  readonly peakBitrate: number;
  readonly averageBitrate: number;
}

/** The renditions of a recording that playlists list beside its source. */
export interface StoredLadder {
  /** The largest first. */
  readonly renditions: readonly StoredRendition[];
  /** The audio of the source, which is beside all of them. */
  readonly audio: {
    readonly codecString: string;
    readonly channels: number;
    readonly peakBitrate: number;
    readonly averageBitrate: number;
  } | null;
  /** Segments of the source that could not be decoded, as `{run}/{msn}`. */
  readonly gaps: readonly string[];
}

export const ladderInitPath = (run: string, name: string): string => `${run}/${name}/init.mp4`;

export const ladderTrackPath = (run: string, name: string): string => `${run}/${name}/track.json`;

export const ladderSegmentPath = (run: string, name: string, msn: number, seconds: number): string =>
  `${run}/${name}/${Math.floor(msn / SEGMENTS_PER_BLOCK)}/${msn}-${seconds.toFixed(5)}.m4s`;

/** The name of the rendition whose playlist has this path; null where it is another one's. */
export const renditionOfPlaylist = (path: string): string | null =>
  /^(\d{1,4}p)\.m3u8$/.exec(path)?.[1] ?? null;

const INIT = /^#EXT-X-MAP:URI="(?<run>.+)\/video\/init\.mp4"$/;
/** In either layout of blocks. */
const SEGMENT =
  /^(?<run>.+)\/(?:(?<block>\d+)\/video-|video\/(?<olderBlock>\d+)\/)(?<file>(?<msn>\d+)-[\d.]+\.m4s)$/;

/** The playlist of a rendition, which lists what that of the source's video does, with the same numbers and durations. */
export function playlistOfRendition(
  source: string,
  { renditions, gaps }: StoredLadder,
  name: string,
): string | null {
  if (!renditions.some((rendition) => rendition.name === name)) return null;
  const missing = new Set(gaps);
  const lines: string[] = [];
  for (const line of source.split('\n')) {
    const {
      run = '',
      block,
      olderBlock,
      file,
      msn = '',
    } = (INIT.exec(line) ?? SEGMENT.exec(line))?.groups ?? {};
    if (run === '') lines.push(line);
    else if (file === undefined) lines.push(`#EXT-X-MAP:URI="${ladderInitPath(run, name)}"`);
    else {
      const info = lines.at(-1) ?? '';
      // The tag of its duration comes last, as in the source's playlist.
      if (missing.has(`${run}/${msn}`) && lines.at(-2) !== '#EXT-X-GAP')
        lines.splice(-1, 1, '#EXT-X-GAP', info);
      lines.push(`${run}/${name}/${block ?? olderBlock}/${file}`);
    }
  }
  return lines.join('\n');
}

/** The multivariant playlist of the source, with its renditions behind it. */
export function withRenditions(source: string, { renditions, audio }: StoredLadder): string {
  if (renditions.length === 0) return source;
  const listed = renditions.map(({ name, peakBitrate, averageBitrate, frameRate, ...track }) => ({
    uri: `${name}.m3u8`,
    track,
    frameRate,
    peakBitrate,
    averageBitrate,
  }));
  const sound = audio && { ...audio, uri: 'audio.m3u8', track: audio };
  return `${[source.trimEnd(), ...renderVariants(listed, sound)].join('\n')}\n`;
}
