/** The process behind `publishWithFfmpeg`. */
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AV_LOG_ERROR, AV_PKT_FLAG_KEY } from 'node-av/constants';
import {
  type CodecContext,
  FFmpegError,
  FormatContext,
  Log,
  type Packet,
  Rational,
  type Stream,
} from 'node-av/lib';
import { AudioEncoder, SAMPLE_RATE, VideoEncoder } from '../../../../../e2e/lib/encoders.ts';
import { createTestPattern } from '../../../../../e2e/lib/test-pattern.ts';
import type { FfmpegPublish, FfmpegReport, SentPacket } from './ffmpeg-publisher.ts';

const WIDTH = 320;
const HEIGHT = 180;
const FPS = 25;
/** Encoders begin before zero (priming, B-frames); FLV has no negative timestamps. */
const LEAD_MS = 200n;

const settings: FfmpegPublish = JSON.parse(process.argv[2] ?? '');
const complaints: string[] = [];
Log.setCallback((_level, message) => complaints.push(message.trim()), { maxLevel: AV_LOG_ERROR });

const sent: SentPacket[] = [];
let error = '';
try {
  await publish();
} catch (thrown) {
  // FFmpeg's log arrives on a later turn of the event loop.
  for (let turn = 0; turn < 100 && complaints.length === 0; turn++) await delay(10);
  error = [...complaints, thrown instanceof Error ? thrown.message : String(thrown)].join(' ');
}
const report: FfmpegReport = { packets: sent, error };
process.send?.(report, () => process.disconnect());

async function publish(): Promise<void> {
  const { video: videoCodec, audio: audioCodec, bFrames = 0, frames } = settings;
  const options = { width: WIDTH, height: HEIGHT, fps: FPS, gopSeconds: 1, bitrateKbps: 400, bFrames };
  const video = videoCodec && new VideoEncoder({ ...options, codec: videoCodec });
  const audio = audioCodec && new AudioEncoder(audioCodec);
  const output = new FormatContext();
  FFmpegError.throwIfError(output.allocOutputContext2(null, 'flv', settings.address), 'prepare FLV');
  const videoStream = video && addStream(output, video.context);
  const audioStream = audio && addStream(output, audio.context);

  // Encodes before it connects, since a server closes a publication that is silent while a busy machine encodes.
  const queued: { packet: Packet; kind: SentPacket['kind'] }[] = [];
  const take = (packets: Packet[], kind: SentPacket['kind'], context: CodecContext, stream: Stream): void => {
    for (const packet of packets) {
      packet.streamIndex = stream.index;
      packet.rescaleTs(context.timeBase, new Rational(1, 1000));
      packet.dts += LEAD_MS;
      packet.pts += LEAD_MS;
      queued.push({ packet, kind });
    }
  };
  const pattern = createTestPattern(WIDTH, HEIGHT);
  for (let frame = 0; video && videoStream && frame < frames; frame++) {
    pattern.paint(frame, null);
    take(video.encode(pattern.bytes, frame), 'video', video.context, videoStream);
  }
  if (video && videoStream) take(video.finish(), 'video', video.context, videoStream);
  const sounds = audio ? Math.floor((frames / FPS) * (SAMPLE_RATE / audio.samplesPerFrame)) : 0;
  for (let sound = 0; audio && audioStream && sound < sounds; sound++) {
    take(audio.encodeTone(sound), 'audio', audio.context, audioStream);
  }
  if (audio && audioStream) take(audio.finish(), 'audio', audio.context, audioStream);

  queued.sort((a, b) => Number(a.packet.dts - b.packet.dts));
  FFmpegError.throwIfError(await output.openOutput(), 'connect and publish');
  FFmpegError.throwIfError(await output.writeHeader(), 'begin the stream');
  for (const { packet, kind } of queued) {
    const data = asMuxed(packet.data ?? Buffer.alloc(0), kind);
    sent.push({
      kind,
      dtsMs: Number(packet.dts),
      ptsMs: Number(packet.pts),
      keyframe: (packet.flags & AV_PKT_FLAG_KEY) !== 0,
      bytes: data.length,
      digest: createHash('sha256').update(data).digest('hex'),
    });
    FFmpegError.throwIfError(await output.writeFrame(packet), 'send a frame');
    packet.free();
  }
  FFmpegError.throwIfError(await output.writeTrailer(), 'end the stream');
  await output.closeOutput();
}

function addStream(output: FormatContext, context: CodecContext): Stream {
  const stream = output.newStream(null);
  FFmpegError.throwIfError(stream.codecpar.fromContext(context), 'describe a track');
  stream.codecpar.codecTag = 0;
  stream.timeBase = context.timeBase;
  return stream;
}

/** A packet in the form of its muxer: length-prefixed NAL units, AV1 without temporal delimiters. */
function asMuxed(data: Buffer, kind: SentPacket['kind']): Buffer {
  if (kind === 'audio') return data;
  if (settings.video === 'h264' || settings.video === 'hevc') return withLengths(data);
  return settings.video === 'av1' && data[0] === 0x12 ? data.subarray(2) : data;
}

/** Converts a byte stream (H.264 annex B) to length-prefixed NAL units, as in FLV and MP4. */
function withLengths(stream: Buffer): Buffer {
  const parts: Buffer[] = [];
  let start = -1;
  for (let at = 0; at <= stream.length; at++) {
    const code = at + 3 <= stream.length && stream.readUIntBE(at, 3) === 1;
    if (!code && at < stream.length) continue;
    if (start >= 0) {
      let end = at;
      while (end > start && stream[end - 1] === 0) end -= 1;
      const length = Buffer.alloc(4);
      length.writeUInt32BE(end - start);
      parts.push(length, stream.subarray(start, end));
    }
    start = at + 3;
  }
  return Buffer.concat(parts);
}
