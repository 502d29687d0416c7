/** Makes the files of a recording from a file. Runs FFmpeg on bytes from strangers: only for processes that may crash. */
import { renderThumbnail } from '../thumbnailer/render-thumbnail.ts';
import { type AudioTrack, TIMESCALE, type Unit, type VideoTrack } from '../unit.ts';
import { copying, encodingAudio, encodingVideo, type UnitSource } from './encoding.ts';
import { ImportRefused } from './import-limits.ts';
import type { ImportJob, ImportMessage } from './import-messages.ts';
import { RecordingWriter } from './recording-writer.ts';
import { inspect, type Source } from './source-file.ts';

/** Where in the video its thumbnail is taken from: many begin with black. */
const THUMBNAIL_AT = 0.1;

/** Units that are held until both tracks are known. An audio stream without a frame among them is left out. */
const MAX_HELD = 2_000;

/** @param send resolves when the parent wants the next message @throws ImportRefused */
export async function importFile(
  { path, maxSeconds, startMs, epoch }: ImportJob,
  send: (message: ImportMessage) => Promise<void>,
): Promise<void> {
  const source = inspect(path, maxSeconds);
  const { durationSeconds, videoCopy, audioCopy, audio } = source;
  await send({ type: 'inspected', durationSeconds, isEncoded: videoCopy === null });
  const videoSource = videoCopy === null ? encodingVideo(source) : copying(videoCopy);
  const audioSource =
    audio && (audioCopy === null ? encodingAudio({ ...source, audio }) : copying(audioCopy));

  let writer: RecordingWriter | null = null;
  const held: Unit[] = [];
  const begin = async () => {
    const video = videoSource.track;
    if (video === null) throw new ImportRefused({ code: 'undecodable' });
    const put = (name: string, bytes: Uint8Array) => send({ type: 'file', path: name, bytes });
    const tracks = { video, audio: audioSource?.track ?? null };
    writer = new RecordingWriter(tracks, startMs, epoch, { put });
    await writer.begin();
    for (const unit of held.splice(0)) await writer.push(unit);
    return writer;
  };

  let thumbnail: Unit | null = null;
  let [first, reported] = [Number.NaN, 0];
  for (const unit of unitsOf(source, videoSource, audioSource)) {
    if (writer !== null) {
      await (writer as RecordingWriter).push(unit);
    } else {
      held.push(unit);
      const isComplete = videoSource.track !== null && (audioSource === null || audioSource.track !== null);
      if (isComplete || held.length > MAX_HELD) await begin();
    }
    if (unit.kind === 'audio') continue;
    if (Number.isNaN(first)) first = unit.dts;
    const share = Math.min(1, Math.max(0, (unit.dts - first) / Math.max(1, durationSeconds * TIMESCALE)));
    if (unit.keyframe && (thumbnail === null || share <= THUMBNAIL_AT)) thumbnail = unit;
    if (share < reported + 0.01) continue;
    reported = share;
    await send({ type: 'progress', share });
  }
  await (writer ?? (await begin())).end();
  if (thumbnail !== null && videoSource.track !== null)
    await sendThumbnail(videoSource.track, thumbnail, send);
  await send({ type: 'done' });
}

function* unitsOf(
  source: Source,
  video: UnitSource<VideoTrack>,
  audio: UnitSource<AudioTrack> | null,
): Generator<Unit> {
  for (const packet of source.demuxer.packetsSync()) {
    if (packet === null) break;
    using it = packet;
    if (it.streamIndex === source.video.index) yield* video.units(it);
    else if (it.streamIndex === source.audio?.index && audio !== null) yield* audio.units(it);
  }
  yield* video.units(null);
  if (audio !== null) yield* audio.units(null);
}

/** A video without a thumbnail is complete all the same. */
async function sendThumbnail(
  track: VideoTrack,
  { payload }: Unit,
  send: (message: ImportMessage) => Promise<void>,
): Promise<void> {
  try {
    const bytes = renderThumbnail({ codec: 'h264', configuration: track.configuration, payload });
    await send({ type: 'thumbnail', bytes });
  } catch {
    return;
  }
}
