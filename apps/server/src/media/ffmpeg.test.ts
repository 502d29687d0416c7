import { readFileSync } from 'node:fs';
import { AV_PIX_FMT_YUV420P, FF_ENCODER_LIBSVTAV1 } from 'node-av/constants';
import { Rational } from 'node-av/lib';
import { expect, it } from 'vitest';
import { openEncoder } from './ffmpeg.ts';

/** The scheduling policy of the main thread: proc_pid_stat(5), field 41. */
const policy = () => readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ')[38];

// Other systems do not report the policy, and SVT-AV1 changes it for root on Linux only.
it.runIf(process.platform === 'linux')(
  'opens AV1 encoders without real-time priority, and stays root',
  () => {
    const before = [policy(), process.geteuid?.()];
    using context = openEncoder(
      FF_ENCODER_LIBSVTAV1,
      (options) => {
        options.width = 64;
        options.height = 64;
        options.pixelFormat = AV_PIX_FMT_YUV420P;
        options.timeBase = new Rational(1, 30);
        options.framerate = new Rational(30, 1);
      },
      { preset: 10, 'svtav1-params': 'lp=1' },
    );
    expect(context.isOpen).toBe(true);
    expect([policy(), process.geteuid?.()]).toEqual(before);
  },
);
