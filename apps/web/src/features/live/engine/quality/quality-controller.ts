/** Plays a live stream in the quality that the viewer chose, or in the best that arrives in time. */
import type Hls from 'hls.js';
import type { ErrorData, Fragment, Level, LevelDetails } from 'hls.js';
import type { Cancel, Clock } from '../media/environment.ts';
import type { HlsModule } from '../sources/hls-instance.ts';
import type { LevelSteering } from './level-steering.ts';
import { QualityChooser } from './quality-chooser.ts';
import { indexForChoice, type QualityChoice } from './quality-preference.ts';
import type { QualityDecision, QualitySample } from './quality-sample.ts';
import type { SwitchReason } from './rendition.ts';
import type { RenditionWarmer } from './rendition-warmer.ts';
import { largestWithin } from './step-down.ts';
import { takeSample } from './take-sample.ts';
import type { TransferMonitor } from './transfer-monitor.ts';
import type { View } from './view.ts';

export interface QualityOptions {
  readonly hls: Hls;
  readonly steering: LevelSteering;
  readonly transfers: TransferMonitor;
  readonly warmer: RenditionWarmer;
  readonly view: View;
  readonly clock: Clock;
  readonly choice: QualityChoice;
  readonly maxHeight: number | null;
  /** Called with the measured bandwidth from time to time. */
  readonly onMeasured: (bps: number) => void;
}

/** The last time that another rendition was loaded. */
export interface QualitySwitch {
  readonly from: number;
  readonly to: number;
  readonly reason: SwitchReason;
}

/** Matches the `details` of failed requests. */
const REQUEST_FAILED = /Load(Error|TimeOut)$/;
const LOOK_EVERY_MS = 100;
const STORE_EVERY_MS = 10_000;
/** A rendition whose playlist does not arrive within this time is given up. */
const SWITCH_LIMIT_MS = 4_000;
/** A network on which media arrived within this time works. */
const NETWORK_ALIVE_MS = 1_000;
/** So long a rendition that failed or has a gap is not used. */
const FAILED_SECONDS = 10;

export class QualityController {
  readonly #options: QualityOptions;
  readonly #chooser = new QualityChooser();
  readonly #stopLooking: Cancel;
  readonly #stopStoring: Cancel;
  #choice: QualityChoice;
  #maxHeight: number | null;
  /** The rendition that is loaded, as far as its playlist has arrived. */
  #loaded = -1;
  #discontinuity: number | null = null;
  #switchingSince: number | null = null;
  #reason: SwitchReason = { kind: 'unavailable' };
  #lastSwitch: QualitySwitch | null = null;
  #hasStarted = false;
  #wantedBuffer = 0;
  /** The fragment of video that hls.js began to load last. */
  #fragment: Pick<Fragment, 'level' | 'abortRequests'> | null = null;

