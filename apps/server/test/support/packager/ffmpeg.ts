/** Runs FFmpeg for tests, in a child process (ffmpeg-child.ts). */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { AudioTrack, Unit, VideoTrack } from '../../../src/media/unit.ts';

interface EncoderChoice {
  readonly codec: VideoTrack['codec'] | AudioTrack['codec'];
  readonly options: Readonly<Record<string, string | number>>;
}

export interface EncodeOrder {
  readonly task: 'encode';
  readonly video: (EncoderChoice & { width: number; height: number; framesPerSecond: number }) | null;
  readonly audio: (EncoderChoice & { filter: string }) | null;
  readonly seconds: number;
  readonly file: string;
}

export interface ReadOrder {
  readonly task: 'read';
  readonly file: string;
  readonly payloads: boolean;
  readonly decode: boolean;
  /** The file to write the result to. */
  readonly result: string;
}

export interface PacketRead {
  readonly dts: number;
  readonly pts: number;
  readonly duration: number;
  readonly keyframe: boolean;
  readonly digest: string;
  readonly payload: string | null;
}

export interface StreamRead {
  readonly kind: 'video' | 'audio';
  readonly isVp9: boolean;
  readonly timeBase: readonly [number, number];
  readonly width: number;
  readonly height: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly extraData: string | null;
  readonly packets: PacketRead[];
  frames: number;
}

export interface FileRead {
  readonly durationSeconds: number;
  readonly streams: readonly StreamRead[];
}

const child = new URL('./ffmpeg-child.ts', import.meta.url).pathname;
const run = promisify(execFile);

async function ffmpeg(order: EncodeOrder | ReadOrder): Promise<void> {
  await run(process.execPath, [child, JSON.stringify(order)]);
}

/** A directory that is removed after the test. */
export function scratchDirectory(): { readonly path: string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'packager-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

export async function encodeFile(order: Omit<EncodeOrder, 'task'>): Promise<void> {
  await ffmpeg({ task: 'encode', ...order });
}

export async function readFile(
  file: string,
  { payloads = false, decode = false, scratch }: { payloads?: boolean; decode?: boolean; scratch: string },
): Promise<FileRead> {
  const result = join(scratch, 'read.json');
  await ffmpeg({ task: 'read', file, payloads, decode, result });
  return JSON.parse(readFileSync(result, 'utf8'));
}

/** The units that an encoder sends of this stream: timestamps in whole milliseconds, from one second on. */
export function unitsOf(stream: StreamRead, from = 1): Unit[] {
  const [num, den] = stream.timeBase;
  const stamp = (time: number) => Math.round((from + (time * num) / den) * 1000) * 90;
  return stream.packets.map((packet) => ({
    kind: stream.kind,
    dts: stamp(packet.dts),
    pts: stamp(packet.pts),
    keyframe: packet.keyframe,
    payload: Buffer.from(packet.payload ?? '', 'base64'),
  }));
}

export function videoTrackOf(
  stream: StreamRead,
  codec: VideoTrack['codec'],
  codecString: string,
): VideoTrack {
  // FFmpeg provides no vpcC: version 1, profile 0, level 1.0, 8 bits of 4:2:0, colors unspecified, no further data.
  const vpcC = Uint8Array.of(1, 0, 0, 0, 0, 10, 0x82, 2, 2, 2, 0, 0);
  const configuration = stream.isVp9 ? vpcC : Buffer.from(stream.extraData ?? '', 'base64');
  const { width, height } = stream;
  return { kind: 'video', codec, codecString, width, height, frameRate: null, configuration };
}

export function audioTrackOf(stream: StreamRead): AudioTrack {
  const extra = Buffer.from(stream.extraData ?? '', 'base64');
  const { sampleRate, channels } = stream;
  if (extra.subarray(0, 8).toString() !== 'OpusHead') {
    const aac = { codec: 'aac', codecString: 'mp4a.40.2', samplesPerFrame: 1024 } as const;
    return { kind: 'audio', ...aac, sampleRate, channels, configuration: extra };
  }
  // dOps is OpusHead without its magic, with version 0 and big-endian numbers.
  const dOps = Buffer.from(extra.subarray(8));
  dOps[0] = 0;
  dOps.writeUInt16BE(dOps.readUInt16LE(2), 2);
  dOps.writeUInt32BE(dOps.readUInt32LE(4), 4);
  dOps.writeInt16BE(dOps.readInt16LE(8), 8);
  const opus = { codec: 'opus', codecString: 'opus', samplesPerFrame: null } as const;
  return { kind: 'audio', ...opus, sampleRate, channels, configuration: dOps };
}
