import { HAVE_CURRENT_DATA } from '../media/media-element.ts';
import { MediaPlayer, TICK_MS, unlessEqual } from '../media/media-player.ts';
import type { PartSupply } from '../sources/part-supply.ts';
import type { OpenSource, Source, SourceEvents } from '../sources/source.ts';
import { LIVE_TOLERANCE_SECONDS, LiveSyncController } from './live-sync-controller.ts';
import {
  INITIAL_SNAPSHOT,
  type PlayerOptions,
  type PlayerSnapshot,
  type StreamStatus,
} from './player-types.ts';

/** A stream that has not grown for this long has lost its publisher. */
const SILENCE_SECONDS = 3;
/** A pause longer than this stops the downloads. */
const SUSPEND_AFTER_MS = 60_000;
/** A source without a past stands still after so long without media, whatever the element's clock says. */
const STILL_SECONDS = 1;

/** Plays one live stream after another in one media element, and recovers from whatever stops it. */
export class LivePlayer extends MediaPlayer<Source, PlayerSnapshot> {
  readonly #options: PlayerOptions;
  readonly #liveSync: LiveSyncController;
  #url: string | null = null;
  #status: StreamStatus = { state: 'live', connected: true };
  #pausedAt: number | null = null;
  /** Opens the next source instead of the usual one. */
  #openNext: OpenSource | null = null;
  /** Seconds behind live to go to once the source is known. */
  #seekTo: number | null = null;

