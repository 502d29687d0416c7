import type { RenditionName } from './presentation.ts';
import { isGap, type Part, type Segment } from './segment.ts';

/** What of a playlist never changes, and the two things that hang on other renditions. */
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

/**
 * The text of one rendition's media playlist. Finished segments are rendered when they finish, a
 * part adds one line, and a request joins three strings.
 */
export class MediaPlaylist {
  readonly #frame: PlaylistFrame;
  readonly #control: string;
  #head = '';
  #finished = '';
  #recent = '';
  #open = '';
  #hint = '';
  #ended = false;
  #lastInit: number | null = null;
  readonly #texts = new WeakMap<Segment, { readonly opening: string; parts: string; ending: string }>();

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

  openSegment(segment: Segment): void {
    const { name } = this.#frame;
    const lines: string[] = [];
    if (segment.discontinuity) lines.push('#EXT-X-DISCONTINUITY\n');
    if (segment.initVersion !== this.#lastInit) lines.push(mapLine(name, segment.initVersion));
    this.#lastInit = segment.initVersion;
    lines.push(`#EXT-X-PROGRAM-DATE-TIME:${new Date(segment.programTimeMs).toISOString()}\n`);
    const opening = lines.join('');
    this.#texts.set(segment, { opening, parts: '', ending: '' });
    this.#open = opening;
    this.#hintPart(segment.msn, 0);
  }

  addPart(segment: Segment, part: Part): void {
    const text = this.#texts.get(segment);
    if (text === undefined) return;
    const { name } = this.#frame;
    const index = segment.parts.length - 1;
    const flags = part.bytes === null ? ',GAP=YES' : part.independent ? ',INDEPENDENT=YES' : '';
    const line = `#EXT-X-PART:DURATION=${part.seconds.toFixed(5)},URI="${name}/${segment.msn}.${index}.m4s"${flags}\n`;
    text.parts += line;
    this.#open += line;
    this.#hintPart(segment.msn, index + 1);
  }

  /** @param window the finished segments to show, this one last */
  closeSegment(segment: Segment, window: readonly Segment[], discontinuitySequence: number): void {
    const text = this.#texts.get(segment);
    if (text !== undefined) {
      const gap = isGap(segment) ? '#EXT-X-GAP\n' : '';
      text.ending = `${gap}#EXTINF:${segment.seconds.toFixed(5)},\n${this.#frame.name}/${segment.msn}.m4s\n`;
    }
    this.#open = '';
    this.#hintPart(segment.msn + 1, 0);
    this.#renderFinished(window, discontinuitySequence);
  }

  /** The open segment is given up, having held nothing. */
  abandonEmpty(previousInit: number | null): void {
    this.#open = '';
    this.#lastInit = previousInit;
  }

  end(): void {
    this.#ended = true;
  }

  /**
   * The playlist as it is now.
   *
   * @param delta leave out what a client with a recent playlist has (section 6.2.5.1), where that is anything
   * @param reports EXT-X-RENDITION-REPORT lines of the other renditions
   */
  render(delta: boolean, reports: string): string {
    const tail = this.#ended ? '#EXT-X-ENDLIST\n' : this.#hint;
    const finished = delta && this.#recent !== '' ? this.#recent : this.#finished;
    return this.#control + this.#head + finished + this.#open + tail + reports;
  }

  #hintPart(msn: number, part: number): void {
    this.#hint = `#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${this.#frame.name}/${msn}.${part}.m4s"\n`;
  }

  #renderFinished(window: readonly Segment[], discontinuitySequence: number): void {
    const first = window[0];
    if (first === undefined) return;
    const { name, targetDurationSeconds } = this.#frame;
    const sequence = `#EXT-X-MEDIA-SEQUENCE:${first.msn}\n`;
    this.#head = `${sequence}#EXT-X-DISCONTINUITY-SEQUENCE:${discontinuitySequence}\n`;
    const texts: string[] = [];
    let skipped = 0;
    let fromEnd = 0;
    for (const segment of window.toReversed()) {
      const text = this.#texts.get(segment);
      if (text === undefined) continue;
      const parts = fromEnd < targetDurationSeconds * PARTS_TARGETS ? text.parts : '';
      if (fromEnd >= this.#skipSeconds) skipped += 1;
      fromEnd += segment.seconds;
      texts.push(text.opening + parts + text.ending);
    }
    texts.reverse();
    const hasOwnMap = this.#texts.get(first)?.opening.includes('#EXT-X-MAP:') === true;
    this.#finished = (hasOwnMap ? '' : mapLine(name, first.initVersion)) + texts.join('');
    this.#recent =
      skipped === 0 ? '' : `#EXT-X-SKIP:SKIPPED-SEGMENTS=${skipped}\n${texts.slice(skipped).join('')}`;
  }
}

function mapLine(name: RenditionName, version: number): string {
  return `#EXT-X-MAP:URI="${name}/init-${version}.mp4"\n`;
}

/** Three decimals at most: targets are whole milliseconds. */
function ceil3(seconds: number): string {
  return (Math.ceil(seconds * 1000 - 1e-6) / 1000).toString();
}
