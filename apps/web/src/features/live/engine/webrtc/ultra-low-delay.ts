import type { StreamStatus } from '../live/player-types.ts';
import type { Cancel } from '../media/environment.ts';
import type { StateKind } from '../media/player-state.ts';
import { Store } from '../media/store.ts';
import { AUDIO_ONLY, AUTO } from '../sources/source.ts';
import { Backoff } from './backoff.ts';
import type { ConnectionFault } from './connection-monitor.ts';
import {
  type ConnectedStream,
  ConnectFailure,
  type FallbackReason,
  type UltraLowDelayOptions,
  type UltraLowDelaySnapshot,
} from './ultra-low-delay-types.ts';

/** From asking until the first frame. */
const CONNECT_MS = 2_000;
const LOOK_EVERY_MS = 250;
const NOTICE_MS = 8_000;
/** Viewers with captions on wait this long for the first ones over HLS, which tell that the stream has any. */
const CAPTIONS_MS = 10_000;
/** States that end without the viewer's doing. */
const WAITING: ReadonlySet<StateKind> = new Set(['loading', 'stalled', 'interrupted', 'reconnecting']);
/** Frames that the server has yet to receive, such as those after an interruption. */
const NOT_READY_MS = 2_000;

/**
 * Plays a live stream over WebRTC while the viewer watches it at live, and over HLS where that does not work: HLS plays
 * until the first frame of WebRTC has come, and begins again where the connection is lost.
 */
export class UltraLowDelay<Connected extends ConnectedStream> {
  readonly store = new Store<UltraLowDelaySnapshot>({ phase: 'idle', notice: null });
  readonly #options: UltraLowDelayOptions<Connected>;
  readonly #endpoint: string;
  readonly #backoff: Backoff;
  readonly #stop: readonly Cancel[];
  #streamState: StreamStatus['state'] = 'live';
  #wantsCaptions = false;
  /** Known since HLS played. */
  #hasCaptions = false;
  /** HLS has played for long enough to receive captions if there were any. */
  #hasAwaitedCaptions = false;
  #hlsSince: number;
  #awaitsCaptionsUntil: number;
  /** The viewer knows that the delay is normal. */
  #hasSaidSo = false;
  #connecting: AbortController | null = null;
  #stream: Connected | null = null;
  /** The notice for the viewer once HLS plays. */
  #pendingNotice: FallbackReason | null = null;
  #cancelNotice: Cancel = () => {};

  constructor(endpoint: string, options: UltraLowDelayOptions<Connected>) {
    this.#endpoint = endpoint;
    this.#options = options;
    this.#hlsSince = options.clock.now();
    this.#awaitsCaptionsUntil = this.#hlsSince + CAPTIONS_MS;
    this.#backoff = new Backoff(options.clock);
    const look = () => this.#look();
    this.#stop = [options.player.store.subscribe(look), options.clock.every(LOOK_EVERY_MS, look)];
  }

