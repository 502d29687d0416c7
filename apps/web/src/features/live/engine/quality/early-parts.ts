/**
 * Requests the next part while the present one still arrives. hls.js requests one part after another, so that the network
 * would stand still for a round trip before each of them.
 */
import type Hls from 'hls.js';
import type {
  FragmentLoaderContext,
  HlsConfig,
  LoaderCallbacks,
  LoaderConfiguration,
  LoaderContext,
  Part,
} from 'hls.js';
import type { Cancel, Clock } from '../media/environment.ts';
import type { HlsModule } from '../sources/hls-instance.ts';
import { EarlyRequest } from './early-request.ts';
import type { LevelSteering } from './level-steering.ts';
import { type LoadProgress, PROGRESS_MS, type TransferMonitor } from './transfer-monitor.ts';

const LOOK_EVERY_MS = 30;

/** The download of a part by hls.js, and how to request another one like it. */
interface PartDownload {
  readonly part: Part;
  readonly context: FragmentLoaderContext;
  readonly config: HlsConfig;
  readonly load: LoaderConfiguration;
}

export class EarlyParts {
  readonly #transfers: TransferMonitor;
  readonly #steering: Pick<LevelSteering, 'isSwitchPending'>;
  readonly #clock: Clock;
  #hls: Pick<Hls, 'latestLevelDetails'> | null = null;
  #request: EarlyRequest | null = null;

  constructor(transfers: TransferMonitor, steering: Pick<LevelSteering, 'isSwitchPending'>, clock: Clock) {
    this.#transfers = transfers;
    this.#steering = steering;
    this.#clock = clock;
  }

  attach({ Events }: Pick<HlsModule, 'Events'>, hls: Hls): void {
    this.#hls = hls;
    for (const event of [Events.LEVEL_SWITCHING, Events.DESTROYING] as const)
      hls.on(event, () => this.cancel());
  }

  /**
   * Requests the part after this one once it has almost arrived.
   * @returns a function that ends the watch
   */
  watch(progress: LoadProgress, download: PartDownload): Cancel {
    return this.#clock.every(LOOK_EVERY_MS, () => {
      if (this.#request !== null || !this.#hasAlmostArrived(progress)) return;
      const next = this.#next(download.part);
      if (next !== null) this.#request = this.#open(next, download);
    });
  }

  /** @returns the request for `url`, if there is one; another one is given up, since hls.js loads something else */
  take(url: string): EarlyRequest | null {
    const request = this.#request;
    this.#request = null;
    if (request?.url === url && !request.hasFailed) return request;
    request?.cancel();
    return null;
  }

  cancel(): void {
    this.#request?.cancel();
    this.#request = null;
  }

  /** Whether the missing bytes take no longer than the response to a new request. */
  #hasAlmostArrived({ loading, loaded, total }: LoadProgress): boolean {
    const bps = this.#transfers.estimate(this.#clock.now());
    if (loading.first === 0 || total === 0 || bps === null) return false;
    return ((total - loaded) * 8_000) / bps <= this.#transfers.responseMs + PROGRESS_MS;
  }

  #next(part: Part): Part | null {
    const parts = this.#hls?.latestLevelDetails?.partList ?? [];
    const index = parts.findIndex(({ url }) => url === part.url);
    const next = index === -1 ? undefined : parts[index + 1];
    if (next === undefined || next.gap || next.byteRange.length > 0) return null;
    // A switch waits for the end of the segment.
    const isInSegment = next.fragment.sn === part.fragment.sn;
    return isInSegment || !this.#steering.isSwitchPending ? next : null;
  }

  #open(part: Part, { context, config, load }: PartDownload): EarlyRequest {
    const transfers = this.#transfers;
    const loader = new config.loader(config);
    const request = new EarlyRequest(part.url, loader, (isComplete) =>
      transfers.end(loader.stats, this.#clock.now(), isComplete),
    );
    const media = { isMain: true, durationSeconds: part.duration, endSeconds: part.end };
    transfers.begin(loader.stats, media);
    const wanted: LoaderContext & Pick<FragmentLoaderContext, 'frag' | 'part'> = {
      ...context,
      url: part.url,
      frag: part.fragment,
      part,
    };
    loader.load(wanted, { ...load }, request.callbacks satisfies LoaderCallbacks<LoaderContext>);
    return request;
  }
}
