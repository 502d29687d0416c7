/** The browser's measurements of a WebRTC connection up to a moment. */
import type { StatsReport } from './peer.ts';

/** Counts and sums since the connection began. */
export interface ConnectionSample {
  readonly atMs: number;
  readonly packetsReceived: number;
  readonly packetsLost: number;
  /** The sum of video and audio. */
  readonly bytesReceived: number;
  readonly framesDecoded: number;
  readonly framesDropped: number;
  readonly frozenSeconds: number;
  /** How long video frames waited in the jitter buffer, all together, and how many left it. */
  readonly bufferedSeconds: number;
  readonly bufferedFrames: number;
  readonly decodingSeconds: number;
  /** The round trip of the selected candidate pair; null before it is known. */
  readonly roundTripSeconds: number | null;
  /** As `H264, opus`. */
  readonly codecs: string | null;
}

type Stats = Readonly<Record<string, unknown>>;

/** @returns null before anything of the video has been counted */
export function readSample(report: StatsReport, atMs: number): ConnectionSample | null {
  const all: Stats[] = [];
  report.forEach((stats) => {
    all.push(stats);
  });
  const inbound = all.filter(({ type }) => type === 'inbound-rtp');
  const video = inbound.find(({ kind }) => kind === 'video');
  if (video === undefined) return null;
  return {
    atMs,
    packetsReceived: numberOf(video, 'packetsReceived'),
    packetsLost: Math.max(0, numberOf(video, 'packetsLost')),
    bytesReceived: inbound.reduce((sum, stats) => sum + numberOf(stats, 'bytesReceived'), 0),
    framesDecoded: numberOf(video, 'framesDecoded'),
    framesDropped: numberOf(video, 'framesDropped'),
    frozenSeconds: numberOf(video, 'totalFreezesDuration'),
    bufferedSeconds: numberOf(video, 'jitterBufferDelay'),
    bufferedFrames: numberOf(video, 'jitterBufferEmittedCount'),
    decodingSeconds: numberOf(video, 'totalDecodeTime'),
    roundTripSeconds: roundTripOf(all),
    codecs: codecsOf([video, ...inbound.filter((stats) => stats !== video)], all),
  };
}

function roundTripOf(all: readonly Stats[]): number | null {
  const selected = all.find(({ type }) => type === 'transport')?.selectedCandidatePairId;
  const pair = all.find(({ type, id, nominated, state }) =>
    type !== 'candidate-pair'
      ? false
      : selected === undefined
        ? nominated === true && state === 'succeeded'
        : id === selected,
  );
  const seconds = pair?.currentRoundTripTime;
  return typeof seconds === 'number' ? seconds : null;
}

function codecsOf(inbound: readonly Stats[], all: readonly Stats[]): string | null {
  const names = inbound.flatMap(({ codecId }) => {
    const mimeType = all.find(({ type, id }) => type === 'codec' && id === codecId)?.mimeType;
    return typeof mimeType === 'string' ? [mimeType.slice(mimeType.indexOf('/') + 1)] : [];
  });
  return names.length === 0 ? null : names.join(', ');
}

function numberOf(stats: Stats, name: string): number {
  const value = stats[name];
  return typeof value === 'number' ? value : 0;
}
