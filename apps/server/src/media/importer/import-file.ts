/**
 * Makes the files of a recording from a file. Runs FFmpeg on untrusted bytes, so only processes that may crash use it.
 */
import { renderThumbnail } from '../thumbnailer/render-thumbnail.ts';
import { type AudioTrack, TIMESCALE, type Unit, type VideoTrack } from '../unit.ts';
import { renderCover } from './cover.ts';
import { copying, encodingAudio, encodingVideo, type UnitSource } from './encoding.ts';
import { ImportRefused } from './import-limits.ts';
import type { ImportJob, ImportMessage } from './import-messages.ts';
import { RecordingWriter } from './recording-writer.ts';
import { inspect, type Source } from './source-file.ts';

/** The position of the thumbnail in the video, since many begin with black. */
const THUMBNAIL_AT = 0.1;

/**
 * The number of units that are held until both tracks are known. An audio stream without a frame among them is left
 * out.
 */
const MAX_HELD = 2_000;

/** @param send resolves when the parent wants the next message @throws ImportRefused */
export async function importFile(
  { path, maxSeconds, startMs, epoch }: ImportJob,
  send: (message: ImportMessage) => Promise<void>,
): Promise<void> {
  const source = inspect(path, maxSeconds);
  const { durationSeconds } = source;
  const sources = sourcesOf(source);
  const main = sources.video === null ? 'audio' : 'video';
  const isEncoded = (main === 'video' ? source.videoCopy : source.audioCopy) === null;
  await send({ type: 'inspected', durationSeconds, isEncoded });

  let writer: RecordingWriter | null = null;
  const held: Unit[] = [];
  const begin = async () => {
    const tracks = { video: sources.video?.track ?? null, audio: sources.audio?.track ?? null };
    if (tracks[main] === null) throw new ImportRefused({ code: 'undecodable' });
    const put = (name: string, bytes: Uint8Array) => send({ type: 'file', path: name, bytes });
    writer = new RecordingWriter(tracks, startMs, epoch, { put });
    await writer.begin();
    for (const unit of held.splice(0)) await writer.push(unit);
    return writer;
  };

  let keyframe: Unit | null = null;
  let [first, reported] = [Number.NaN, 0];
  for (const unit of unitsOf(source, sources)) {
    if (writer !== null) {
      await (writer as RecordingWriter).push(unit);
    } else {
      held.push(unit);
      const isComplete = [sources.video, sources.audio].every((one) => one === null || one.track !== null);
      if (isComplete || held.length > MAX_HELD) await begin();
    }
    if (unit.kind !== main) continue;
    if (Number.isNaN(first)) first = unit.dts;
    const share = Math.min(1, Math.max(0, (unit.dts - first) / Math.max(1, durationSeconds * TIMESCALE)));
    if (unit.keyframe && (keyframe === null || share <= THUMBNAIL_AT)) keyframe = unit;
    if (share < reported + 0.01) continue;
    reported = share;
    await send({ type: 'progress', share });
  }
  await (writer ?? (await begin())).end();
  const thumbnail =
    source.coverIndex === null
      ? renderFrame(sources.video?.track ?? null, keyframe)
      : renderCover(path, source.coverIndex);
  if (thumbnail !== null) await send({ type: 'thumbnail', bytes: thumbnail });
  await send({ type: 'done' });
}

interface UnitSources {
  readonly video: UnitSource<VideoTrack> | null;
  readonly audio: UnitSource<AudioTrack> | null;
}

function sourcesOf(source: Source): UnitSources {
  const { video, audio, videoCopy, audioCopy } = source;
  return {
    video: video && (videoCopy === null ? encodingVideo({ ...source, video }) : copying(videoCopy)),
    audio: audio && (audioCopy === null ? encodingAudio({ ...source, audio }) : copying(audioCopy)),
  };
}

function* unitsOf(source: Source, { video, audio }: UnitSources): Generator<Unit> {
  for (const packet of source.demuxer.packetsSync()) {
    if (packet === null) break;
    using it = packet;
    if (it.streamIndex === source.video?.index && video !== null) yield* video.units(it);
    else if (it.streamIndex === source.audio?.index && audio !== null) yield* audio.units(it);
  }
  if (video !== null) yield* video.units(null);
  if (audio !== null) yield* audio.units(null);
}

/** Renders the thumbnail. A video without one is complete all the same. */
function renderFrame(track: VideoTrack | null, keyframe: Unit | null): Buffer | null {
  if (track === null || keyframe === null) return null;
  const { payload } = keyframe;
  try {
    return renderThumbnail({ codec: 'h264', configuration: track.configuration, payload });
  } catch {
    return null;
  }
}
