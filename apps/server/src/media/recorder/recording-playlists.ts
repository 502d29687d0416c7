import { renderMultivariant } from '../presentation/multivariant-playlist.ts';
import type { RenditionName } from '../presentation/presentation.ts';
import {
  compareRuns,
  initPath,
  parsePath,
  type RecordedTrack,
  startOf,
  trackPath,
} from './recording-files.ts';

/** A stored file of a recording. */
export interface StoredFile {
  /** Relative to the recording's folder. */
  readonly path: string;
  readonly byteLength: number;
}

export interface RecordingPlaylists {
  /** By path; empty where nothing of the stream was recorded. */
  readonly files: ReadonlyMap<string, string>;
  readonly byteLength: number;
  readonly durationMs: number;
}

const NAMES = ['video', 'audio'] as const satisfies readonly RenditionName[];

/** One rendition's part of a segment. */
interface RecordedSegment extends StoredFile {
  readonly seconds: number;
}

/** A segment's renditions; one that joined late, or has left, is missing. */
type Segment = { readonly [Name in RenditionName]?: RecordedSegment };

interface Run {
  readonly path: string;
  readonly renditions: Set<RenditionName>;
  readonly segments: Map<number, Segment>;
}

/**
 * Makes the playlists of a recording from the names and sizes of its files (RFC 8216bis).
 * @param read returns a track's file
 */
export async function makePlaylists(
  stored: readonly StoredFile[],
  read: (path: string) => Promise<RecordedTrack>,
): Promise<RecordingPlaylists> {
  const runs = runsOf(stored);
  const files = new Map<string, string>();
  const renditions = NAMES.map((name) => renditionOf(name, runs));
  for (const rendition of renditions) {
    if (rendition !== null) files.set(`${rendition.name}.m3u8`, rendition.playlist);
  }
  const describe = async (name: RenditionName) => {
    const rendition = renditions.find((one) => one?.name === name);
    return rendition ? { ...rendition, track: await read(trackPath(rendition.firstRun, name)) } : null;
  };
  const [video, audio] = await Promise.all([describe('video'), describe('audio')]);
  const multivariant = renderMultivariant({
    video:
      video?.track.kind === 'video'
        ? { ...video, track: video.track, frameRate: video.track.frameRate }
        : null,
    audio: audio?.track.kind === 'audio' ? { ...audio, track: audio.track } : null,
  });
  if (files.size > 0) files.set('index.m3u8', multivariant);
  const seconds = runs.flatMap(({ segments }) => [...segments.values()].map(lengthOf));
  return {
    files,
    byteLength: stored.reduce((sum, file) => sum + file.byteLength, 0),
    durationMs: Math.round(seconds.reduce((sum, one) => sum + one, 0) * 1000),
  };
}

function runsOf(stored: readonly StoredFile[]): Run[] {
  const runs = new Map<string, Run>();
  for (const { path, byteLength } of stored) {
    const file = parsePath(path);
    if (file?.kind !== 'init' && file?.kind !== 'segment') continue;
    const run = runs.get(file.run) ?? { path: file.run, renditions: new Set(), segments: new Map() };
    runs.set(file.run, run);
    if (file.kind === 'init') {
      run.renditions.add(file.name);
    } else {
      const segment = { path, byteLength, seconds: file.seconds };
      run.segments.set(file.msn, { ...run.segments.get(file.msn), [file.name]: segment });
    }
  }
  const inOrder = (run: Run): Run => ({
    ...run,
    segments: new Map([...run.segments].sort(([a], [b]) => a - b)),
  });
  return [...runs.values()]
    .filter(({ segments }) => segments.size > 0)
    .sort((a, b) => compareRuns(a.path, b.path))
    .map(inOrder);
}

function renditionOf(name: RenditionName, runs: readonly Run[]) {
  const firstRun = runs.find(({ renditions }) => renditions.has(name))?.path;
  if (firstRun === undefined) return null;
  const media = runs.flatMap(({ segments }) => [...segments.values()].flatMap((one) => one[name] ?? []));
  const sum = (of: (segment: RecordedSegment) => number) => media.reduce((total, one) => total + of(one), 0);
  // A very short last segment says nothing about the peak.
  const bitrates = media.map(({ byteLength, seconds }) => (byteLength * 8) / Math.max(seconds, 0.5));
  return {
    name,
    firstRun,
    uri: `${name}.m3u8`,
    peakBitrate: bitrates.reduce((most, one) => Math.max(most, one), 0),
    averageBitrate: (sum(({ byteLength }) => byteLength) * 8) / Math.max(sum(lengthOfOne), 0.5),
    playlist: renderMedia(name, runs),
  };
}

function renderMedia(name: RenditionName, runs: readonly Run[]): string {
  const longest = runs.flatMap(({ segments }) => [...segments.values()].map((one) => secondsOf(one, name)));
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    // Every audio frame is independent; a video segment may begin without a keyframe.
    ...(name === 'audio' ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
    `#EXT-X-TARGETDURATION:${Math.max(1, Math.round(longest.reduce((most, one) => Math.max(most, one), 0)))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:0',
  ];
  for (const [index, run] of runs.entries()) {
    if (index > 0) lines.push('#EXT-X-DISCONTINUITY');
    if (run.renditions.has(name)) lines.push(`#EXT-X-MAP:URI="${initPath(run.path, name)}"`);
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(startOf(run.path)).toISOString()}`);
    for (const [msn, segment] of run.segments) {
      const own = segment[name];
      if (own === undefined || own.byteLength === 0) lines.push('#EXT-X-GAP');
      const uri = own?.path ?? `${run.path}/${name}/${msn}.m4s`;
      lines.push(`#EXTINF:${secondsOf(segment, name).toFixed(5)},`, uri);
    }
  }
  lines.push('#EXT-X-ENDLIST', '');
  return lines.join('\n');
}

const lengthOfOne = ({ seconds }: RecordedSegment): number => seconds;

const lengthOf = ({ video, audio }: Segment): number => (video ?? audio)?.seconds ?? 0;

const secondsOf = (segment: Segment, name: RenditionName): number =>
  segment[name]?.seconds ?? lengthOf(segment);
