/** The closed captions of a video as text tracks of its element. */
import { t } from '@/lib/messages/t.ts';
import type { ChannelNumber } from './caption-decoder.ts';
import { CaptionReader } from './caption-reader.ts';

/** Nothing is displayed for longer without data (47 CFR 79.101 (g)). */
const MAX_SECONDS = 16;
/** Times of the same frame may differ by this much once it is loaded again. */
const TOLERANCE_SECONDS = 0.005;
/** Cues this far behind the playhead are no longer buffered, and come again with their media. */
const KEPT_SECONDS = 120;

interface CaptionTrack {
  readonly element: HTMLTrackElement;
  readonly track: TextTrack;
  /** In the order of their times. */
  cues: VTTCue[];
}

/** Adds a track for each channel that has captions. Their language is unknown. */
export class ClosedCaptions {
  readonly #video: HTMLVideoElement;
  readonly #tracks = new Map<ChannelNumber, CaptionTrack>();
  readonly #reader = new CaptionReader((channel, seconds, text) => this.#show(channel, seconds, text));

  constructor(video: HTMLVideoElement) {
    this.#video = video;
  }

  /** As hls.js reports the captions of what it has loaded. */
  readonly add = (...[segment, samples]: Parameters<CaptionReader['add']>): void =>
    this.#reader.add(segment, samples);

  destroy(): void {
    for (const { element } of this.#tracks.values()) element.remove();
    this.#tracks.clear();
  }

  #show(channel: ChannelNumber, seconds: number, text: string): void {
    const known = this.#tracks.get(channel);
    if (known === undefined && text === '') return;
    const track = known ?? this.#create(channel);
    const [before, after] = partition(track.cues, ({ startTime }) => startTime < seconds - TOLERANCE_SECONDS);
    // Behind a seek, captions may be loaded again.
    const [again, later] = partition(after, ({ startTime }) => startTime <= seconds + TOLERANCE_SECONDS);
    const tooOld = this.#video.currentTime - KEPT_SECONDS;
    const [old, kept] = partition(before, ({ endTime }) => endTime < tooOld);
    for (const cue of [...again, ...old]) track.track.removeCue(cue);
    const last = kept.at(-1);
    if (last !== undefined && last.endTime > seconds) last.endTime = seconds;
    const cues = [...kept];
    if (text !== '') {
      const end = Math.min(seconds + MAX_SECONDS, later[0]?.startTime ?? Number.POSITIVE_INFINITY);
      const cue = new VTTCue(seconds, end, escaped(text));
      track.track.addCue(cue);
      cues.push(cue);
    }
    track.cues = [...cues, ...later];
  }

  #create(channel: ChannelNumber): CaptionTrack {
    const element = document.createElement('track');
    const label =
      channel === 1
        ? t('live.captions.closed')
        : t('live.captions.closedNumber', { number: String(channel) });
    Object.assign(element, { kind: 'captions', label });
    this.#video.append(element);
    const created = { element, track: element.track, cues: [] };
    // A disabled track has no cues that could be changed.
    if (created.track.mode === 'disabled') created.track.mode = 'hidden';
    this.#tracks.set(channel, created);
    return created;
  }
}

function partition<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}

/** As WebVTT cue text. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
