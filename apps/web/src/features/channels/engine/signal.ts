import { SIGNAL_COURSE_SECONDS, type SignalHealth, type SignalPoint } from '@tributary/contracts';
import { formatBitrate } from '@/lib/format.ts';

/** The course with one more point, and without what has grown too old; a point that it has changes nothing. */
export function appendPoint(points: SignalPoint[], point: SignalPoint): SignalPoint[] {
  const last = points.at(-1);
  if (last && last.at >= point.at) return points;
  const oldest = new Date(Date.parse(point.at) - SIGNAL_COURSE_SECONDS * 1000).toISOString();
  return [...points.filter(({ at }) => at > oldest), point];
}

export type SignalFigure = Exclude<keyof SignalPoint, 'at'>;

/** The least and the most that was measured; null where nothing was. */
export function rangeOf(points: readonly SignalPoint[], figure: SignalFigure): [number, number] | null {
  const values = points.flatMap((point) => point[figure] ?? []);
  return values.length === 0 ? null : [Math.min(...values), Math.max(...values)];
}

export interface Fact {
  label: string;
  value: string;
}

const CODECS: Record<string, string> = {
  h264: 'H.264',
  hevc: 'HEVC',
  av1: 'AV1',
  vp9: 'VP9',
  aac: 'AAC',
  opus: 'Opus',
};

const CHANNELS: Record<number, string> = { 1: 'mono', 2: 'stereo' };

/** What arrives, as labelled values in reading order; what is not known yet is a dash. */
export function signalFacts({ video, audio, bitrateKbps }: SignalHealth): Fact[] {
  const frames = video?.frameRate;
  const interval = video?.keyframeIntervalSeconds;
  return [
    { label: 'Resolution', value: video ? `${video.width} × ${video.height}` : 'No picture' },
    { label: 'Frame rate', value: frames ? `${trim(frames, 2)} fps` : '–' },
    { label: 'Bitrate', value: bitrateKbps === null ? '–' : formatBitrate(bitrateKbps) },
    { label: 'Keyframe interval', value: interval ? `${trim(interval, 1)} s` : '–' },
    { label: 'Video', value: video ? codecName(video.codec) : '–' },
    {
      label: 'Audio',
      value: audio
        ? `${codecName(audio.codec)}, ${trim(audio.sampleRate / 1000, 1)} kHz ${CHANNELS[audio.channels] ?? `${audio.channels} channels`}`
        : 'No sound',
    },
  ];
}

function codecName(codec: string): string {
  return CODECS[codec] ?? codec;
}

/** At most `digits` decimals, none where they are zeros: 29.97, 30. */
function trim(value: number, digits: number): string {
  return String(Number(value.toFixed(digits)));
}