  constructor(options: PlayerOptions) {
    super(options, INITIAL_SNAPSHOT, true);
    this.#options = options;
    this.#liveSync = new LiveSyncController(this.video, this.clock);
    this.on('waiting', () => !this.video.seeking && this.#onStall());
  }

  /** The supply of the present source's parts; null if they only come from their URLs. */
  get partSupply(): PartSupply | null {
    return this.sources.source?.partSupply ?? null;
  }

  /** Plays `url` from now on; null closes the stream. */
  load(url: string | null): void {
    if (url === this.#url) return;
    if (this.#url !== null) this.store.set({ frameHeld: false });
    this.#url = url;
    this.#status = { state: 'live', connected: this.#status.connected };
    if (url !== null) {
      this.#start(url);
      return;
    }
    this.dispatch({ type: 'unload' });
    this.sources.close();
    this.store.set({ qualities: [], latency: null, behind: false, rewindSeconds: 0 });
  }

  /** Starts the same stream again, at the viewer's request. */
  retry(): void {
    if (this.#url !== null) this.#start(this.#url);
  }

  play(): void {
    this.#pausedAt = null;
    if (this.store.get().suspended) {
      this.#setSuspended(false);
      this.#liveSync.goToLive(this.sources.source);
    }
    this.dispatch({ type: 'play' });
    if (!this.awaitingGesture) return void this.playElement();
    this.awaitingGesture = false;
    if (this.#url !== null) this.sources.open(this.#url);
  }

  /** Starts playback that waited until the page shows the element, at live. */
  resume(): void {
    const { source } = this.sources;
    const hasFrame = this.video.readyState >= HAVE_CURRENT_DATA;
    if (source && hasFrame && this.#liveSync.hasFallenBehind(source)) this.goToLive();
    void this.playElement();
  }

  /** Pauses and stops all downloads. `play` continues at live. */
  suspend(): void {
    this.pause();
    this.#setSuspended(true);
  }

  /**
   * Plays the stream from another source from now on, for as long as that one lasts. The last frame stays until the
   * first one of the other.
   * @param open null: as usual
   */
  replaceSource(open: OpenSource | null = null): void {
    this.#openNext = open;
    void this.sources.reopen();
  }

  toggle(): void {
    if (this.facts.playRequested && !this.facts.blocked) this.pause();
    else this.play();
  }

  /** Plays at live, also where the viewer has paused. */
  goToLive(): void {
    this.#seekTo = null;
    this.#liveSync.goToLive(this.sources.source);
    this.store.set({ behind: false });
    if (!this.facts.playRequested) this.play();
  }

  /** Moves playback to `latency` seconds behind live, as far as the stream can be rewound. */
  seek(latency: number): void {
    const { source } = this.sources;
    // After a long pause the playlist is outdated, and playing continues at live.
    if (this.#url === null || this.store.get().suspended) return;
    if (source === null || this.#isUnknown(source)) {
      this.#seekOnceOpened(latency);
    } else if (source.isLiveOnly) {
      if (latency > LIVE_TOLERANCE_SECONDS) this.#replaceForSeek(latency);
    } else {
      this.#liveSync.seek(source, latency);
      this.#publish(source);
    }
  }

  /** @param seconds forward, or back where negative */
  seekBy(seconds: number): void {
    const latency = this.#seekTo ?? this.sources.source?.latency ?? null;
    if (latency !== null) this.seek(latency - seconds);
  }

  /** Tells the player what the page knows of the stream, so that it can tell a silent publisher from a lost connection. */
  setStreamStatus(status: StreamStatus): void {
    const before = this.#status;
    this.#status = status;
    if (status.state === 'ended') this.dispatch({ type: 'closed' });
    if ((status.connected && !before.connected) || status.state !== before.state) this.sources.probeNow();
  }

  /** Whether the source has yet to say how far it can be rewound. */
  #isUnknown(source: Source): boolean {
    if (source.isLiveOnly) return false;
    const isOpening = this.#seekTo !== null || this.#liveSync.starting;
    return isOpening && this.#liveSync.rewindable(source) === 0;
  }

  /** The next step starts from here, as if playback were there already. */
  #seekOnceOpened(latency: number): void {
    const isPast = latency > LIVE_TOLERANCE_SECONDS;
    this.#seekTo = isPast ? latency : null;
    this.store.set({ behind: isPast, latency: Math.max(0, latency) });
  }

  #replaceForSeek(latency: number): void {
    this.#seekOnceOpened(latency);
    this.replaceSource();
  }

  #start(url: string): void {
    this.#openNext = null;
    this.#seekTo = null;
    this.#liveSync.onStreamLoaded();
    this.dispatch({ type: 'load' });
    this.store.set({ latency: null });
    if (this.awaitingGesture) this.dispatch({ type: 'blocked' });
    else this.sources.open(url);
  }

  protected openSource(url: string, events: SourceEvents): Promise<Source> {
    const open = this.#openNext ?? this.#options.openSource;
    this.#openNext = null;
    return open(url, events);
  }

  protected onOpened(): void {
    this.#liveSync.onSourceOpened();
    // Its position is where the viewer paused.
    if (this.#pausedAt !== null) this.#liveSync.stopFollowing();
  }

  protected override onClosing(): void {
    super.onClosing();
    this.video.playbackRate = 1;
  }

  protected override onPause(): void {
    this.#pausedAt ??= this.clock.now();
    // Playback continues where it is; the viewer may go to live.
    this.#liveSync.stopFollowing();
    super.onPause();
    if (this.sources.source?.isLiveOnly) this.replaceSource();
  }

  #onStall(): void {
    if (!this.facts.advancing) return;
    const source = this.sources.source;
    const { networkError, closed } = this.facts;
    if (
      source &&
      !source.isLiveOnly &&
      !isSilent(source) &&
      !networkError &&
      !closed &&
      !this.video.seeking
    ) {
      this.#liveSync.onStall(source);
    }
    this.dispatch({ type: 'stalled' });
  }

  protected tick(): void {
    const { source } = this.sources;
    if (!source) return;
    this.#observePlayhead(source);
    this.#observeStream(source);
    this.#seekOnceKnown(source);
    if (!this.facts.playRequested) this.#suspendAfterLongPause();
    else if (this.facts.advancing) this.#keepDistance(source);
    else if (!this.facts.blocked) this.#unstick(source);
    this.#publish(source);
  }

  #observePlayhead(source: Source): void {
    const playhead = this.#liveSync.observe();
    if (source.isLiveOnly && source.silence > STILL_SECONDS) {
      this.#onStall();
    } else if (playhead === 'advancing') {
      this.sources.onPlaying();
      this.dispatch({ type: 'advancing' });
      this.store.set({ frameHeld: false });
    } else if (playhead === 'stuck' && this.#liveSync.stuckMs > 2 * TICK_MS) this.#onStall();
  }

  #seekOnceKnown(source: Source): void {
    if (this.#seekTo === null) return;
    // Ultra low delay began in the meantime.
    if (source.isLiveOnly) {
      this.replaceSource();
      return;
    }
    if (this.#liveSync.rewindable(source) === 0) return;
    this.#liveSync.seek(source, this.#seekTo);
    this.#seekTo = null;
  }

  /** Tells a silent publisher from a lost connection, by the playlists and by what the page knows. */
  #observeStream(source: Source): void {
    const silent = isSilent(source);
    const connected = this.#status.connected && this.#options.environment.network.online;
    if (silent && !this.facts.advancing && !connected) this.sources.reportNetworkError();
    // The server itself says so: a request that timed out was waiting for media.
    const isExplained = connected && this.#status.state === 'interrupted';
    if (isExplained && this.facts.networkError === 'server_unreachable')
      this.dispatch({ type: 'data_received' });
    const interrupted = silent || this.#status.state === 'interrupted';
    if (interrupted !== this.facts.interrupted && !this.facts.closed) {
      this.dispatch({ type: interrupted ? 'interrupted' : 'resumed' });
    }
    const { advancing, playRequested, loaded, ended } = this.facts;
    const over = this.#status.state === 'ended' && silent && !advancing && playRequested;
    if (over && loaded && !ended) this.dispatch({ type: 'ended' });
  }

  #keepDistance(source: Source): void {
    const { interrupted, closed } = this.facts;
    if (!this.#options.preview) this.#liveSync.keepDistance(source, interrupted || closed);
  }

  #unstick(source: Source): void {
    if (this.sources.probing || this.facts.closed) return;
    const noData = isSilent(source) || this.facts.networkError !== null;
    if (this.#liveSync.unstick(source, noData)) void this.sources.reopen();
  }

  #suspendAfterLongPause(): void {
    const paused = this.#pausedAt !== null && this.clock.now() - this.#pausedAt > SUSPEND_AFTER_MS;
    if (paused && !this.store.get().suspended) this.suspend();
  }

  #setSuspended(suspended: boolean): void {
    this.sources.setLoading(!suspended);
    this.store.set({ suspended, ...(suspended && { rewindSeconds: 0 }) });
  }

  #publish(source: Source): void {
    const { latency, dateMs } = source;
    this.store.set({
      ...(latency !== null && dateMs !== null && { liveAtSeconds: Math.round(dateMs / 1000 + latency) }),
      // A source that replaces another has no meaningful latency before it plays.
      ...(latency !== null &&
        !this.#liveSync.starting &&
        this.#seekTo === null && { latency: tenths(source, latency) }),
      behind: this.#seekTo !== null || this.#liveSync.isBehind(source, this.facts.advancing),
      // A source without a past leaves what the one before it had, to which the viewer may go back.
      ...(!source.isLiveOnly && {
        rewindSeconds: this.store.get().suspended ? 0 : Math.round(this.#liveSync.rewindable(source)),
      }),
      qualities: unlessEqual(this.store.get().qualities, source.qualities),
      quality: source.quality,
      playingQuality: source.playingQuality,
    });
  }
}

function isSilent(source: Source): boolean {
  return source.silence > SILENCE_SECONDS;
}

/** Below a tenth of a second, what is measured leaves out too much to be called none. */
function tenths({ isLiveOnly }: Source, latency: number): number {
  return Math.max(0, (isLiveOnly ? Math.ceil(latency * 10) : Math.round(latency * 10)) / 10);
}
