/** Opens an untrusted file, and inspects its contents. Runs FFmpeg, so only processes that may crash use it. */
import { Demuxer } from 'node-av/api';
import {
  AV_CODEC_ID_AAC,
  AV_CODEC_ID_H264,
  AV_DISPOSITION_ATTACHED_PIC,
  AV_NOPTS_VALUE,
  AV_PIX_FMT_YUV420P,
  AV_PIX_FMT_YUVJ420P,
  AV_PKT_DATA_DISPLAYMATRIX,
  AVMEDIA_TYPE_AUDIO,
  AVMEDIA_TYPE_VIDEO,
} from 'node-av/constants';
import type { Packet, Stream } from 'node-av/lib';
import { readAudioSpecificConfig } from '../codecs/aac.ts';
import { readAvcC } from '../codecs/h264.ts';
import { type AudioTrack, TIMESCALE, type VideoTrack } from '../unit.ts';
import { ImportRefused, MAX_FRAME_RATE, MAX_HEIGHT, MAX_STREAMS, MAX_WIDTH } from './import-limits.ts';

/**
 * Containers that contain all of their media. Playlists (HLS, DASH, concat) are excluded, since FFmpeg would open the
 * files that they name.
 */
const CONTAINERS =
  'mov,matroska,avi,flv,mpegts,mpeg,asf,ogg,mxf,dv,nut,rm,mp3,aac,flac,wav,w64,aiff,caf,wv,ape,amr,ac3,eac3';

/** Players cut segments at keyframes, and longer segments make seeking slow. */
const MAX_KEYFRAME_INTERVAL = 4.5 * TIMESCALE;

export interface Source {
  readonly demuxer: Demuxer;
  /** The video stream. At least one of video and audio is not null. */
  readonly video: Stream | null;
  readonly audio: Stream | null;
  /** The index of the image that is attached to a file without video, such as the cover of an album. */
  readonly coverIndex: number | null;
  /** The track if its frames can be stored as they are; null if they must be encoded again. */
  readonly videoCopy: VideoTrack | null;
  readonly audioCopy: AudioTrack | null;
  readonly durationSeconds: number;
  /** Degrees clockwise by which players must turn the video. */
  readonly rotation: 0 | 90 | 180 | 270;
}

/** The time of a packet in ticks of the media core; null without one. */
export function ticksOf(
  time: bigint,
  timeBase: { readonly num: number; readonly den: number },
): number | null {
  return time === AV_NOPTS_VALUE ? null : (Number(time) * timeBase.num * TIMESCALE) / timeBase.den;
}

export function openSource(path: string): Demuxer {
  const options = { format_whitelist: CONTAINERS, protocol_whitelist: 'file', max_streams: MAX_STREAMS * 4 };
  try {
    return Demuxer.openSync(path, { options });
  } catch {
    throw new ImportRefused({ code: 'unreadable' });
  }
}

/** Reads a whole file once, then opens it again. @throws ImportRefused */
export function inspect(path: string, maxSeconds: number): Source {
  const { indexes, scan } = survey(path, maxSeconds);
  const durationSeconds = scan.span / TIMESCALE;
  const frameRate = Math.round(scan.frames / Math.max(durationSeconds, 1));
  if (indexes.video !== null && frameRate > MAX_FRAME_RATE)
    throw new ImportRefused({ code: 'frame_rate_too_high', frameRate });
  const demuxer = openSource(path);
  const streamAt = (index: number | null) => (index === null ? null : (demuxer.getStream(index) ?? null));
  const video = streamAt(indexes.video);
  const audio = streamAt(indexes.audio);
  const rotation = video ? rotationOf(video) : 0;
  const isCopied = scan.isInOrder && scan.keyframeInterval <= MAX_KEYFRAME_INTERVAL && rotation === 0;
  return {
    demuxer,
    video,
    audio,
    coverIndex: indexes.cover,
    videoCopy: video && isCopied ? copyable(video) : null,
    audioCopy: audio && copyableAudio(audio),
    durationSeconds,
    rotation,
  };
}

