import type { IngestWarning } from '@tributary/contracts/live';
import type { SignalReading } from '#media/signal/signal-meter.ts';

/** Codecs that every current browser plays. */
const WIDELY_PLAYABLE = new Set(['h264', 'aac', 'opus']);
/** H.264 with more than 8 bits, 4:2:2 or 4:4:4, by profile_idc. FFmpeg encodes screen captures like that by default. */
const RARE_H264 = /^avc1\.(6e|7a|f4)/i;
const LONG_KEYFRAME_SECONDS = 4.5;
const HIGH_KBPS = 8500;
const LOW_FRAMES = 20;
const LATE_MS = 1000;
/** Frames dropped within the meter's window. */
const MANY_DROPPED = 10;

type Rule = (reading: SignalReading) => Omit<IngestWarning, 'code'> | null;

const seconds = (value: number) => `${Math.round(value * 10) / 10} s`;

/** Advice on encoder settings, the most important first. */
const RULES: Record<IngestWarning['code'], Rule> = {
  no_video: ({ tracks }) =>
    tracks.video === null
      ? { message: 'No video is arriving. Viewers only hear sound. Add a video source.' }
      : null,
  no_audio: ({ tracks }) =>
    tracks.audio === null
      ? { message: 'No audio is arriving. Add an audio source, or check that it is not muted.' }
      : null,
  codec_not_widely_playable: ({ tracks }) => {
    const rare = [tracks.video?.codec, tracks.audio?.codec].filter(
      (c) => c !== undefined && !WIDELY_PLAYABLE.has(c),
    );
    if (rare.length > 0)
      return { message: `Not every browser plays ${rare.join(' and ')}. Use H.264 with AAC.` };
    if (!RARE_H264.test(tracks.video?.codecString ?? '')) return null;
    return {
      message:
        'Not every browser plays this kind of H.264. Set the color format to NV12 (ffmpeg: -pix_fmt yuv420p).',
    };
  },
  keyframe_interval_long: ({ keyframeIntervalSeconds: interval }) =>
    interval !== null && interval > LONG_KEYFRAME_SECONDS
      ? {
          message: `Keyframes are ${seconds(interval)} apart. Set the keyframe interval to 2 s so that viewers can join faster.`,
        }
      : null,
  keyframe_interval_uneven: ({ keyframeIntervalSpread: spread }) =>
    spread !== null && spread > 2
      ? { message: 'Keyframes are uneven. Set a fixed keyframe interval of 2 s instead of automatic.' }
      : null,
  timestamps_jump: ({ clockJumps }) =>
    clockJumps > 0
      ? {
          message:
            'Your encoder’s timestamps jump. Restart the encoder, and check whether the computer is overloaded.',
        }
      : null,
  signal_late: ({ recent }) =>
    recent !== null && recent.lateMs > LATE_MS
      ? {
          message: `Your signal arrives ${seconds(recent.lateMs / 1000)} late because the uplink is too slow. Lower the bitrate, or use a cable instead of Wi-Fi.`,
        }
      : null,
  frames_dropped: ({ droppedFrames }) =>
    droppedFrames !== null && droppedFrames > MANY_DROPPED
      ? {
          message: `Your encoder dropped ${droppedFrames} frames in the last few seconds. Lower the bitrate or the resolution.`,
        }
      : null,
  frame_rate_low: ({ frameRate }) =>
    frameRate !== null && frameRate < LOW_FRAMES
      ? {
          message: `Only ${Math.round(frameRate)} frames arrive per second. Lower the resolution if the computer is busy.`,
        }
      : null,
  bitrate_high: ({ bitrateKbps }) =>
    bitrateKbps !== null && bitrateKbps > HIGH_KBPS
      ? {
          message: `${(bitrateKbps / 1000).toFixed(1)} Mbps is more than many viewers can receive. Use 3 to 6 Mbps for 1080p.`,
        }
      : null,
  bitrate_unstable: ({ bitrateSpread }) =>
    bitrateSpread !== null && bitrateSpread > 3
      ? { message: 'The bitrate varies widely. Use CBR, or lower the bitrate if your uplink is too slow.' }
      : null,
  b_frames: ({ hasBFrames }) =>
    hasBFrames ? { message: 'B-frames add delay. Set them to 0, or use a zero-latency tune.' } : null,
};

export function warningsFor(reading: SignalReading): IngestWarning[] {
  const codes = Object.keys(RULES) as IngestWarning['code'][];
  return codes.flatMap((code) => {
    const found = RULES[code](reading);
    return found === null ? [] : [{ code, ...found }];
  });
}
