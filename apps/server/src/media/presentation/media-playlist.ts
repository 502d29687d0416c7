import type { TrackKind } from '../unit.ts';
import type { Edge } from './presentation.ts';
import { isGap, type Segment } from './segment.ts';

/** The constant properties of a playlist. */
export interface PlaylistProperties {
  readonly name: string;
  readonly kind: TrackKind;
  readonly partTargetSeconds: number;
  readonly targetDurationSeconds: number;
}

/** EXT-X-SKIP needs version 9 (RFC 8216bis section 8). */
const VERSION = 9;
/** The recommended minimum of each (RFC 8216bis section 4.4.3.8). */
const PART_HOLD_BACK_PARTS = 3;
const HOLD_BACK_TARGETS = 3;
const SKIP_TARGETS = 6;
/** Parts further than three target durations from the end may be left out (section 4.4.4.9). */
const PARTS_TARGETS = 3;

/** The content of a playlist at one moment. */
export interface PlaylistState {
  /** Finished segments, oldest first. */
  readonly segments: readonly Segment[];
  /** The EXT-X-DISCONTINUITY-SEQUENCE of the first segment. */
  readonly discontinuitySequence: number;
  readonly open: Segment | null;
  readonly edge: Edge;
  readonly ended: boolean;
}

/** The lines of finished segments: all of them, and those of a delta update. */
interface FinishedText {
  readonly last: Segment | undefined;
  readonly whole: string;
  readonly recent: string;
}

/**
 * Renders one rendition's media playlist on request, so that a stream without viewers costs nothing.
 * The lines of finished segments are cached until the next segment finishes.
 */
export class MediaPlaylist {
  readonly #properties: PlaylistProperties;
  readonly #control: string;
  #finished: FinishedText = { last: undefined, whole: '', recent: '' };

  constructor(properties: PlaylistProperties) {
    this.#properties = properties;
    const { partTargetSeconds, targetDurationSeconds } = properties;
    const holdBack = ceil3(partTargetSeconds * PART_HOLD_BACK_PARTS);
    this.#control = [
      '#EXTM3U',
      `#EXT-X-VERSION:${VERSION}`,
      // Every audio frame is independent; a video segment may have to be cut without a keyframe.
      ...(properties.kind === 'audio' ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
      `#EXT-X-TARGETDURATION:${targetDurationSeconds}`,
      `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=${this.#skipSeconds.toFixed(1)},HOLD-BACK=${(targetDurationSeconds * HOLD_BACK_TARGETS).toFixed(1)},PART-HOLD-BACK=${holdBack}`,
      `#EXT-X-PART-INF:PART-TARGET=${ceil3(partTargetSeconds)}`,
      '',
    ].join('\n');
  }

  get #skipSeconds(): number {
    return this.#properties.targetDurationSeconds * SKIP_TARGETS;
  }

  /**
   * Renders the playlist of `state`.
   * @param delta leaves out segments that a client with a recent playlist knows (section 6.2.5.1), if there are any
   * @param reports the EXT-X-RENDITION-REPORT lines of the other renditions
   */
  render(state: PlaylistState, delta: boolean, reports: string): string {
    const { segments, open, edge } = state;
    const last = segments.at(-1);
    if (last !== this.#finished.last) this.#finished = this.#writeFinished(state);
    const { whole, recent } = this.#finished;
    const opened = open === null ? '' : this.#opening(open, last) + this.#partLines(open);
    const hint = `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${this.#partUri(edge.msn, edge.part + 1)}"\n`;
    const tail = state.ended ? '#EXT-X-ENDLIST\n' : hint;
    return this.#control + (delta && recent !== '' ? recent : whole) + opened + tail + reports;
  }

  #writeFinished({ segments, discontinuitySequence }: PlaylistState): FinishedText {
    const { name, targetDurationSeconds } = this.#properties;
    const texts: string[] = [];
    let skipped = 0;
    let fromEnd = 0;
    for (const [index, segment] of [...segments.entries()].reverse()) {
      const parts = fromEnd < targetDurationSeconds * PARTS_TARGETS ? this.#partLines(segment) : '';
      if (fromEnd >= this.#skipSeconds) skipped += 1;
      fromEnd += segment.seconds;
      const gap = isGap(segment) ? '#EXT-X-GAP\n' : '';
      const ending = `${gap}#EXTINF:${segment.seconds.toFixed(5)},\n${name}/${segment.msn}.m4s\n`;
      texts.push(this.#opening(segment, segments[index - 1]) + parts + ending);
    }
    texts.reverse();
    const head =
      segments[0] === undefined
        ? ''
        : `#EXT-X-MEDIA-SEQUENCE:${segments[0].msn}\n#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}\n`;
    const skip = `#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}\n`;
    return {
      last: segments.at(-1),
      whole: head + texts.join(''),
      recent: skipped === 0 ? '' : head + skip + texts.slice(skipped).join(''),
    };
  }

  /** @param previous the segment before it; EXT-X-MAP is repeated only when it changes */
  #opening(segment: Segment, previous: Segment | undefined): string {
    const { discontinuity, initVersion, programTimeMs } = segment;
    const breakLine = discontinuity ? '#EXT-X-DISCONTINUITY\n' : '';
    const map = `#EXT-X-MAP:URI="${this.#properties.name}/init-${initVersion}.mp4"\n`;
    const mapLine = initVersion === previous?.initVersion ? '' : map;
    return `${breakLine}${mapLine}#EXT-X-PROGRAM-DATE-TIME:${new Date(programTimeMs).toISOString()}\n`;
  }

  #partLines({ msn, parts }: Segment): string {
    const lines = parts.map((part, index) => {
      const flags = part.bytes === null ? ',GAP=YES' : part.independent ? ',INDEPENDENT=YES' : '';
      return `#EXT-X-PART:DURATION=${part.seconds.toFixed(5)},URI="${this.#partUri(msn, index)}"${flags}\n`;
    });
    return lines.join('');
  }

  #partUri(msn: number, part: number): string {
    return `${this.#properties.name}/${msn}.${part}.m4s`;
  }
}

/** Formats a target, which is in whole milliseconds, with at most three decimals. */
function ceil3(seconds: number): string {
  return (Math.ceil(seconds * 1000 - 1e-6) / 1000).toString();
}
