/** A WebRTC connection that has shown its first frame. */
import type { Cancel, Clock } from '../media/environment.ts';
import { type ConnectionFault, type ConnectionFigures, ConnectionMonitor } from './connection-monitor.ts';
import { readSample } from './connection-sample.ts';
import type { WhepConnection } from './whep-connection.ts';

const SAMPLE_EVERY_MS = 200;

/** Measures a connection for as long as it is open, and says once that it can no longer be watched. */
export class ReceivedStream {
  /** Called once. */
  onFault: (fault: ConnectionFault) => void = () => {};
  readonly #connection: WhepConnection;
  readonly #clock: Clock;
  readonly #monitor = new ConnectionMonitor();
  readonly #stopSampling: Cancel;
  #hasFailed = false;

  constructor(connection: WhepConnection, clock: Clock) {
    this.#connection = connection;
    this.#clock = clock;
    this.#stopSampling = clock.every(SAMPLE_EVERY_MS, () => void this.#sample());
  }

  get tracks(): WhepConnection['tracks'] {
    return this.#connection.tracks;
  }

  get figures(): ConnectionFigures | null {
    return this.#monitor.figures;
  }

  /** Milliseconds without a frame. */
  get stillMs(): number {
    return this.#monitor.stillMs(this.#clock.now());
  }

  renew(): void {
    this.#connection.renew();
  }

  close(): void {
    this.#stopSampling();
    this.#hasFailed = true;
    this.#connection.close();
  }

  async #sample(): Promise<void> {
    // A closed connection has no statistics.
    if (this.#connection.isClosed) return this.#fail('frames_stopped');
    const report = await this.#connection.stats().catch(() => null);
    const sample = report && readSample(report, this.#clock.now());
    const fault = sample && this.#monitor.add(sample);
    if (fault !== null) this.#fail(fault);
  }

  #fail(fault: ConnectionFault): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.onFault(fault);
  }
}
