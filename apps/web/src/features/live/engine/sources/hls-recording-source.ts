/** Plays a recording with hls.js, which chooses the quality where the viewer does not. */
import type Hls from 'hls.js';
import type { HlsConfig } from 'hls.js';
import type { Clock } from '../media/environment.ts';
import { likelyBandwidth } from '../quality/network-hints.ts';
import {
  DATA_SAVER_HEIGHT,
  dataSaver,
  indexForChoice,
  qualityChoice,
} from '../quality/quality-preference.ts';
import { addressLoader } from './address-loader.ts';
import { beginningFirst, isBeginning } from './beginning-first.ts';
import { createHls, type HlsModule } from './hls-instance.ts';
import { HlsSource, type HlsSourceOptions, SOUND } from './hls-source.ts';
import type { RecordingSource } from './recording-source.ts';
import { findSound } from './sound-playlist.ts';
import type { Quality, SourceEvents } from './source.ts';

/** How long a frame that is displayed takes to be reported, at most. */
const UNSEEN_MS = 300;

/** Without a measurement, playback begins with the source, as it does live. */
const FAST_BPS = 50_000_000;

const config: Partial<HlsConfig> = {
  maxBufferLength: 30,
  maxMaxBufferLength: 60,
  backBufferLength: 60,
};

export async function openWithHls(
  module: HlsModule,
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
  startSeconds: number,
  clock: Clock,
): Promise<RecordingSource> {
  const sound = qualityChoice().kind === 'audio' ? await findSound(module, url) : null;
  const start = { seconds: startSeconds, firstFrame: firstFrameOf(video, clock) };
  const hls = createHls(
    module,
    { preview: false },
    {
      ...config,
      startPosition: startSeconds,
      abrEwmaDefaultEstimate: likelyBandwidth(Date.now()) ?? FAST_BPS,
      loader: beginningFirst(addressLoader(module.default.DefaultConfig.loader), start),
    },
  );
  // The sound alone is a choice beside renditions.
  const soundOf = sound !== null && countVideos(sound.qualities) > 1 ? sound.qualities : undefined;
  hls.loadSource(soundOf && sound ? sound.url : url);
  const source = new HlsRecordingSource(module, hls, video, events, clock, soundOf ? { soundOf } : {});
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

const countVideos = (qualities: readonly Quality[]): number =>
  qualities.filter(({ height }) => height > 0).length;

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

  constructor(
    module: HlsModule,
    hls: Hls,
    video: HTMLVideoElement,
    events: SourceEvents,
    clock: Clock,
    options: HlsSourceOptions,
  ) {
    super(module, hls, video, events, clock, options);
    this.#hls = hls;
    this.#video = video;
  }

  /** With renditions, the sound alone is one more. */
  override get qualities(): readonly Quality[] {
    const all = super.qualities;
    const isOffered = all.every(({ index }) => index >= 0) && this.#hls.audioTracks.some(({ url }) => url);
    return isOffered && countVideos(all) > 1 ? [...all, SOUND] : all;
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
    // Playback skips interruptions, of which nothing was recorded.
    return found.start + Math.min(Math.max(0, seconds), found.duration);
  }

  dateMsAt(seconds: number): number | null {
    const fragments = this.#playlist?.fragments ?? [];
    const found = fragments.findLast(({ start }) => start <= seconds) ?? fragments[0];
    if (found === undefined || found.programDateTime === null) return null;
    return found.programDateTime + (seconds - found.start) * 1000;
  }
}