  /** The viewer chooses it now, whatever else they had chosen. */
  choose(): void {
    const { player } = this.#options;
    if (player.store.get().quality === AUDIO_ONLY) player.chooseQuality(AUTO);
    if (player.store.get().dataSaver) player.setDataSaver(false);
    this.#backoff.reset();
    this.#awaitsCaptionsUntil = 0;
    this.#hasSaidSo = false;
    if (this.#showsCaptions) this.#fallBack('captions');
    this.#look();
  }

  setStreamState(state: StreamStatus['state']): void {
    this.#streamState = state;
    if (state !== 'interrupted') return;
    // If frames stopped a moment ago, the connection was not to blame.
    this.#backoff.reset();
    this.#pendingNotice = null;
    this.store.set({ notice: null });
  }

  /** @param haveTracks false while another source is being opened, which says nothing about the stream */
  setCaptions({ areOn, haveTracks }: { areOn: boolean; haveTracks: boolean }): void {
    const isTurnedOn = areOn && !this.#wantsCaptions;
    this.#wantsCaptions = areOn;
    if (this.#stream === null) this.#hasCaptions ||= haveTracks;
    else if (isTurnedOn) {
      // HLS may have played too briefly for any captions, which it is given the time for now.
      this.#awaitsCaptionsUntil = this.#options.clock.now() + CAPTIONS_MS;
      this.#fallBack('captions');
    }
    this.#look();
  }

  /** The browser has a new cookie for a gated stream. */
  renewAccess(): void {
    this.#stream?.renew();
  }

  /** Back to HLS, where it is not played already. */
  destroy(): void {
    for (const stop of this.#stop) stop();
    this.#cancelNotice();
    this.#connecting?.abort();
    // The source of a player that is destroyed is closed with it.
    if (this.#stream !== null) this.#options.player.replaceSource();
  }

  get #showsCaptions(): boolean {
    return this.#wantsCaptions && this.#hasCaptions;
  }

  get #isWanted(): boolean {
    const { state, behind, quality, dataSaver } = this.#options.player.store.get();
    // A network that HLS stalls on may carry less delay all the same, once it has been asked.
    const isPlaying = state.kind === 'playing' || (state.kind === 'stalled' && this.#connecting !== null);
    if (!isPlaying || behind || quality === AUDIO_ONLY || dataSaver) return false;
    const awaitsCaptions = this.#wantsCaptions && this.#options.clock.now() < this.#awaitsCaptionsUntil;
    return this.#streamState === 'live' && !this.#showsCaptions && !awaitsCaptions;
  }

  #look(): void {
    this.#showNotice();
    if (this.#stream !== null) return;
    if (this.#connecting !== null) {
      if (!this.#isWanted) this.#connecting.abort();
    } else if (this.#isWanted && this.#options.isVisible() && this.#backoff.isOver) {
      void this.#connect();
    }
  }

  async #connect(): Promise<void> {
    const { clock, connect } = this.#options;
    const connecting = new AbortController();
    this.#connecting = connecting;
    this.store.set({ phase: 'connecting', notice: null });
    const cancelTimeout = clock.after(CONNECT_MS, () => connecting.abort(new ConnectFailure('no_frame')));
    const outcome = await connect(this.#endpoint, connecting.signal).catch((error: unknown) =>
      error instanceof ConnectFailure ? error : new ConnectFailure('refused'),
    );
    cancelTimeout();
    this.#connecting = null;
    const { aborted, reason } = connecting.signal;
    if (aborted && !(outcome instanceof ConnectFailure)) outcome.close();
    if (aborted && !(reason instanceof ConnectFailure)) this.store.set({ phase: 'idle' });
    else if (aborted) this.#fallBack(reason.reason);
    else if (outcome instanceof ConnectFailure) this.#fallBack(outcome.reason);
    else this.#switchTo(outcome);
  }

  #switchTo(stream: Connected): void {
    const { player, clock, sourceOf, onTurnedOff } = this.#options;
    this.#stream = stream;
    this.#hasAwaitedCaptions ||= clock.now() - this.#hlsSince >= CAPTIONS_MS;
    this.#hasSaidSo = false;
    stream.onFault = (fault) => this.#onFault(fault);
    this.store.set({ phase: 'on' });
    this.#backoff.onSuccess();
    player.replaceSource(
      sourceOf(
        stream,
        { onDestroyed: () => this.#onDestroyed(stream), onQualityChosen: onTurnedOff },
        { areLikely: this.#hasCaptions || !this.#hasAwaitedCaptions },
      ),
    );
  }

  #onFault(fault: ConnectionFault): void {
    // The player notices the end by the silence. HLS would show its last seconds once more.
    if (this.#streamState === 'ended') return;
    // After an interruption it is connected again at once.
    if (this.#streamState === 'interrupted') this.#options.player.replaceSource();
    else this.#fallBack(fault === 'frames_stopped' ? 'lost' : 'unstable');
  }

  /** Back to HLS, which plays on or is opened again. */
  #fallBack(reason: FallbackReason | null): void {
    if (reason === null) this.#backoff.wait(NOT_READY_MS);
    else if (reason === 'unsupported') this.#backoff.giveUp();
    else if (reason !== 'captions') this.#backoff.onFailure();
    if (!this.#hasSaidSo) this.#pendingNotice = reason;
    if (this.#stream !== null) this.#options.player.replaceSource();
    this.store.set({ phase: reason === null || reason === 'captions' ? 'idle' : 'fallen_back' });
    this.#showNotice();
  }

  /** The player has closed the source, for whatever reason. */
  #onDestroyed(stream: Connected): void {
    if (this.#stream !== stream) return;
    this.#stream = null;
    this.#hlsSince = this.#options.clock.now();
    this.store.set({ phase: 'idle' });
  }

  /** Says that the delay is back to normal once it is. */
  #showNotice(): void {
    const notice = this.#pendingNotice;
    if (notice === null || this.#stream !== null) return;
    const { kind } = this.#options.player.store.get().state;
    if (WAITING.has(kind)) return;
    this.#pendingNotice = null;
    if (kind !== 'playing') return;
    this.#cancelNotice();
    this.#hasSaidSo = true;
    this.store.set({ notice });
    this.#cancelNotice = this.#options.clock.after(NOTICE_MS, () => this.store.set({ notice: null }));
  }
}
