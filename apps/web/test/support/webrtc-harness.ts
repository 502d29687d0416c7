import type { Source } from '../../src/features/live/engine/sources/source.ts';
import type { ConnectionFault } from '../../src/features/live/engine/webrtc/connection-monitor.ts';
import { UltraLowDelay } from '../../src/features/live/engine/webrtc/ultra-low-delay.ts';
import { PlayerHarness, URL_A } from './player-harness.ts';

export const ENDPOINT = '/whep/a';

/** A connection that shows frames until a test breaks it. */
export class FakeConnection {
  onFault: (fault: ConnectionFault) => void = () => {};
  isClosed = false;
  renewals = 0;
  /** Seconds without a frame. */
  silence = 0;

  renew(): void {
    this.renewals += 1;
  }

  close(): void {
    this.isClosed = true;
  }
}

/** Plays a fake connection in the scripted element. */
class FakeWebRtcSource implements Source {
  readonly isLiveOnly = true;
  readonly declaredLatency = null;
  readonly partTarget = 0;
  readonly edge = null;
  readonly bandwidthKbps = null;
  readonly lastChange = null;
  readonly latency = 0.1;
  readonly dateMs = null;
  readonly qualities = [];
  readonly quality = -1;
  readonly playingQuality = '1080p';
  readonly codecs = null;
  readonly bitrateKbps = null;
  readonly #connection: FakeConnection;
  readonly #on: { onDestroyed: () => void; onQualityChosen: () => void };

  constructor(connection: FakeConnection, on: { onDestroyed: () => void; onQualityChosen: () => void }) {
    this.#connection = connection;
    this.#on = on;
  }

  get silence(): number {
    return this.#connection.silence;
  }

  chooseQuality(): void {
    this.#on.onQualityChosen();
  }

  setMaxHeight(): void {}
  setLoading(): void {}

  destroy(): void {
    this.#connection.close();
    this.#on.onDestroyed();
  }
}

/** A player that plays over WebRTC where the scripted network lets it. */
export class WebRtcHarness extends PlayerHarness {
  readonly connections: FakeConnection[] = [];
  /** How many offers were sent. */
  offers = 0;
  /** The results of the next offers. */
  connecting: 'works' | 'blocked' | Error = 'works';
  isVisible = true;
  turnedOff = 0;
  /** Whether the connection opened last offers captions. */
  captionsAreLikely = false;
  readonly delay: UltraLowDelay<FakeConnection>;

  constructor() {
    super();
    this.delay = new UltraLowDelay<FakeConnection>(ENDPOINT, {
      player: this.player,
      clock: this.clock,
      connect: (_endpoint, signal) => this.#connect(signal),
      sourceOf: (connection, on, captions) => async (_url, events) => {
        this.captionsAreLikely = captions.areLikely;
        this.video.reset();
        this.video.ranges = [[0, 1_000]];
        this.video.readyState = 4;
        events.onReady();
        return new FakeWebRtcSource(connection, on);
      },
      isVisible: () => this.isVisible,
      onTurnedOff: () => {
        this.turnedOff += 1;
      },
    });
  }

  /** The connection opened last. */
  get connection(): FakeConnection {
    const connection = this.connections.at(-1);
    if (!connection) throw new Error('Nothing was connected');
    return connection;
  }

  get phase() {
    return this.delay.store.get().phase;
  }

  get notice() {
    return this.delay.store.get().notice;
  }

  /** Plays over WebRTC. */
  async startOverWebRtc(): Promise<void> {
    this.player.load(URL_A);
    await this.seconds(4);
  }

  async #connect(signal: AbortSignal): Promise<FakeConnection> {
    this.offers += 1;
    const { connecting } = this;
    if (connecting instanceof Error) throw connecting;
    if (connecting === 'blocked') {
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    }
    const connection = new FakeConnection();
    this.connections.push(connection);
    return connection;
  }
}