function survey(path: string, maxSeconds: number) {
  using demuxer = openSource(path);
  const count = demuxer.streams.length;
  if (count > MAX_STREAMS) throw new ImportRefused({ code: 'too_many_streams', count });
  const picture = demuxer.findBestStream(AVMEDIA_TYPE_VIDEO) ?? null;
  // The best stream is an attached image only if there is no video.
  const isCover = picture !== null && (picture.disposition & AV_DISPOSITION_ATTACHED_PIC) !== 0;
  const video = isCover ? null : picture;
  const audio = demuxer.findBestStream(AVMEDIA_TYPE_AUDIO) ?? null;
  const main = video ?? audio;
  if (main === null) throw new ImportRefused({ code: 'no_media' });
  if (video !== null) checkFrameSize(video);
  const scan = scanPackets(demuxer.packetsSync(), main.index, maxSeconds);
  if (scan.frames === 0) throw new ImportRefused({ code: 'undecodable' });
  const indexes = {
    video: video?.index ?? null,
    audio: audio?.index ?? null,
    cover: isCover ? picture.index : null,
  };
  return { indexes, scan };
}

function checkFrameSize({ codecpar: { width, height } }: Stream): void {
  // Phones record upright video, so the longer side may be the height.
  const isTooLarge = Math.max(width, height) > MAX_WIDTH || Math.min(width, height) > MAX_HEIGHT;
  if (isTooLarge) throw new ImportRefused({ code: 'frame_too_large', width, height });
}

interface Scan {
  /** The number of frames of the video, or of the audio if there is no video. */
  readonly frames: number;
  /** The time from the first to the last frame of any stream, in ticks. */
  readonly span: number;
  /** The longest interval, in ticks. */
  readonly keyframeInterval: number;
  /** Whether each frame has its times, and the first one is a keyframe. */
  readonly isInOrder: boolean;
}

function scanPackets(packets: Iterable<Packet | null>, mainIndex: number, maxSeconds: number): Scan {
  let frames = 0;
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  let keyframe: number | null = null;
  let keyframeInterval = 0;
  let previous = Number.NEGATIVE_INFINITY;
  let isInOrder = true;
  for (const packet of packets) {
    if (packet === null) break;
    using it = packet;
    const pts = ticksOf(it.pts, it.timeBase);
    const dts = ticksOf(it.dts, it.timeBase);
    const time = pts ?? dts;
    if (time !== null) {
      first = Math.min(first, time);
      last = Math.max(last, time);
      if (last - first > maxSeconds * TIMESCALE) throw new ImportRefused({ code: 'too_long', maxSeconds });
    }
    if (it.streamIndex !== mainIndex) continue;
    frames += 1;
    isInOrder &&= pts !== null && dts !== null && dts > previous && (frames > 1 || it.isKeyframe);
    previous = dts ?? previous;
    if (time !== null) {
      if (keyframe !== null) keyframeInterval = Math.max(keyframeInterval, time - keyframe);
      if (it.isKeyframe) keyframe = time;
    }
  }
  return { frames, span: Math.max(0, last - first), keyframeInterval, isInOrder };
}

const BROWSER_PROFILES: ReadonlySet<number> = new Set([66, 77, 100]);

/** The track if browsers play it as it is: H.264 in 8 bits and 4:2:0, with its parameter sets in the header. */
function copyable({ codecpar }: Stream): VideoTrack | null {
  const { codecId, extradata, format } = codecpar;
  if (codecId !== AV_CODEC_ID_H264 || extradata === null) return null;
  if (format !== AV_PIX_FMT_YUV420P && format !== AV_PIX_FMT_YUVJ420P) return null;
  try {
    const { track } = readAvcC(Buffer.from(extradata));
    return BROWSER_PROFILES.has(extradata[1] ?? 0) ? track : null;
  } catch {
    return null;
  }
}

/** The track if browsers play it as it is: AAC in mono or stereo. */
function copyableAudio({ codecpar }: Stream): AudioTrack | null {
  const { codecId, extradata } = codecpar;
  if (codecId !== AV_CODEC_ID_AAC || extradata === null) return null;
  try {
    const track = readAudioSpecificConfig(Buffer.from(extradata));
    return track.channels <= 2 ? track : null;
  } catch {
    return null;
  }
}

/** The rotation in the display matrix (ISO/IEC 14496-12 section 8.3.2), whose first two numbers are cosine and sine. */
function rotationOf({ codecpar }: Stream): Source['rotation'] {
  const matrix = codecpar.getCodedSideData(AV_PKT_DATA_DISPLAYMATRIX);
  if (matrix === null || matrix.length < 8) return 0;
  const [cosine, sine] = [matrix.readInt32LE(0), matrix.readInt32LE(4)];
  const degrees = Math.round((Math.atan2(sine, cosine) * 2) / Math.PI) * 90;
  return ([0, 90, 180, 270] as const).find((one) => one === (degrees + 360) % 360) ?? 0;
}