  constructor({ Events }: Pick<HlsModule, 'Events'>, options: QualityOptions) {
    const { hls, steering, transfers, clock } = options;
    this.#options = options;
    this.#choice = options.choice;
    this.#maxHeight = options.maxHeight;
    steering.attach(hls);
    hls.on(Events.MANIFEST_PARSED, () => this.#look());
    hls.on(Events.FRAG_LOADING, (_, { frag }) => {
      if (frag.type === 'main') this.#fragment = frag;
    });
    hls.on(Events.LEVEL_UPDATED, (_, { level, details }) => this.#onPlaylist(level, details));
    transfers.onMedia = () => this.#look();
    this.#stopLooking = clock.every(LOOK_EVERY_MS, () => this.#look());
    this.#stopStoring = clock.every(STORE_EVERY_MS, () => this.#store());
  }

  get estimateBps(): number | null {
    return this.#options.transfers.estimate(this.#options.clock.now());
  }

  /** How much should be buffered for the sake of the quality, in seconds. */
  get wantedBuffer(): number {
    return this.chosen === null ? this.#wantedBuffer : 0;
  }

  get lastSwitch(): QualitySwitch | null {
    return this.#lastSwitch;
  }

  /** The chosen rendition; null: automatic. */
  get chosen(): number | null {
    return indexForChoice(
      this.#choice,
      this.#levels.map(({ height }) => height),
    );
  }

  /** Whether the server makes the rendition, as far as it is known. */
  isAvailable(index: number): boolean {
    return index === this.#source || !this.#options.warmer.isRefused(this.#levels[index]?.uri ?? '');
  }

  choose(choice: QualityChoice): void {
    this.#choice = choice;
    this.#look();
  }

  setMaxHeight(maxHeight: number | null): void {
    this.#maxHeight = maxHeight;
    this.#look();
  }

  /** @returns whether the error concerns one rendition alone, so that the stream goes on in another one */
  onError(error: ErrorData): boolean {
    const index = error.frag?.type === 'main' ? error.frag.level : error.context?.level;
    const level = this.#levels[index ?? -1];
    // A request that hls.js gave up because of a switch is an error to it, too.
    if (!REQUEST_FAILED.test(error.details) || error.fatal || index === this.#source || !level) return false;
    // If the network is to blame, another rendition would not arrive sooner.
    if ((error.response?.code ?? 0) < 400 && !this.#hasNetworkFor(level)) return false;
    this.#fail(level);
    return true;
  }

  destroy(): void {
    this.#store();
    this.#stopLooking();
    this.#stopStoring();
    this.#options.warmer.close();
  }

  get #levels(): readonly Level[] {
    return this.#options.hls.levels;
  }

  /** The first variant of the multivariant playlist, which is made in any case. */
  get #source(): number {
    return this.#options.hls.firstLevel;
  }

  #fail(level: Level): void {
    this.#options.warmer.refuse(level.uri, FAILED_SECONDS);
    this.#reason = { kind: 'unavailable' };
    this.#look();
  }

  #onPlaylist(index: number, details: LevelDetails): void {
    const level = this.#levels[index];
    if (!level) return;
    if (index !== this.#loaded) this.#onSwitched(index, details);
    this.#options.warmer.noteWarm(level.uri);
    const isRestarted = this.#isRestarted(details);
    if (index !== this.#source && (isRestarted || this.#hasGap(details))) this.#fail(level);
  }

  #onSwitched(index: number, details: LevelDetails): void {
    const { clock, transfers } = this.#options;
    if (this.#loaded !== -1) {
      this.#chooser.onSwitched(this.#loaded, index, clock.now() / 1000);
      this.#lastSwitch = { from: this.#loaded, to: index, reason: this.#reason };
      transfers.forgetLoad();
      // hls.js does so itself, but not where it loads one part of a segment after another.
      if (this.#fragment !== null && this.#fragment.level !== index) this.#fragment.abortRequests();
    }
    this.#loaded = index;
    this.#discontinuity = details.endCC;
    this.#switchingSince = null;
    this.#reason = { kind: 'unavailable' };
  }

  #look(): void {
    const { hls, clock } = this.#options;
    if (this.#levels.length < 2) return;
    const now = clock.now();
    if (this.#loaded === -1) this.#prepareStart();
    else if (!hls.loadingEnabled) this.#options.warmer.keep([]);
    else if (hls.loadLevel !== this.#loaded) this.#awaitPlaylist(now);
    else this.#adapt(now);
  }

  /** On a network that is too slow for the source, the server begins another rendition while the source's playlist loads. */
  #prepareStart(): void {
    const { estimateBps } = this;
    const source = this.#levels[this.#source];
    const isTooSlow = estimateBps !== null && source !== undefined && estimateBps < source.averageBitrate;
    const likely = isTooSlow
      ? largestWithin(
          estimateBps,
          this.#levels.map(({ averageBitrate }) => averageBitrate),
        )
      : this.#source;
    const index = this.chosen ?? likely;
    const uri = this.#levels[index]?.uri;
    this.#options.warmer.keep(uri === undefined || index === this.#source ? [] : [uri]);
  }

  #adapt(now: number): void {
    const { steering } = this.#options;
    const sample = this.#sample(now);
    const decision = this.#decide(sample);
    this.#wantedBuffer = this.#chooser.wantedBuffer(sample);
    this.#keepReady(sample, decision);
    const to = decision !== null && sample.warm[decision.to] ? decision.to : null;
    if (decision === null || to === null) {
      steering.switchAtBoundary(null);
      return;
    }
    this.#reason = decision.reason;
    this.#forgetOldPlaylist(to);
    if (decision.isUrgent) steering.switchNow(to);
    else steering.switchAtBoundary(to);
  }

  /** Nothing is loaded until the playlist of another rendition has arrived. */
  #awaitPlaylist(now: number): void {
    const { hls, steering, warmer } = this.#options;
    this.#switchingSince ??= now;
    const level = this.#levels[hls.loadLevel];
    if (now - this.#switchingSince < SWITCH_LIMIT_MS || hls.loadLevel === this.#source || !level) return;
    // Where the audio does not arrive either, the network is to blame, and a larger rendition would be worse.
    if (!this.#hasNetworkFor(level)) return;
    this.#switchingSince = null;
    warmer.refuse(level.uri, FAILED_SECONDS);
    steering.switchNow(this.#loaded);
  }

  /** The viewer's choice, but for what the server does not make; otherwise the best. */
  #decide(sample: QualitySample): QualityDecision | null {
    const { chosen } = this;
    if (chosen === null) return this.#chooser.decide(sample);
    const to = sample.usable[chosen] ? chosen : this.#source;
    if (to === sample.current) return null;
    const isBroken = !sample.usable[sample.current];
    const reason: SwitchReason = isBroken || to !== chosen ? { kind: 'unavailable' } : { kind: 'viewer' };
    return { to, isUrgent: isBroken || !this.#hasStarted, reason };
  }

  #keepReady(sample: QualitySample, decision: QualityDecision | null): void {
    const prepared = this.chosen === null ? this.#chooser.prepared(sample) : [];
    const wanted = decision === null ? prepared : [...prepared, decision.to];
    this.#options.warmer.keep(
      wanted.filter((i) => i !== this.#source).map((i) => this.#levels[i]?.uri ?? ''),
    );
  }

  /** Whether there is a new discontinuity that the audio does not have: the encoder of the rendition was started again. */
  #isRestarted({ endCC, lastPartSn }: LevelDetails): boolean {
    const { audioTracks, audioTrack } = this.#options.hls;
    const audio = audioTracks[audioTrack]?.details ?? null;
    const isNew = this.#discontinuity !== null && endCC > this.#discontinuity;
    const isOnlyHere = isNew && audio !== null && audio.endCC < endCC;
    // The playlist of the audio may come after that of the video, and says so then.
    if (isOnlyHere && audio.lastPartSn < lastPartSn) return false;
    this.#discontinuity = endCC;
    return isOnlyHere;
  }

  #hasGap({ fragments, partList }: LevelDetails): boolean {
    const media = [...fragments, ...(partList ?? [])];
    return media.some(({ gap, end }) => gap === true && end > this.#bufferEnd);
  }

  /** hls.js would merge the playlist with an old one whose segments are gone. */
  #forgetOldPlaylist(index: number): void {
    const level = this.#levels[index];
    const newest = this.#options.hls.latestLevelDetails;
    if (!level?.details || !newest || level === this.#levels[this.#loaded]) return;
    if (level.details.endSN < newest.startSN) delete level.details;
  }

  #sample(nowMs: number): QualitySample {
    const { hls, transfers, warmer, view } = this.#options;
    const levels = this.#levels;
    this.#hasStarted ||= view.hasStarted;
    return {
      ...takeSample(hls, this.#loaded, transfers, nowMs),
      usable: levels.map((_, i) => this.isAvailable(i)),
      warm: levels.map(({ uri }, i) => i === this.#source || warmer.isWarm(uri)),
      hasStarted: this.#hasStarted,
      viewHeight: view.heightFor(levels.at(-1)),
      droppedRatio: view.droppedRatio(nowMs),
      maxHeight: this.#maxHeight,
    };
  }

  get #bufferEnd(): number {
    return this.#options.hls.mainForwardBufferInfo?.end ?? 0;
  }

  /** Whether media arrives now, and fast enough for the rendition: if it does not come, the server is to blame. */
  #hasNetworkFor({ averageBitrate }: Level): boolean {
    const { clock, transfers } = this.#options;
    const now = clock.now();
    const estimateBps = transfers.estimate(now) ?? averageBitrate;
    return transfers.arrivedAt >= now - NETWORK_ALIVE_MS && estimateBps >= averageBitrate;
  }

  #store(): void {
    const bps = this.#options.transfers.estimate(this.#options.clock.now());
    if (bps !== null && this.#options.transfers.lastLoad !== null) this.#options.onMeasured(bps);
  }
}
