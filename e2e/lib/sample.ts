import { type CodecContext, CodecParameters, FFmpegError, type Packet } from 'node-av/lib';
import {
  type AudioCodecName,
  AudioEncoder,
  SAMPLE_RATE,
  type VideoCodecName,
  VideoEncoder,
} from './encoders.ts';
import { createTestPattern } from './test-pattern.ts';

export interface SampleOptions {
  readonly seconds?: number;
  readonly video?: VideoCodecName | 'none';
  readonly audio?: AudioCodecName | 'none';
  readonly width?: number;
  readonly height?: number;
  readonly fps?: number;
  readonly gopSeconds?: number;
  readonly bitrateKbps?: number;
  readonly bFrames?: number;
  /** Draws this clock value (ms) into every frame. */
  readonly clockMs?: number;
}

/** One coded frame from FFmpeg: H.264 and HEVC in Annex B format, times in seconds. */
export interface SamplePacket {
  readonly kind: 'video' | 'audio';
  readonly dts: number;
  readonly pts: number;
  readonly keyframe: boolean;
  readonly data: Buffer;
}

export interface Sample {
  readonly packets: SamplePacket[];
  /** The encoder's out-of-band headers: Annex B parameter sets, AudioSpecificConfig, OpusHead, av1C. */
  readonly videoExtradata: Buffer | null;
  readonly audioExtradata: Buffer | null;
  /** The content of avcC, hvcC, av1C or vpcC. */
  readonly videoConfiguration: Buffer | null;
}

/** Encodes a short clip, and returns the packets of both tracks in decode order. Synchronous; takes about 0.1 s per second. */
export function encodeSample(options: SampleOptions = {}): Sample {
  const { seconds = 2, video = 'h264', audio = 'aac', width = 320, height = 180, fps = 30 } = options;
  const { gopSeconds = 1, bitrateKbps = 400, bFrames = 0, clockMs = null } = options;
  const packets: SamplePacket[] = [];

  let videoExtradata: Buffer | null = null;
  let videoConfiguration: Buffer | null = null;
  if (video !== 'none') {
    const encoder = new VideoEncoder({ codec: video, width, height, fps, gopSeconds, bitrateKbps, bFrames });
    const pattern = createTestPattern(width, height);
    for (let frame = 0; frame < Math.round(seconds * fps); frame += 1) {
      pattern.paint(frame, clockMs);
      packets.push(...take(encoder.encode(pattern.bytes, frame), 'video', encoder.context));
    }
    packets.push(...take(encoder.finish(), 'video', encoder.context));
    videoExtradata = extradataOf(encoder.context);
    videoConfiguration = configurationOf(encoder.context);
  }

  let audioExtradata: Buffer | null = null;
  if (audio !== 'none') {
    const encoder = new AudioEncoder(audio);
    const frames = Math.floor((seconds * SAMPLE_RATE) / encoder.samplesPerFrame);
    for (let frame = 0; frame < frames; frame += 1)
      packets.push(...take(encoder.encodeTone(frame), 'audio', encoder.context));
    packets.push(...take(encoder.finish(), 'audio', encoder.context));
    audioExtradata = extradataOf(encoder.context);
  }

  packets.sort((a, b) => a.dts - b.dts);
  return { packets, videoExtradata, audioExtradata, videoConfiguration };
}

function take(packets: Packet[], kind: SamplePacket['kind'], context: CodecContext): SamplePacket[] {
  const { num, den } = context.timeBase;
  return packets.map((packet) => {
    const taken = {
      kind,
      dts: (Number(packet.dts) * num) / den,
      pts: (Number(packet.pts) * num) / den,
      keyframe: packet.isKeyframe,
      data: Buffer.from(packet.data ?? []),
    };
    packet.free();
    return taken;
  });
}

function extradataOf(context: CodecContext): Buffer | null {
  return context.extraData && Buffer.from(context.extraData);
}

function configurationOf(context: CodecContext): Buffer | null {
  using parameters = new CodecParameters();
  parameters.alloc();
  FFmpegError.throwIfError(parameters.fromContext(context), 'describe a track');
  const record = parameters.getDecoderConfigurationRecord();
  return record && Buffer.from(record);
}

/** Converts an H.264 or HEVC frame from Annex B to the MP4 format, with a four-byte length before each NAL unit. */
export function lengthPrefixed(annexB: Buffer): Buffer {
  const starts: number[] = [];
  for (let at = annexB.indexOf('000001', 0, 'hex'); at >= 0; at = annexB.indexOf('000001', at + 3, 'hex'))
    starts.push(at);
  const parts = starts.flatMap((start, index) => {
    const next = starts[index + 1] ?? annexB.length;
    const nal = annexB.subarray(start + 3, next < annexB.length && annexB[next - 1] === 0 ? next - 1 : next);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(nal.length);
    return [length, nal];
  });
  return Buffer.concat(parts);
}
