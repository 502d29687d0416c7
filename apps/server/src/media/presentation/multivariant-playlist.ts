import type { AudioTrack, VideoTrack } from '../unit.ts';

/** A rendition as the multivariant playlist lists it. */
export interface Listed<T> {
  readonly track: T;
  /** Of its media playlist, relative to the multivariant playlist. */
  readonly uri: string;
  /** Bits per second of its largest segment so far, and of all segments. */
  readonly peakBitrate: number;
  readonly averageBitrate: number;
}

export interface MultivariantContent {
  readonly video:
    | (Listed<Pick<VideoTrack, 'codecString' | 'width' | 'height'>> & { readonly frameRate: number | null })
    | null;
  readonly audio: Listed<Pick<AudioTrack, 'codecString' | 'channels'>> | null;
}

const AUDIO_GROUP = 'audio';

/**
 * One variant (RFC 8216bis section 4.4.6); audio beside video is a rendition of its own. CLOSED-CAPTIONS (section
 * 4.4.6.2) is left out: an encoder may begin to send captions at any time, so NONE could become untrue.
 */
export function renderMultivariant({ video, audio }: MultivariantContent): string {
  const lines = ['#EXTM3U', '#EXT-X-VERSION:9'];
  const main = video ?? audio;
  if (main === null) return `${lines.join('\n')}\n`;
  const parts = [video, audio].filter((listed) => listed !== null);
  const attributes = [
    `BANDWIDTH=${Math.max(1, Math.ceil(sum(parts.map((p) => p.peakBitrate))))}`,
    `AVERAGE-BANDWIDTH=${Math.max(1, Math.ceil(sum(parts.map((p) => p.averageBitrate))))}`,
    `CODECS="${parts.map((p) => p.track.codecString).join(',')}"`,
  ];
  if (video !== null) {
    attributes.push(`RESOLUTION=${video.track.width}x${video.track.height}`);
    if (video.frameRate !== null) attributes.push(`FRAME-RATE=${video.frameRate.toFixed(3)}`);
  }
  if (video !== null && audio !== null) {
    lines.push(
      `#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="${AUDIO_GROUP}",NAME="Audio",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="${audio.track.channels}",URI="${audio.uri}"`,
    );
    attributes.push(`AUDIO="${AUDIO_GROUP}"`);
  }
  lines.push(`#EXT-X-STREAM-INF:${attributes.join(',')}`, main.uri, '');
  return lines.join('\n');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
