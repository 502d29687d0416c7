/** The description of complete renditions for playlists. */
import { ladderTrackPath, type StoredLadder, type StoredRendition } from '../recorder/ladder-files.ts';
import { readTrack } from '../recorder/recording-files.ts';
import { hasVideo, type PlannedRun, segmentFile } from './plan-ladder.ts';
import type { LadderFiles, StoredSegments } from './stored-segments.ts';

/** Shorter segments say nothing about the peak. */
const MIN_SECONDS = 0.5;

export async function summarize(
  plan: readonly PlannedRun[],
  stored: StoredSegments,
  files: Pick<LadderFiles, 'read'>,
  audio: StoredLadder['audio'],
): Promise<StoredLadder> {
  const renditions: StoredRendition[] = [];
  for (const { name } of plan[0]?.renditions ?? []) {
    const rendition = await describe(name, plan, stored, files);
    if (rendition !== null) renditions.push(rendition);
  }
  return { renditions, audio, gaps: gapsOf(plan, stored) };
}

/** @returns null where none of its segments could be encoded */
async function describe(
  name: string,
  plan: readonly PlannedRun[],
  stored: StoredSegments,
  files: Pick<LadderFiles, 'read'>,
): Promise<StoredRendition | null> {
  // The largest run describes the rendition: smaller ones have their own size under its name.
  const [largest] = plan
    .filter(({ run }) => stored.has(ladderTrackPath(run.path, name)))
    .sort((a, b) => b.track.height - a.track.height);
  if (largest === undefined) return null;
  const track = readTrack(await files.read(ladderTrackPath(largest.run.path, name)));
  if (track.kind !== 'video') return null;
  let [bits, seconds, peakBitrate] = [0, 0, 0];
  for (const { run } of plan) {
    for (let row = 0; row < run.size; row += 1) {
      const size = stored.sizeOf(segmentFile(run, row, name)) * 8;
      const duration = run.secondsAt(row, 'video');
      bits += size;
      seconds += duration;
      peakBitrate = Math.max(peakBitrate, size / Math.max(duration, MIN_SECONDS));
    }
  }
  const { codecString, width, height, frameRate } = track;
  const averageBitrate = bits / Math.max(seconds, MIN_SECONDS);
  return { name, codecString, width, height, frameRate, peakBitrate, averageBitrate };
}

/** Segments of the source that no rendition has, since they could not be decoded. */
function gapsOf(plan: readonly PlannedRun[], stored: StoredSegments): string[] {
  return plan.flatMap(({ run, renditions }) => {
    const rows = Array.from({ length: run.size }, (_, row) => row).filter((row) => hasVideo(run, row));
    const missing = rows.filter((row) =>
      renditions.some(({ name }) => stored.sizeOf(segmentFile(run, row, name)) === 0),
    );
    return missing.map((row) => `${run.path}/${run.at(row).msn}`);
  });
}
