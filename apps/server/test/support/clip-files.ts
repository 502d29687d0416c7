/** Small video files, made by the machine's FFmpeg. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from './programs.ts';

const picture = ['-f', 'lavfi', '-i', 'testsrc=size=160x90:rate=10'];
const sound = ['-f', 'lavfi', '-i', 'sine=sample_rate=48000'];

/** The encoder's arguments by kind. Each clip has video and audio of the same length. */
export const CLIPS = {
  /** Browsers play this kind as it is. */
  h264: [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '20',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-ac',
    '2',
  ],
  /** This kind has one keyframe only, in a transport stream. */
  longGop: ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '600', '-pix_fmt', 'yuv420p', '-c:a', 'aac'],
  mpeg4: ['-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
} as const satisfies Record<string, readonly string[]>;

/** @param path the file, whose extension decides on the container */
export async function makeClip(path: string, codecs: readonly string[], seconds: number): Promise<void> {
  const ffmpeg = findProgram(['ffmpeg']);
  if (ffmpeg === null) throw new Error('ffmpeg is missing.');
  await promisify(execFile)(ffmpeg, [
    ...['-v', 'error', '-y', ...picture, ...sound, '-t', String(seconds), ...codecs, path],
  ]);
}
