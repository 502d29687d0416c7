import type { PlayerSnapshot } from '../live/player-types.ts';
import type { Clock } from '../media/environment.ts';
import type { Store } from '../media/store.ts';
import type { OpenSource } from '../sources/source.ts';
import type { ConnectionFault } from './connection-monitor.ts';

/** Why a stream is back at the normal delay. */
export type FallbackReason =
  /** No frame came in time. Networks that block UDP are the usual cause. */
  | 'no_frame'
  /** The server refused, for example since too many viewers are connected. */
  | 'refused'
  /** This browser does not play what the stream sends. */
  | 'unsupported'
  | 'lost'
  | 'unstable'
  /** The viewer turned captions on, which only HLS carries. */
  | 'captions';

export type UltraLowDelayPhase = 'idle' | 'connecting' | 'on' | 'fallen_back';

export interface UltraLowDelaySnapshot {
  readonly phase: UltraLowDelayPhase;
  /** Shown for a moment. */
  readonly notice: FallbackReason | null;
}

/** A connection whose first frame has arrived. */
export interface ConnectedStream {
  onFault: (fault: ConnectionFault) => void;
  renew(): void;
  close(): void;
}

/** Why no stream could be connected; null: it may be tried again soon. */
export class ConnectFailure extends Error {
  override readonly name = 'ConnectFailure';
  readonly reason: FallbackReason | null;

  constructor(reason: FallbackReason | null) {
    super(`WebRTC did not connect: ${reason ?? 'not ready'}`);
    this.reason = reason;
  }
}

/** The player whose source is replaced. */
export interface SwitchedPlayer {
  readonly store: Pick<Store<PlayerSnapshot>, 'get' | 'subscribe'>;
  replaceSource(open?: OpenSource | null): void;
  chooseQuality(index: number): void;
  setDataSaver(isOn: boolean): void;
}

export interface ConnectedSourceEvents {
  readonly onDestroyed: () => void;
  readonly onQualityChosen: () => void;
}

export interface UltraLowDelayOptions<Connected extends ConnectedStream> {
  readonly player: SwitchedPlayer;
  readonly clock: Clock;
  /** @throws ConnectFailure, or the reason of `signal` */
  readonly connect: (endpoint: string, signal: AbortSignal) => Promise<Connected>;
  /**
   * How the player opens what is connected. Whatever ends the source calls `onDestroyed`. Captions are likely as long as
   * HLS has not played for long enough to show that the stream has none.
   */
  readonly sourceOf: (
    stream: Connected,
    on: ConnectedSourceEvents,
    captions: { readonly areLikely: boolean },
  ) => OpenSource;
  /** Whether anything of the page is displayed. A hidden one shows no first frame. */
  readonly isVisible: () => boolean;
  /** The viewer chose something that ends it for good. */
  readonly onTurnedOff: () => void;
}
