/** The FFmpeg process for tests: `encode` writes a file, `read` lists its contents. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Decoder, Demuxer, Encoder, FilterAPI, Muxer } from 'node-av/api';
import {
  AV_CODEC_ID_VP9,
  AV_LOG_ERROR,
  AVMEDIA_TYPE_VIDEO,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBOPUS,
  FF_ENCODER_LIBSVTAV1,
  FF_ENCODER_LIBVPX_VP9,
  FF_ENCODER_LIBX264,
  FF_ENCODER_LIBX265,
} from 'node-av/constants';
import { Log } from 'node-av/lib';
import type { EncodeOrder, FileRead, PacketRead, ReadOrder, StreamRead } from './ffmpeg.ts';

Log.setLevel(AV_LOG_ERROR);
process.env.SVT_LOG = '1';

const ENCODERS = {
  h264: FF_ENCODER_LIBX264,
  hevc: FF_ENCODER_LIBX265,
  av1: FF_ENCODER_LIBSVTAV1,
  vp9: FF_ENCODER_LIBVPX_VP9,
  aac: FF_ENCODER_AAC,
  opus: FF_ENCODER_LIBOPUS,
} as const;

const order: EncodeOrder | ReadOrder = JSON.parse(process.argv[2] ?? '');
if (order.task === 'encode') await encode(order);
else writeFileSync(order.result, JSON.stringify(await read(order)));

/** Encodes generated video and audio into one file. */
async function encode({ video, audio, seconds, file }: EncodeOrder): Promise<void> {
  await using output = await Muxer.open(file);
  const sources = [];
  if (video !== null) {
    const source = `testsrc2=size=${video.width}x${video.height}:rate=${video.framesPerSecond}:duration=${seconds}`;
    sources.push({ source, filter: 'format=yuv420p', encoder: video });
  }
  if (audio !== null) {
    const source = `sine=frequency=440:sample_rate=48000:duration=${seconds}`;
    sources.push({ source, filter: audio.filter, encoder: audio });
  }
  const running = [];
  for (const { source, filter, encoder } of sources) {
    const input = await Demuxer.open(source, { format: 'lavfi' });
    const stream = input.streams[0];
    if (stream === undefined) throw new Error(`${source} has no stream.`);
    const decoder = await Decoder.create(stream);
    const filtered = FilterAPI.create(filter);
    const coder = await Encoder.create(ENCODERS[encoder.codec], { options: encoder.options });
    const index = output.addStream(coder);
    const packets = coder.packets(filtered.frames(decoder.frames(input.packets(stream.index))));
    running.push({ packets, index });
  }
  // As root, SVT-AV1 would give this process real-time priority (`openEncoder`). Encoders open with their first frame.
  if (process.geteuid?.() === 0) process.seteuid?.('nobody');
  await Promise.all(
    running.map(async ({ packets, index }) => {
      for await (using packet of packets) await output.writePacket(packet, index);
    }),
  );
}

/** Every packet that FFmpeg's demuxer reads, and the number of frames that decode. */
async function read({ file, payloads, decode }: ReadOrder): Promise<FileRead> {
  await using input = await Demuxer.open(file);
  const streams: StreamRead[] = input.streams.map((stream) => {
    const { codecpar, timeBase } = stream;
    return {
      kind: codecpar.codecType === AVMEDIA_TYPE_VIDEO ? 'video' : 'audio',
      isVp9: codecpar.codecId === AV_CODEC_ID_VP9,
      timeBase: [timeBase.num, timeBase.den],
      width: codecpar.width,
      height: codecpar.height,
      sampleRate: codecpar.sampleRate,
      channels: codecpar.channels,
      extraData: codecpar.extradata?.toString('base64') ?? null,
      packets: [],
      frames: 0,
    };
  });
  for await (using packet of input.packets()) {
    if (packet === null) continue;
    const data = packet.data ?? Buffer.alloc(0);
    const read: PacketRead = {
      dts: Number(packet.dts),
      pts: Number(packet.pts),
      duration: Number(packet.duration),
      keyframe: packet.isKeyframe,
      digest: createHash('sha1').update(data).digest('hex'),
      payload: payloads ? data.toString('base64') : null,
    };
    streams[packet.streamIndex]?.packets.push(read);
  }
  if (decode) for (const [index, stream] of streams.entries()) stream.frames = await countFrames(file, index);
  return { durationSeconds: input.duration, streams };
}

async function countFrames(file: string, index: number): Promise<number> {
  await using input = await Demuxer.open(file);
  const stream = input.streams[index];
  if (stream === undefined) return 0;
  using decoder = await Decoder.create(stream, { exitOnError: true });
  let frames = 0;
  for await (using frame of decoder.frames(input.packets(index))) if (frame !== null) frames += 1;
  return frames;
}
