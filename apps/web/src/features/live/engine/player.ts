import { FrameRate } from './frame-rate.ts';
import { LiveKeeper } from './live-sync-controller.ts';
import { measure } from './playback-statistics.ts';
import { type Facts, NO_FACTS, type PlayerEvent, reduce, stateOf } from './player-state.ts';
import type { PlayerOptions, PlayerSnapshot, PlayerStats, Tidings } from './player-types.ts';
import { DamageCount } from './retry.ts';
import { Sound } from './sound.ts';
import type { Breakage, Quality, Source } from './sources/source.ts';
import { Store } from './store.ts';
import { StreamProbe } from './stream-probe.ts';

/** How often the player looks at itself, in milliseconds. */
const TICK_MS = 250;
/** Without a new part for this long, in seconds, the publisher is taken to be gone. */
const SILENT_AFTER = 3;
/** A pause longer than this stops the downloads, in seconds. */
const IDLE_AFTER = 60;

const UNPLAYABLE =
  "This browser can't play the codec that the streamer sends. Try a recent Chrome, Edge or Safari on a newer device.";
const DAMAGED =
  'The picture could not be decoded, several times in a row. Try again, or try another browser.';
const MISSING = 'This stream is no longer here. It may have ended.';

/** Plays one live stream after another in one media element, and comes back from whatever stops it. */
export class LivePlayer {
  readonly store: Store<PlayerSnapshot>;
  readonly #options: PlayerOptions;
  readonly #video: HTMLVideoElement;
  readonly #listening = new AbortController();
  readonly #tickTimer: ReturnType<typeof setInterval>;
  #facts: Facts = { ...NO_FACTS, wantsPlay: true };
  readonly #sound: Sound;
  readonly #keeper: LiveKeeper;
  #url: string | null = null;
  #source: Source | null = null;
  /** Rises with each source, so that a late answer of an old one is not taken for the new one's. */
  #generation = 0;
  #tidings: Tidings = { broadcast: 'live', connected: true };
  #damage = new DamageCount();
  #pausedAt: number | null = null;
  /** Paused for so long that nothing is downloaded. */
  #idle = false;
  /** The viewer has not asked for a picture yet. */
  #waits: boolean;
  readonly #frameRate = new FrameRate();
  readonly #probe = new StreamProbe({
    onFound: () => void this.#open(),
    onNoAnswer: () => this.#onTrouble(),
    onAbsent: () => this.#dispatch({ type: 'delivered' }),
    onMissing: () => this.#dispatch({ type: 'failed', reason: MISSING }),
  });

  constructor(options: PlayerOptions) {
    this.#options = options;
    this.#video = options.video;
    this.#keeper = new LiveKeeper(this.#video);
    this.#waits = options.waits ?? false;
    this.#sound = new Sound(
      this.#video,
      { silent: options.preview ?? false, muted: options.muted ?? false },
      (patch) => this.store.set(patch),
    );
    this.store = new Store<PlayerSnapshot>({
      state: stateOf(this.#facts),
      ...this.#sound.state,
      latency: null,
      behind: false,
      held: false,
      qualities: [],
      quality: -1,
    });
    this.#listen();
    this.#tickTimer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Plays `url` from now on; null lets go of the stream. */
  load(url: string | null): void {
    if (url === this.#url) return;
    this.#url = url;
    this.#tidings = { broadcast: 'live', connected: this.#tidings.connected };
    this.#startAnew();
    if (url === null) {
      this.#close();
      this.#dispatch({ type: 'unload' });
      this.store.set({ qualities: [], latency: null, behind: false, held: false });
    }
  }

  /** Begins again with the same stream: the viewer asked to. */
  retry(): void {
    if (this.#url !== null) this.#startAnew();
  }

  play(): void {
    // Who pauses wants to see what comes next; the way back to live is theirs to take.
    if (this.#pausedAt !== null) this.#keeper.letGo();
    this.#pausedAt = null;
    if (this.#idle) {
      this.#idle = false;
      this.#source?.setLoading(true);
      this.jumpToLive();
    }
    this.#dispatch({ type: 'play' });
    if (this.#waits) {
      this.#waits = false;
      void this.#open();
    } else {
      void this.#playElement();
    }
  }

  pause(): void {
    this.#video.pause();
    this.#onPause();
  }

  /** Pauses, and downloads nothing until `play`, which goes on at live. */
  suspend(): void {
    this.pause();
    this.#idle = true;
    this.#source?.setLoading(false);
  }

  toggle(): void {
    if (this.#facts.wantsPlay && !this.#facts.blocked) this.pause();
    else this.play();
  }

  setMuted(muted: boolean): void {
    this.#sound.setMuted(muted);
  }

  /** `volume` from 0 to 1. */
  setVolume(volume: number): void {
    this.#sound.setVolume(volume);
  }

  jumpToLive(): void {
    this.#keeper.jumpToLive(this.#source);
    this.store.set({ behind: false });
  }

  chooseQuality(index: number): void {
    this.#source?.chooseQuality(index);
    this.store.set({ quality: index });
  }

  /** Tells the player what the page heard of the broadcast. */
  tell(tidings: Tidings): void {
    const before = this.#tidings;
    const better = (tidings.connected && !before.connected) || tidings.broadcast !== before.broadcast;
    this.#tidings = tidings;
    if (tidings.broadcast === 'ended') this.#dispatch({ type: 'closed' });
    if (better) this.#hurry();
  }

  stats(): PlayerStats {
    return measure(this.#video, this.#source, this.#frameRate);
  }

  destroy(): void {
    clearInterval(this.#tickTimer);
    this.#listening.abort();
    this.#close();
  }

  #listen(): void {
    const { signal } = this.#listening;
    const on = (type: string, listener: () => void) =>
      this.#video.addEventListener(type, listener, { signal });
    on('waiting', () => !this.#video.seeking && this.#onStuck());
    on('pause', () => {
      // Losing its source pauses an element too; that is no wish of the viewer's. And WebKit tells of the pause
      // of a play() that it refused when the next one, without sound, has begun.
      const { paused, ended, readyState } = this.#video;
      if (this.#source && paused && !ended && readyState > 0) this.#onPause();
    });
    on('play', () => {
      if (!this.#facts.wantsPlay) this.play();
    });
    on('ended', () => this.#dispatch({ type: 'ended' }));
    on('volumechange', () => this.store.set(this.#sound.state));
    window.addEventListener('online', () => this.#onNetwork(), { signal });
    window.addEventListener('offline', () => this.#onNetwork(), { signal });
  }

  #startAnew(): void {
    this.#keeper.restart();
    this.#probe.reset();
    this.#damage = new DamageCount();
    this.#dispatch({ type: 'load' });
    this.store.set({ held: false, latency: null });
    if (this.#waits) this.#dispatch({ type: 'refused' });
    else void this.#open();
  }

  /** Replaces the source by a new one for the same URL. */
  async #open(): Promise<void> {
    this.#close();
    const url = this.#url;
    if (url === null) return;
    const generation = ++this.#generation;
    const ifCurrent = (act: () => void) => () => {
      if (generation === this.#generation) act();
    };
    const source = await this.#options
      .openSource(this.#video, url, {
        onReady: ifCurrent(() => void this.#playElement()),
        onDelivered: ifCurrent(() => this.#dispatch({ type: 'delivered' })),
        onTrouble: ifCurrent(() => this.#onTrouble()),
        onClosed: ifCurrent(() => this.#dispatch({ type: 'closed' })),
        onBroken: (breakage) => ifCurrent(() => this.#onBroken(breakage))(),
      })
      // The code that plays is fetched on demand: with the network gone, it is what fails first.
      .catch(() => null);
    if (generation !== this.#generation) {
      source?.destroy();
      return;
    }
    this.#source = source;
    this.#keeper.opened();
    if (!source) this.#onBroken('unreachable');
    else if (this.#idle) source.setLoading(false);
  }

  #close(): void {
    this.#generation += 1;
    this.#probe.stop();
    const source = this.#source;
    this.#source = null;
    if (!source) return;
    if (this.#facts.started && this.#url !== null) {
      this.#options.holdPicture?.();
      this.store.set({ held: true });
    }
    this.#video.playbackRate = 1;
    source.destroy();
  }

  async #playElement(): Promise<void> {
    if (!this.#facts.wantsPlay || !this.#source) return;
    try {
      await this.#video.play();
    } catch (error) {
      if (!(error instanceof DOMException) || error.name !== 'NotAllowedError') return;
      if (this.#video.muted) {
        this.#dispatch({ type: 'refused' });
      } else {
        this.#sound.muteForBrowser();
        await this.#playElement();
      }
    }
  }

  #onPause(): void {
    this.#pausedAt ??= performance.now();
    this.#dispatch({ type: 'pause' });
  }

  #onStuck(): void {
    if (!this.#facts.moving) return;
    const source = this.#source;
    const silent = !source || source.silence > SILENT_AFTER;
    if (!silent && !this.#facts.trouble && !this.#facts.closed && !this.#video.seeking) {
      this.#keeper.stalled(source);
    }
    this.#dispatch({ type: 'stuck' });
  }

  #onNetwork(): void {
    if (!navigator.onLine) this.#onTrouble();
    else this.#hurry();
  }

  #onTrouble(): void {
    this.#dispatch({ type: 'trouble', trouble: navigator.onLine ? 'server' : 'offline' });
  }

  #onBroken(breakage: Breakage): void {
    if (breakage === 'unplayable') {
      this.#dispatch({ type: 'failed', reason: UNPLAYABLE });
    } else if (breakage === 'damaged') {
      if (this.#damage.isTooMuch(performance.now())) this.#dispatch({ type: 'failed', reason: DAMAGED });
      else void this.#open();
    } else {
      this.#onTrouble();
      // The old source keeps the rest of its buffer and its last picture until the stream answers again.
      if (this.#url !== null) this.#probe.start(this.#url);
    }
  }

  #hurry(): void {
    if (this.#probe.running && this.#url !== null) this.#probe.hurry(this.#url);
  }

  #tick(): void {
    const source = this.#source;
    if (!source) return;
    this.#observeMovement();
    this.#observeSignal(source);
    if (this.#facts.wantsPlay && this.#facts.moving) this.#followLive(source);
    else if (this.#facts.wantsPlay && !this.#facts.blocked) this.#nudge(source);
    else if (
      !this.#idle &&
      this.#pausedAt !== null &&
      performance.now() - this.#pausedAt > IDLE_AFTER * 1000
    ) {
      this.suspend();
    }
    const { latency } = source;
    const behind = this.#keeper.isBehind(source, this.#facts.moving);
    this.store.set({
      // A source that replaces another has no distance worth showing before its picture moves.
      ...(latency !== null && !this.#keeper.fresh && { latency: Math.max(0, Math.round(latency * 10) / 10) }),
      behind,
      qualities: sameQualities(this.store.get().qualities, source.qualities),
      quality: source.quality,
    });
  }

  #observeMovement(): void {
    const seen = this.#keeper.observe();
    if (seen === 'moving') {
      this.#probe.reset();
      this.#dispatch({ type: 'moving' });
      this.store.set({ held: false });
    } else if (seen === 'still' && this.#keeper.stillMs > 2 * TICK_MS) this.#onStuck();
  }

  /** Tells a silent publisher from a lost line, by what the page heard and what the playlists do. */
  #observeSignal(source: Source): void {
    const silent = source.silence > SILENT_AFTER;
    if (silent && !this.#facts.moving && (!this.#tidings.connected || !navigator.onLine)) this.#onTrouble();
    const interrupted = silent || this.#tidings.broadcast === 'interrupted';
    if (interrupted !== this.#facts.interrupted && !this.#facts.closed) {
      this.#dispatch({ type: interrupted ? 'interrupted' : 'resumed' });
    }
    const over =
      this.#tidings.broadcast === 'ended' && silent && !this.#facts.moving && this.#facts.wantsPlay;
    if (over && this.#facts.loaded && !this.#facts.ended) this.#dispatch({ type: 'ended' });
  }

  #followLive(source: Source): void {
    this.#keeper.begun();
    if (!this.#options.preview) this.#keeper.follow(source, this.#facts.interrupted || this.#facts.closed);
  }

  #nudge(source: Source): void {
    if (this.#probe.running || this.#facts.closed) return;
    const waiting = source.silence > SILENT_AFTER || this.#facts.trouble !== null;
    if (this.#keeper.nudge(source, waiting)) void this.#open();
  }

  #dispatch(event: PlayerEvent): void {
    this.#facts = reduce(this.#facts, event);
    const state = stateOf(this.#facts);
    const current = this.store.get().state;
    if (JSON.stringify(state) !== JSON.stringify(current)) this.store.set({ state });
  }
}

/** The old list where nothing changed, so that nobody is told of it. */
function sameQualities(old: readonly Quality[], fresh: readonly Quality[]): readonly Quality[] {
  const same = old.length === fresh.length && old.every((quality, i) => quality.label === fresh[i]?.label);
  return same ? old : fresh;
}
