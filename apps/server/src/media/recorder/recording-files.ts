/**
 * The files of a recording, relative to its folder. They alone say everything about it.
 *
 *   {run}/{rendition}/init.mp4                       initialization section
 *   {run}/{rendition}/track.json                     the track, as the multivariant playlist describes it
 *   {run}/{block}/{rendition}-{msn}-{seconds}.m4s    a segment as viewers got it live; empty: a GAP. On disk, the
 *                                                    recorder's segments of a block are in one file (decision 018)
 *   {run}/{rendition}/{block}/{msn}-{seconds}.m4s    the same in older recordings
 *   index.m3u8, video.m3u8, audio.m3u8               playlists of the ended stream, made from the names and sizes of the others
 *   trims/{revision}/{run}/...                       the edges of exact cuts, each a run of its own
 *
 * Renditions that are made of it later have folders of their own (ladder-files.ts).
 *
 * A run is what was recorded without a discontinuity. Its name begins with the wall time of its start, so that
 * runs of several processes are in order. A block has a thousand segments, since folders are listed whole.
 */
import { z } from 'zod';
import type { RenditionName } from '../presentation/presentation.ts';
import type { Track } from '../unit.ts';

export const SEGMENTS_PER_BLOCK = 1000;

/** The target duration that live playlists declared. Absent in recordings made before it was stored. */
const targetDurationSeconds = z.number().optional();

const trackFile = z.discriminatedUnion('kind', [
  z.object({
    targetDurationSeconds,
    kind: z.literal('video'),
    codecString: z.string(),
    width: z.number(),
    height: z.number(),
    frameRate: z.number().nullable(),
  }),
  z.object({
    targetDurationSeconds,
    kind: z.literal('audio'),
    codecString: z.string(),
    channels: z.number(),
  }),
]);
/** The description of a track in playlists. */
export type RecordedTrack = z.infer<typeof trackFile>;

export const runName = (startMs: number, firstMsn: number, epoch: string): string =>
  `${Math.round(startMs)}-${firstMsn}-${epoch}`;

export const initPath = (run: string, name: RenditionName): string => `${run}/${name}/init.mp4`;

export const trackPath = (run: string, name: RenditionName): string => `${run}/${name}/track.json`;

/** Whether a run's blocks have the segments of all renditions, or are in the folder of one, as in older recordings. */
export type BlockLayout = 'shared' | 'by rendition';

/** The folder of a run's segments. */
export interface RunFolder {
  readonly path: string;
  readonly layout: BlockLayout;
}

/** @param seconds the duration of the segment, written with five decimal digits */
export function segmentPath(
  { path, layout }: RunFolder,
  name: RenditionName,
  msn: number,
  seconds: number | string,
): string {
  const block = Math.floor(msn / SEGMENTS_PER_BLOCK);
  const duration = typeof seconds === 'number' ? seconds.toFixed(5) : seconds;
  return layout === 'shared'
    ? `${path}/${block}/${name}-${msn}-${duration}.m4s`
    : `${path}/${name}/${block}/${msn}-${duration}.m4s`;
}

export const writeTrack = (track: Track, targetDuration: number): Uint8Array =>
  Buffer.from(JSON.stringify(trackFile.parse({ ...track, targetDurationSeconds: targetDuration })));

export const readTrack = (bytes: Uint8Array): RecordedTrack =>
  trackFile.parse(JSON.parse(Buffer.from(bytes).toString()));

/** A file of a recording, identified by its path. */
export type RecordingFile =
  | { readonly kind: 'playlist' }
  | { readonly kind: 'storyboard'; readonly version: string; readonly sheet: number }
  | { readonly kind: 'init'; readonly run: string; readonly name: RenditionName }
  | { readonly kind: 'track'; readonly run: string; readonly name: RenditionName }
  | {
      readonly kind: 'segment';
      readonly run: string;
      readonly layout: BlockLayout;
      readonly name: RenditionName;
      readonly msn: number;
      readonly seconds: number;
    }
  /** A file of a rendition that was made of the recording; `msn` is null for its initialization section. */
  | {
      readonly kind: 'rendition';
      readonly run: string;
      readonly name: string;
      readonly msn: number | null;
    };

const PLAYLIST = /^(?:index|video|audio|\d{1,4}p)\.m3u8$/;
/** A sheet of the storyboard, made from the other files. Frames of a growing recording are rendered on request instead. */
const SHEET = /^storyboard\/(?<version>[a-z0-9]{1,16})\/(?<sheet>\d{1,6})\.webp$/;
const RUN = /^(?<run>(?:trims\/[0-9a-f]{1,16}\/)?\d{1,15}-\d{1,9}-[\w-]{1,32})\/(?<path>.+)$/;
const HEAD = /^(?<name>video|audio)\/(?<head>init\.mp4|track\.json)$/;
const SEGMENT = /^\d{1,6}\/(?<name>video|audio)-(?<msn>\d{1,9})-(?<seconds>\d{1,6}\.\d{5})\.m4s$/;
const OLDER_SEGMENT = /^(?<name>video|audio)\/\d{1,6}\/(?<msn>\d{1,9})-(?<seconds>\d{1,6}\.\d{5})\.m4s$/;
const RENDITION = /^(?<name>\d{1,4}p)\/(?:init\.mp4|\d{1,6}\/(?<msn>\d{1,9})-\d{1,6}\.\d{5}\.m4s)$/;

/** @returns null for a path that no file of a recording has */
export function parsePath(path: string): RecordingFile | null {
  if (PLAYLIST.test(path)) return { kind: 'playlist' };
  const { version, sheet } = SHEET.exec(path)?.groups ?? {};
  if (version !== undefined) return { kind: 'storyboard', version, sheet: Number(sheet) };
  const { run = '', path: inRun = '' } = RUN.exec(path)?.groups ?? {};
  const rendition = RENDITION.exec(inRun)?.groups;
  if (rendition) {
    const { name = '', msn } = rendition;
    return { kind: 'rendition', run, name, msn: msn === undefined ? null : Number(msn) };
  }
  const shared = SEGMENT.exec(inRun);
  const match = shared ?? OLDER_SEGMENT.exec(inRun) ?? HEAD.exec(inRun);
  const { name, head, msn, seconds } = match?.groups ?? {};
  if (name !== 'video' && name !== 'audio') return null;
  if (head !== undefined) return { kind: head === 'init.mp4' ? 'init' : 'track', run, name };
  const layout = shared === null ? 'by rendition' : 'shared';
  return { kind: 'segment', run, layout, name, msn: Number(msn), seconds: Number(seconds) };
}

/** The run of an edge, in the folder of the trimming for which it was encoded. */
export const edgeRun = (revision: string, startMs: number, order: number): string =>
  `trims/${revision}/${runName(startMs, order, 'edge')}`;

/** Whether a run is the edge of a cut, which is no part of the original. */
export const isEdge = (run: string): boolean => run.startsWith('trims/');

/** The wall time at which a run starts, in milliseconds since 1970. */
export const startOf = (run: string): number => Number(/(\d+)-[^/]*$/.exec(run)?.[1]);

/** Runs in the order in which they were recorded. */
export function compareRuns(a: string, b: string): number {
  const [startA = 0, msnA = 0] = a.split('-').map(Number);
  const [startB = 0, msnB = 0] = b.split('-').map(Number);
  return startA - startB || msnA - msnB;
}
