import type { Edge, RenditionName } from './presentation.ts';
import { isGap, type Segment } from './segment.ts';

/** What of a playlist never changes. */
export interface PlaylistFrame {
  readonly name: RenditionName;
  readonly partTargetSeconds: number;
  readonly targetDurationSeconds: number;
}

/** RFC 8216bis section 8: EXT-X-SKIP needs version 9. */
const VERSION = 9;
/** Section 4.4.3.8: three part targets, three target durations and six are the least that is advised. */
const PART_HOLD_BACK_PARTS = 3;
const HOLD_BACK_TARGETS = 3;
const SKIP_TARGETS = 6;
/** Parts may be dropped once they are three target durations from the end (section 4.4.4.9). */
const PARTS_TARGETS = 3;

/** What a playlist says at one moment. */
export interface PlaylistState {
  /** Finished segments to list, oldest first; the last one changes with every segment that finishes. */
  readonly window: readonly Segment[];
  /** Of the window's first segment. */
  readonly discontinuitySequence: number;
  readonly open: Segment | null;
  readonly edge: Edge;
  readonly ended: boolean;
}

/** Of finished segments: the whole text, and what a delta update holds of it. */
interface FinishedText {
  readonly last: Segment | undefined;
  readonly whole: string;
  readonly recent: string;
}

/**
 * The text of one rendition's media playlist, written when somebody asks for it: a stream that
 * nobody watches costs no text. What finished segments say is kept until the next one finishes.
 */
export class MediaPlaylist {
  readonly #frame: PlaylistFrame;
  readonly #control: string;
  #finished: FinishedText = { last: undefined, whole: '', recent: '' };

  constructor(frame: PlaylistFrame) {
    this.#frame = frame;
    const { partTargetSeconds, targetDurationSeconds } = frame;
    const holdBack = ceil3(partTargetSeconds * PART_HOLD_BACK_PARTS);
    this.#control = [
      '#EXTM3U',
      `#EXT-X-VERSION:${VERSION}`,
      // Sound can begin anywhere; a segment of video may have to be cut where no keyframe is.
      ...(frame.name === 'audio' ? ['#EXT-X-INDEPENDENT-SEGMENTS'] : []),
      `#EXT-X-TARGETDURATION:${targetDurationSeconds}`,
      `#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,CAN-SKIP-UNTIL=${this.#skipSeconds.toFixed(1)},HOLD-BACK=${(targetDurationSeconds * HOLD_BACK_TARGETS).toFixed(1)},PART-HOLD-BACK=${holdBack}`,
      `#EXT-X-PART-INF:PART-TARGET=${ceil3(partTargetSeconds)}`,
      '',
    ].join('\n');
  }

  get #skipSeconds(): number {
    return this.#frame.targetDurationSeconds * SKIP_TARGETS;
  }

  /**
   * The playlist as it is in `state`.
   *
   * @param delta leave out what a client with a recent playlist has (section 6.2.5.1), where that is anything
   * @param reports EXT-X-RENDITION-REPORT lines of the other renditions
   */
  render(state: PlaylistState, delta: boolean, reports: string): string {
    const { window, open, edge } = state;
    const last = window.at(-1);
    if (last !== this.#finished.last) this.#finished = this.#writeFinished(state);
    const { whole, recent } = this.#finished;
    const opened = open === null ? '' : this.#opening(open, last) + this.#partLines(open);
    const hint = `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${this.#partUri(edge.msn, edge.part + 1)}"\n`;
    const tail = state.ended ? '#EXT-X-ENDLIST\n' : hint;
    return this.#control + (delta && recent !== '' ? recent : whole) + opened + tail + reports;
  }

  #writeFinished({ window, discontinuitySequence }: PlaylistState): FinishedText {
    const { name, targetDurationSeconds } = this.#frame;
    const texts: string[] = [];
    let skipped = 0;
    let fromEnd = 0;
    for (const [index, segment] of [...window.entries()].reverse()) {
      const parts = fromEnd < targetDurationSeconds * PARTS_TARGETS ? this.#partLines(segment) : '';
      if (fromEnd >= this.#skipSeconds) skipped += 1;
      fromEnd += segment.seconds;
      const gap = isGap(segment) ? '#EXT-X-GAP\n' : '';
      const ending = `${gap}#EXTINF:${segment.seconds.toFixed(5)},\n${name}/${segment.msn}.m4s\n`;
      texts.push(this.#opening(segment, window[index - 1]) + parts + ending);
    }
    texts.reverse();
    const head =
      window[0] === undefined
        ? ''
        : `#EXT-X-MEDIA-SEQUENCE:${window[0].msn}\n#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}\n`;
    const skip = `#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}\n`;
    return {
      last: window.at(-1),
      whole: head + texts.join(''),
      recent: skipped === 0 ? '' : head + skip + texts.slice(skipped).join(''),
    };
  }

  /** @param previous the segment listed before it, whose initialisation section goes on to hold */
  #opening(segment: Segment, previous: Segment | undefined): string {
    const { discontinuity, initVersion, programTimeMs } = segment;
    const breakLine = discontinuity ? '#EXT-X-DISCONTINUITY\n' : '';
    const map = `#EXT-X-MAP:URI="${this.#frame.name}/init-${initVersion}.mp4"\n`;
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
    return `${this.#frame.name}/${msn}.${part}.m4s`;
  }
}

/** Three decimals at most: targets are whole milliseconds. */
function ceil3(seconds: number): string {
  return (Math.ceil(seconds * 1000 - 1e-6) / 1000).toString();
}
