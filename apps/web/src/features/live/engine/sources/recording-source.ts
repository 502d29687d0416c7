/** Plays a recording, also one that still grows because its stream runs. */
import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';
import type { Clock } from '../media/environment.ts';
import {
  DATA_SAVER_HEIGHT,
  dataSaver,
  indexForChoice,
  qualityChoice,
} from '../quality/quality-preference.ts';
import { beginningFirst, isBeginning } from './beginning-first.ts';
import { createHls, type HlsModule, hasMediaSource, loadHls } from './hls-instance.ts';
import { HlsSource } from './hls-source.ts';
import { NativeSource } from './native-source.ts';
import type { Source, SourceEvents } from './source.ts';

export interface RecordingSource extends Source {
  /** Seconds of media that there are so far, or null while unknown. */
  readonly lengthSeconds: number | null;
  /** Its stream still runs. */
  readonly isGrowing: boolean;
  /** The position of a wall time of the server, in seconds, or null while unknown. */
  positionAt(dateMs: number): number | null;
  /** The wall time of the server at which a position was live, or null while unknown. */
  dateMsAt(seconds: number): number | null;
}

/** @param startSeconds where playback begins */
export type OpenRecording = (
  url: string,
  events: SourceEvents,
  startSeconds: number,
) => Promise<RecordingSource>;

/** How long a frame that is displayed takes to be reported, at most. */
const UNSEEN_MS = 300;

const config: Partial<HlsConfig> = {
  maxBufferLength: 30,
  maxMaxBufferLength: 60,
  backBufferLength: 60,
};

export async function openRecording(
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
  startSeconds: number,
  clock: Clock,
): Promise<RecordingSource> {
  if (!hasMediaSource()) return new NativeRecordingSource(video, url, events, clock);
  const module = await loadHls();
  const start = { seconds: startSeconds, firstFrame: firstFrameOf(video, clock) };
  const hls = createHls(
    module,
    { preview: false },
    {
      ...config,
      startPosition: startSeconds,
      loader: beginningFirst(module.default.DefaultConfig.loader, start),
    },
  );
  hls.loadSource(url);
  const source = new HlsRecordingSource(module, hls, video, events, clock);
  hls.once(module.Events.MANIFEST_PARSED, () => {
    source.setMaxHeight(dataSaver() ? DATA_SAVER_HEIGHT : null);
    const chosen = indexForChoice(
      qualityChoice(),
      hls.levels.map(({ height }) => height),
    );
    if (chosen !== null) hls.loadLevel = chosen;
  });
  return source;
}

/** Resolves when a frame is on the screen, or soon after there is media where none is displayed: on a hidden page, or sound alone. */
function firstFrameOf(video: HTMLVideoElement, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    // Old browsers do not have it.
    video.requestVideoFrameCallback?.(() => resolve());
    video.addEventListener('loadeddata', () => clock.after(UNSEEN_MS, resolve), { once: true });
  });
}

class HlsRecordingSource extends HlsSource implements RecordingSource {
  readonly #hls: Hls;
  readonly #video: HTMLVideoElement;
  #isWhole = false;

  constructor(module: HlsModule, hls: Hls, video: HTMLVideoElement, events: SourceEvents, clock: Clock) {
    super(module, hls, video, events, clock);
    this.#hls = hls;
    this.#video = video;
  }

  override get latency(): null {
    return null;
  }

  override get declaredLatency(): null {
    return null;
  }

  get lengthSeconds(): number | null {
    return this.#playlist?.edge ?? null;
  }

  get isGrowing(): boolean {
    return this.#playlist?.live ?? false;
  }

  /**
   * Null while hls.js has only the beginning of it, and until the element knows the whole duration, too: it would seek no
   * further than the beginning.
   */
  get #playlist() {
    const details = this.#hls.latestLevelDetails;
    if (details === null) return null;
    this.#isWhole ||= !isBeginning(details.m3u8) && (details.live || Number.isFinite(this.#video.duration));
    return this.#isWhole ? details : null;
  }

  positionAt(dateMs: number): number | null {
    const fragments = this.#playlist?.fragments ?? [];
    const found =
      fragments.findLast(({ programDateTime }) => programDateTime !== null && programDateTime <= dateMs) ??
      fragments[0];
    if (found === undefined || found.programDateTime === null) return null;
    const seconds = (dateMs - found.programDateTime) / 1000;
    // What was not recorded, while the stream was interrupted, is skipped.
    return found.start + Math.min(Math.max(0, seconds), found.duration);
  }

  dateMsAt(seconds: number): number | null {
    const fragments = this.#playlist?.fragments ?? [];
    const found = fragments.findLast(({ start }) => start <= seconds) ?? fragments[0];
    if (found === undefined || found.programDateTime === null) return null;
    return found.programDateTime + (seconds - found.start) * 1000;
  }
}

class NativeRecordingSource extends NativeSource implements RecordingSource {
  readonly #video: HTMLVideoElement;

  constructor(video: HTMLVideoElement, url: string, events: SourceEvents, clock: Clock) {
    super(video, url, events, clock);
    this.#video = video;
  }

  override get latency(): null {
    return null;
  }

  get lengthSeconds(): number | null {
    const { duration } = this.#video;
    return Number.isFinite(duration) ? duration : this.edge;
  }

  get isGrowing(): boolean {
    return this.#video.duration === Number.POSITIVE_INFINITY;
  }

  positionAt(): null {
    return null;
  }

  dateMsAt(): null {
    return null;
  }
}
