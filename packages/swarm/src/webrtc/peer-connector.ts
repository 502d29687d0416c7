/** Connects to the peers that signalling names, and answers their offers, within limits. */
import type { SwarmClock } from '../clock.ts';
import type { PeerChannel } from '../neighbours/neighbour.ts';
import { RtcAttempt } from './rtc-attempt.ts';
import type { CreateRtcConnection, RtcConnection } from './rtc-types.ts';
import { BUSY, fitSdp, type Signal } from './signal.ts';

/** Connections that are being made at a time; more would take the line from the stream. */
const MAX_PENDING = 8;
/** A peer that could not be reached, or had enough connections, is not asked again for so long. */
const RETRY_MS = 30_000;
/**
 * The first attempt with a peer whose description could not be used is repeated after this time. On a busy machine,
 * libdatachannel closes a connection whose other side begins before the answer is set ("Got a remote candidate without ICE
 * transport").
 */
const RETRY_DESCRIPTION_MS = 1_000;
/** Peers whose description could not be used that are remembered. */
const MAX_FAILED = 256;

/** The calls that the engine receives: `SwarmEngine` has these methods. */
export interface ConnectedEngine {
  mayConnect(id: string): boolean;
  connected(id: string, channel: PeerChannel): void;
  received(id: string, frame: Uint8Array): void;
  disconnected(id: string): void;
}

export interface PeerConnectorSetup {
  /** The id that signalling has given to this peer. */
  readonly id: string;
  readonly engine: ConnectedEngine;
  readonly clock: SwarmClock;
  readonly create: CreateRtcConnection;
  readonly send: (to: string, signal: Signal) => void;
}

export class PeerConnector {
  readonly #setup: PeerConnectorSetup;
  readonly #attempts = new Map<string, RtcAttempt>();
  readonly #retryAtMs = new Map<string, number>();
  readonly #failed = new Set<string>();
  #isClosed = false;

  constructor(setup: PeerConnectorSetup) {
    this.#setup = setup;
  }

  /** The open connections by the id of their peer. */
  get connections(): ReadonlyMap<string, RtcConnection> {
    const open = [...this.#attempts].filter(([, { isOpened }]) => isOpened);
    return new Map(open.map(([id, { connection }]) => [id, connection]));
  }

  /** Offers a connection to each of these peers, as far as the limits allow. */
  connect(ids: readonly string[]): void {
    for (const id of ids) {
      const mayRetry = this.#setup.clock.now() >= (this.#retryAtMs.get(id) ?? 0);
      if (mayRetry && !this.#attempts.has(id) && this.#mayBegin(id)) void this.#offer(id);
    }
  }

  /** A message from another peer, as signalling brings it. */
  signalled(from: string, { kind, data }: Signal): void {
    if (this.#isClosed || from === this.#setup.id) return;
    if (kind === 'offer') void this.#answer(from, data);
    else void this.#accept(from, data);
  }

  /** Ends the connection with a peer that has left, or has no right to the stream any more. */
  disconnect(id: string): void {
    this.#attempts.get(id)?.close();
  }

  close(): void {
    this.#isClosed = true;
    for (const attempt of [...this.#attempts.values()]) attempt.close();
  }

  #mayBegin(id: string): boolean {
    const pending = [...this.#attempts.values()].filter(({ isOpened }) => !isOpened).length;
    return (
      !this.#isClosed && id !== this.#setup.id && pending < MAX_PENDING && this.#setup.engine.mayConnect(id)
    );
  }

  async #offer(id: string): Promise<void> {
    const attempt = this.#begin(id);
    await this.#attempted(id, attempt, async () => ({ kind: 'offer', data: await attempt.offer() }));
  }

  async #answer(id: string, sdp: string): Promise<void> {
    const own = this.#attempts.get(id);
    // If both peers offer at the same time, the offer of the one with the smaller id counts.
    if (own !== undefined && !own.isOpened && this.#setup.id < id) return;
    if (own !== undefined) this.#end(id, own);
    if (!this.#mayBegin(id)) return this.#send(id, { kind: 'answer', data: BUSY });
    const attempt = this.#begin(id);
    await this.#attempted(id, attempt, async () => ({ kind: 'answer', data: await attempt.answer(sdp) }));
  }

  async #accept(id: string, sdp: string): Promise<void> {
    const attempt = this.#attempts.get(id);
    if (attempt === undefined || attempt.isOpened) return;
    if (sdp === BUSY) return attempt.close();
    await this.#attempted(id, attempt, async () => {
      await attempt.accept(sdp);
      return null;
    });
  }

  /** Runs a step of an attempt, and sends the message that it results in. A description that fails ends it. */
  async #attempted(id: string, attempt: RtcAttempt, step: () => Promise<Signal | null>): Promise<void> {
    try {
      const signal = await step();
      if (signal !== null && this.#attempts.get(id) === attempt) this.#send(id, signal);
    } catch {
      attempt.close();
      this.#failedDescription(id);
    }
  }

  #failedDescription(id: string): void {
    if (this.#failed.has(id) || this.#attempts.has(id)) return;
    const [oldest] = this.#failed;
    if (this.#failed.size >= MAX_FAILED && oldest !== undefined) this.#failed.delete(oldest);
    this.#failed.add(id);
    this.#retryAtMs.set(id, this.#setup.clock.now() + RETRY_DESCRIPTION_MS);
  }

  #begin(id: string): RtcAttempt {
    const { engine, clock, create } = this.#setup;
    const attempt: RtcAttempt = new RtcAttempt(create, clock, {
      opened: (channel) => engine.connected(id, channel),
      received: (frame) => engine.received(id, frame),
      closed: () => this.#closed(id, attempt),
    });
    this.#attempts.set(id, attempt);
    return attempt;
  }

  #closed(id: string, attempt: RtcAttempt): void {
    if (this.#attempts.get(id) !== attempt) return;
    this.#attempts.delete(id);
    this.#retryAtMs.set(id, this.#setup.clock.now() + RETRY_MS);
    if (attempt.isOpened) this.#setup.engine.disconnected(id);
  }

  /** Ends an attempt in favour of another one with the same peer. */
  #end(id: string, attempt: RtcAttempt): void {
    this.#attempts.delete(id);
    attempt.close();
    if (attempt.isOpened) this.#setup.engine.disconnected(id);
  }

  #send(to: string, signal: Signal): void {
    this.#setup.send(to, { ...signal, data: fitSdp(signal.data) });
  }
}
