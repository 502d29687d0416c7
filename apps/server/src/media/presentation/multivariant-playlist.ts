import type { AudioTrack, VideoTrack } from '../unit.ts';

/** A rendition in the multivariant playlist. */
export interface Listed<T> {
  readonly track: T;
  /** The URI of its media playlist, relative to the multivariant playlist. */
  readonly uri: string;
  /** The bits per second of its largest segment so far, and of all segments. */
  readonly peakBitrate: number;
  readonly averageBitrate: number;
}

export interface ListedVideo extends Listed<Pick<VideoTrack, 'codecString' | 'width' | 'height'>> {
  readonly frameRate: number | null;
}

export interface MultivariantContent {
  readonly video: ListedVideo | null;
  readonly audio: Listed<Pick<AudioTrack, 'codecString' | 'channels'>> | null;
  /** The renditions that are made of the same video. */
  readonly ladder?: readonly ListedVideo[];
}

const AUDIO_GROUP = 'audio';

/**
 * The source is the first variant (RFC 8216bis section 4.4.6). Audio beside video is a rendition of its own, and with a
 * ladder a variant as well. CLOSED-CAPTIONS (section 4.4.6.2) is left out: an encoder may begin to send captions at any
 * time, so NONE could become untrue.
 */
export function renderMultivariant({ video, audio, ladder = [] }: MultivariantContent): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:9'];
  if (video !== null && audio !== null) {
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${AUDIO_GROUP}",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="${audio.track.channels}",URI="${audio.uri}"`,
    );
  }
  if (video !== null) lines.push(...renderVariant(video, audio));
  if (video !== null && ladder.length > 0) lines.push(...renderVariants(ladder, audio));
  if (audio !== null && video === null) lines.push(...renderVariant(null, audio));
  return [...lines, ''].join('\n');
}

/** The lines of renditions behind their source, and of the audio alone. */
export function renderVariants(
  ladder: readonly ListedVideo[],
  audio: MultivariantContent['audio'],
): string[] {
  const variants = ladder.flatMap((one) => renderVariant(one, audio));
  return audio === null ? variants : [...variants, ...renderVariant(null, audio)];
}

function renderVariant(video: ListedVideo | null, audio: MultivariantContent['audio']): string[] {
  const parts = [video, audio].filter((listed) => listed !== null);
  const attributes = [
    `BANDWIDTH=${Math.max(1, Math.ceil(sum(parts.map((p) => p.peakBitrate))))}`,
    `AVERAGE-BANDWIDTH=${Math.max(1, Math.ceil(sum(parts.map((p) => p.averageBitrate))))}`,
    `CODECS="${parts.map((p) => p.track.codecString).join(',')}"`,
  ];
  if (video !== null) {
    attributes.push(`RESOLUTION=${video.track.width}x${video.track.height}`);
    if (video.frameRate !== null) attributes.push(`FRAME-RATE=${video.frameRate.toFixed(3)}`);
    if (audio !== null) attributes.push(`AUDIO="${AUDIO_GROUP}"`);
  }
  const { uri = '' } = parts[0] ?? {};
  return [`#EXT-X-STREAM-INF:${attributes.join(',')}`, uri];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
