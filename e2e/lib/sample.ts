import type { CodecContext, Packet } from 'node-av/lib';
import {
  type AudioCodecName,
  AudioEncoder,
  SAMPLE_RATE,
  type VideoCodecName,
  VideoEncoder,
} from './encoders.ts';
import { createPicture } from './picture.ts';

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

/** One coded frame as FFmpeg gives it: H.264 and HEVC with start codes, times in seconds. */
export interface SamplePacket {
  readonly kind: 'video' | 'audio';
  readonly dts: number;
  readonly pts: number;
  readonly keyframe: boolean;
  readonly data: Buffer;
}

export interface Sample {
  readonly packets: SamplePacket[];
  /** Out-of-band headers as the encoder leaves them: Annex B parameter sets, AudioSpecificConfig, OpusHead, av1C. */
  readonly videoExtradata: Buffer | null;
  readonly audioExtradata: Buffer | null;
}

/** Encodes a short clip into memory: packets of both tracks in order of decode time. Synchronous, some 0.1 s a second. */
export function encodeSample(options: SampleOptions = {}): Sample {
  const { seconds = 2, video = 'h264', audio = 'aac', width = 320, height = 180, fps = 30 } = options;
  const { gopSeconds = 1, bitrateKbps = 400, bFrames = 0, clockMs = null } = options;
  const packets: SamplePacket[] = [];

  let videoExtradata: Buffer | null = null;
  if (video !== 'none') {
    const encoder = new VideoEncoder({ codec: video, width, height, fps, gopSeconds, bitrateKbps, bFrames });
    const picture = createPicture(width, height);
    for (let frame = 0; frame < Math.round(seconds * fps); frame += 1) {
      picture.paint(frame, clockMs);
      packets.push(...take(encoder.encode(picture.bytes, frame), 'video', encoder.context));
    }
    packets.push(...take(encoder.finish(), 'video', encoder.context));
    videoExtradata = extradataOf(encoder.context);
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
  return { packets, videoExtradata, audioExtradata };
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
