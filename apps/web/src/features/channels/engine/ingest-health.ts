import {
  INGEST_HEALTH_HISTORY_SECONDS,
  type IngestHealthPoint,
  type IngestHealthStatus,
} from '@tributary/contracts/live';
import { formatBitrate, formatSize, formatTrimmed } from '@/lib/format/measures.ts';
import { t } from '@/lib/messages/t.ts';

/** Appends a point and drops those that are too old; ignores a point that is already there. */
export function appendPoint(points: IngestHealthPoint[], point: IngestHealthPoint): IngestHealthPoint[] {
  const last = points.at(-1);
  if (last && last.at >= point.at) return points;
  const oldest = new Date(Date.parse(point.at) - INGEST_HEALTH_HISTORY_SECONDS * 1000).toISOString();
  return [...points.filter(({ at }) => at > oldest), point];
}

export type IngestFigure = Exclude<keyof IngestHealthPoint, 'at'>;

/** The lowest and highest measured value; null if nothing was measured. */
export function rangeOf(points: readonly IngestHealthPoint[], figure: IngestFigure): [number, number] | null {
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

const CHANNELS: Record<number, string> = { 1: t('channels.metric.mono'), 2: t('channels.metric.stereo') };

/** The properties of the signal, in display order; a dash if not known yet. */
export function ingestFacts({ video, audio, bitrateKbps }: IngestHealthStatus): Fact[] {
  const frames = video?.frameRate;
  const interval = video?.keyframeIntervalSeconds;
  return [
    {
      label: t('channels.metric.resolution'),
      value: video ? formatSize(video.width, video.height) : t('channels.metric.noVideo'),
    },
    { label: t('channels.metric.frameRate'), value: frames ? formatTrimmed(frames, 'fps', 2) : '–' },
    { label: t('channels.metric.bitrate'), value: bitrateKbps === null ? '–' : formatBitrate(bitrateKbps) },
    { label: t('channels.metric.keyframeInterval'), value: interval ? formatTrimmed(interval, 's') : '–' },
    { label: t('channels.metric.video'), value: video ? codecName(video.codec) : '–' },
    {
      label: t('channels.metric.audio'),
      value: audio
        ? `${codecName(audio.codec)}, ${formatTrimmed(audio.sampleRate / 1000, 'kHz')} ${CHANNELS[audio.channels] ?? t('channels.metric.channels', { count: audio.channels })}`
        : t('channels.metric.noAudio'),
    },
  ];
}

function codecName(codec: string): string {
  return CODECS[codec] ?? codec;
}
