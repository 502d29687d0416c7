/** The playlists of a recording (RFC 8216bis), made from its index or a view of it. */
import { renderMultivariant } from '../presentation/multivariant-playlist.ts';
import type { RenditionName } from '../presentation/presentation.ts';
import type { StoredLadder } from './ladder-files.ts';
import { RENDITIONS, type RenditionSegment } from './recorded-run.ts';
import { initPath, segmentPath } from './recording-files.ts';
import { type ListedRun, type RecordingView, segmentsOf } from './recording-view.ts';

/** The recommended minimum (section 4.4.3.8), in target durations. */
const SKIP_TARGETS = 6;

export interface MediaPlaylistOptions {
  /** Whether the recording is complete. */
  readonly isComplete: boolean;
  /** Whether to leave out the segments that a client with a recent playlist knows (section 6.2.5.1). */
  readonly delta?: boolean;
}

/** @returns null if the rendition was never recorded */
export function renderMedia(
  index: RecordingView,
  name: RenditionName,
  { isComplete, delta = false }: MediaPlaylistOptions,
): string | null {
  if (!index.listed.some(({ run }) => run.renditions.has(name))) return null;
  const listed = isComplete && name === 'audio' ? withoutLastGap(index.listed) : index.listed;
  const target = targetDuration(index, listed, name);
  const skipped = delta && !isComplete ? countOlder(listed, name, target * SKIP_TARGETS) : 0;
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:9',
    // Every audio frame is independent; a video segment may begin without a keyframe.
    ...(name === 'audio' ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
    `#EXT-X-TARGETDURATION:${target}`,
    `#EXT-X-PLAYLIST-TYPE:${isComplete ? 'VOD' : 'EVENT'}`,
    ...(isComplete ? [] : [`#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=${(target * SKIP_TARGETS).toFixed(1)}`]),
    '#EXT-X-MEDIA-SEQUENCE:0',
    ...(skipped > 0 ? [`#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}`] : []),
  ];
  let position = 0;
  for (const [order, { run, start, end }] of listed.entries()) {
    if (position >= skipped) {
      if (order > 0) lines.push('#EXT-X-DISCONTINUITY');
      if (run.renditions.has(name)) lines.push(`#EXT-X-MAP:URI="${initPath(run.path, name)}"`);
    }
    let seconds = 0;
    for (let row = 0; row < start; row += 1) seconds += run.secondsAt(row, name);
    for (let row = start; row < end; row += 1, position += 1) {
      const segment = run.at(row);
      const own = segment[name];
      const duration = run.secondsAt(row, name);
      if (position === skipped || (position > skipped && row === start)) {
        lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(run.startMs + seconds * 1000).toISOString()}`);
      }
      seconds += duration;
      if (position < skipped) continue;
      if (own === null || own.byteLength === 0) lines.push('#EXT-X-GAP');
      const text = duration.toFixed(5);
      lines.push(`#EXTINF:${text},\n${segmentPath(run, name, segment.msn, text)}`);
    }
  }
  lines.push(...(isComplete ? ['#EXT-X-ENDLIST'] : []), '');
  return lines.join('\n');
}

/**
 * Leaves out the last segment if its audio is a gap because the video ended a few frames later: hls.js ends a recording
 * once its last segments are loaded, and does not load gaps.
 */
function withoutLastGap(listed: readonly ListedRun[]): readonly ListedRun[] {
  const last = listed.at(-1);
  if (last === undefined || last.end - last.start < 2) return listed;
  const [before, { audio }] = [last.run.at(last.end - 2), last.run.at(last.end - 1)];
  if (!before.audio?.byteLength || audio?.byteLength) return listed;
  return [...listed.slice(0, -1), { ...last, end: last.end - 1 }];
}

/** @returns null if no segment is listed */
export function renderRecordingMultivariant(index: RecordingView): string | null {
  const { listed } = index;
  if (listed.length === 0) return null;
  const describe = (name: RenditionName) => ({ uri: `${name}.m3u8`, ...bitrates(listed, name) });
  const [video, audio] = [index.track('video'), index.track('audio')];
  const isListed = (name: RenditionName) => listed.some(({ run }) => run.renditions.has(name));
  return renderMultivariant({
    video:
      video?.kind === 'video' && isListed('video')
        ? { ...describe('video'), track: video, frameRate: video.frameRate }
        : null,
    audio: audio?.kind === 'audio' && isListed('audio') ? { ...describe('audio'), track: audio } : null,
  });
}

/** The audio of a recording, as the multivariant playlist describes it beside renditions. */
export function audioOf(index: RecordingView): StoredLadder['audio'] {
  const track = index.track('audio');
  if (track?.kind !== 'audio' || !index.listed.some(({ run }) => run.renditions.has('audio'))) return null;
  const { codecString, channels } = track;
  return { codecString, channels, ...bitrates(index.listed, 'audio') };
}

/** All playlists of a complete recording by path; none if no segment was recorded. */
export function renderAll(index: RecordingView): ReadonlyMap<string, string> {
  const texts = [
    ...RENDITIONS.map((name) => [`${name}.m3u8`, renderMedia(index, name, { isComplete: true })] as const),
    ['index.m3u8', renderRecordingMultivariant(index)] as const,
  ];
  return new Map(texts.flatMap(([path, text]) => (text === null ? [] : [[path, text]])));
}

/**
 * The target duration that was declared live, unless a later process declared a longer one: it must not change while
 * players watch.
 */
function targetDuration(index: RecordingView, listed: readonly ListedRun[], name: RenditionName): number {
  let longest = index.track(name)?.targetDurationSeconds ?? 1;
  for (const { run, start, end } of listed) {
    for (let row = start; row < end; row += 1)
      longest = Math.max(longest, Math.round(run.secondsAt(row, name)));
  }
  return longest;
}

/** The number of segments that are further than `seconds` from the end. */
function countOlder(listed: readonly ListedRun[], name: RenditionName, seconds: number): number {
  let left = seconds;
  let count = listed.reduce((sum, { start, end }) => sum + end - start, 0);
  for (const { run, start, end } of listed.toReversed()) {
    for (let row = end - 1; row >= start && left > 0; row -= 1, count -= 1) {
      left -= run.secondsAt(row, name);
    }
  }
  return count;
}

function bitrates(listed: readonly ListedRun[], name: RenditionName) {
  let [peakBitrate, bits, seconds] = [0, 0, 0];
  for (const { [name]: own } of segmentsOf(listed)) {
    if (own === null) continue;
    bits += own.byteLength * 8;
    seconds += own.seconds;
    // A very short last segment does not count toward the peak.
    peakBitrate = Math.max(peakBitrate, bitrateOf(own));
  }
  return { peakBitrate, averageBitrate: bits / Math.max(seconds, 0.5) };
}

const bitrateOf = ({ byteLength, seconds }: RenditionSegment): number =>
  (byteLength * 8) / Math.max(seconds, 0.5);
