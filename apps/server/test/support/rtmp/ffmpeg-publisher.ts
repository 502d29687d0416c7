import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The source to publish: a short generated one, as fast as it encodes. */
export interface FfmpegPublish {
  /** `rtmp://127.0.0.1:1935/live/key` */
  readonly address: string;
  readonly video: 'h264' | 'hevc' | 'av1' | 'vp9' | null;
  readonly audio: 'aac' | 'opus' | null;
  readonly bFrames?: number;
  readonly frames: number;
}

/** A packet of the encoder, with its times in milliseconds of the FLV stream. */
export interface SentPacket {
  readonly kind: 'video' | 'audio';
  readonly dtsMs: number;
  readonly ptsMs: number;
  readonly keyframe: boolean;
  readonly bytes: number;
  /** Hexadecimal SHA-256 of the packet's data. */
  readonly digest: string;
}

export interface FfmpegReport {
  readonly packets: readonly SentPacket[];
  /** FFmpeg's error; empty when it published to the end. */
  readonly error: string;
}

/** Publishes with FFmpeg's RTMP client, in a child process, since its native code blocks. */
export async function publishWithFfmpeg(settings: FfmpegPublish): Promise<FfmpegReport> {
  const child = fork(
    fileURLToPath(new URL('./ffmpeg-child.ts', import.meta.url)),
    [JSON.stringify(settings)],
    {
      execArgv: ['--disable-warning=ExperimentalWarning'],
    },
  );
  let report: FfmpegReport = { packets: [], error: 'The publisher died without a word.' };
  child.on('message', (message: FfmpegReport) => {
    report = message;
  });
  await once(child, 'exit');
  return report;
}

/** Tries to play with FFmpeg, which verifies the server's digests like a Flash player. Returns its errors. */
export async function playWithFfmpeg(address: string): Promise<string> {
  const child = fork(fileURLToPath(new URL('./ffmpeg-player-child.ts', import.meta.url)), [address], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  let complaints = 'The player died without a word.';
  child.on('message', (message: string) => {
    complaints = message;
  });
  await once(child, 'exit');
  return complaints;
}
