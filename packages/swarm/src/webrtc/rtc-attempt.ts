/** One connection to one peer, from its offer to its end. */
import type { SwarmClock } from '../clock.ts';
import { RtcPeerChannel } from './rtc-channel.ts';
import type { CreateRtcConnection, RtcConnection } from './rtc-types.ts';

/** Candidates of servers that have not answered by then are left out. */
const GATHER_MS = 1000;
/** From the first message to open channels, the other peer's time included. */
const CONNECT_MS = 10_000;

export interface RtcAttemptEvents {
  opened(channel: RtcPeerChannel): void;
  received(frame: Uint8Array<ArrayBuffer>): void;
  closed(): void;
}

export class RtcAttempt {
  readonly connection: RtcConnection;
  readonly #clock: SwarmClock;
  readonly #events: RtcAttemptEvents;
  readonly #cancelTimeout: () => void;
  #channel: RtcPeerChannel | null = null;
  #isOpened = false;
  #isClosed = false;

  constructor(create: CreateRtcConnection, clock: SwarmClock, events: RtcAttemptEvents) {
    this.#clock = clock;
    this.#events = events;
    this.connection = create();
    this.#cancelTimeout = clock.after(CONNECT_MS, () => this.close());
  }

  get isOpened(): boolean {
    return this.#isOpened;
  }

  /** @returns the offer's SDP */
  async offer(): Promise<string> {
    this.#openChannels();
    await this.connection.setLocalDescription();
    return this.#described();
  }

  /** @returns the answer's SDP */
  async answer(offer: string): Promise<string> {
    await this.connection.setRemoteDescription({ type: 'offer', sdp: offer });
    // Not before, since implementations in native code would make an offer of their own for the channels.
    this.#openChannels();
    await this.connection.setLocalDescription();
    return this.#described();
  }

  async accept(answer: string): Promise<void> {
    await this.connection.setRemoteDescription({ type: 'answer', sdp: answer });
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelTimeout();
    this.#channel?.close();
    this.connection.close();
    this.#events.closed();
  }

  #openChannels(): void {
    if (this.#isClosed) return;
    const channel: RtcPeerChannel = new RtcPeerChannel(this.connection, {
      opened: () => {
        if (this.#isOpened) return;
        this.#isOpened = true;
        this.#cancelTimeout();
        this.#events.opened(channel);
      },
      received: (frame) => this.#events.received(frame),
      closed: () => this.close(),
    });
    this.#channel = channel;
  }

  /** The local description, once it has its candidates. */
  #described(): Promise<string> {
    const { connection } = this;
    return new Promise((resolve) => {
      const finish = () => resolve(connection.localDescription?.sdp ?? '');
      if (connection.iceGatheringState === 'complete') return finish();
      const cancel = this.#clock.after(GATHER_MS, finish);
      connection.addEventListener('icegatheringstatechange', () => {
        if (connection.iceGatheringState !== 'complete') return;
        cancel();
        finish();
      });
    });
  }
}
