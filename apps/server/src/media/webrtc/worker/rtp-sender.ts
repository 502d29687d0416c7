/** Sends one track to one viewer: gives the shared packets their headers, and sends lost ones again. */
import { type PacketizedFrame, RTP_HEADER_BYTES, writeHeader } from '../rtp/rtp-packets.ts';
import { senderReport } from '../rtp/sender-report.ts';
import type { SendJob } from './send-queue.ts';

export interface RtpSenderOptions {
  readonly ssrc: number;
  readonly cname: string;
  readonly payloadType: number;
  /** How many packets are remembered to be sent again. A power of two. */
  readonly kept: number;
  /** @returns false where the packet cannot be sent now */
  readonly send: (packet: Buffer) => boolean;
  /** Monotonic milliseconds. */
  readonly now: () => number;
  readonly wallMs: () => number;
  readonly firstSequence: number;
}

const REPORT_MS = 1_000;
/** A full socket has room again after less. A viewer whose network is gone must not hold up the others. */
const MAX_REFUSALS = 10;

export class RtpSender {
  readonly #options: RtpSenderOptions;
  /** The newest packets by sequence number, whose memory viewers share. */
  readonly #kept: (Buffer | undefined)[];
  readonly #keptTimestamps: Uint32Array;
  /** Counts on beyond 16 bits. */
  #next: number;
  #sentPackets = 0;
  #sentBytes = 0;
  #reportedAtMs = Number.NEGATIVE_INFINITY;
  /** Since the last packet that was sent. */
  #refusals = 0;
  #resendable: number;
  #resendableAtMs: number;

  constructor(options: RtpSenderOptions) {
    this.#options = options;
    this.#kept = new Array(options.kept);
    this.#keptTimestamps = new Uint32Array(options.kept);
    this.#next = options.firstSequence;
    this.#resendable = options.kept;
    this.#resendableAtMs = options.now();
  }

  /** Sends a frame when it is run. What cannot be sent for long is lost; the player asks for it again. */
  job(frame: PacketizedFrame, timestamp: number): SendJob {
    let next = 0;
    return {
      packets: frame.packets.length,
      run: () => {
        for (; next < frame.packets.length; next += 1) {
          const packet = frame.packets[next];
          if (packet !== undefined && !this.#send(packet, timestamp)) return false;
        }
        this.#report(timestamp);
        return true;
      },
    };
  }

  /**
   * Sends the packets again that a player did not get. Each second, as many as are kept: a player that asks for more
   * costs no more, and would not catch up.
   */
  resend(sequences: readonly number[]): void {
    const { kept, now, payloadType, ssrc, send } = this.#options;
    const nowMs = now();
    const refilled = this.#resendable + ((nowMs - this.#resendableAtMs) / 1_000) * kept;
    this.#resendable = Math.min(kept, refilled);
    this.#resendableAtMs = nowMs;
    for (const sequence of sequences) {
      const age = (this.#next - sequence) & 0xffff;
      const packet = this.#kept[sequence % kept];
      if (age === 0 || age > kept || packet === undefined || this.#resendable < 1) continue;
      this.#resendable -= 1;
      const timestamp = this.#keptTimestamps[sequence % kept] ?? 0;
      writeHeader(packet, { payloadType, sequence, timestamp, ssrc });
      send(packet);
    }
  }

  #send(packet: Buffer, timestamp: number): boolean {
    const { payloadType, ssrc, kept, send } = this.#options;
    const sequence = this.#next & 0xffff;
    writeHeader(packet, { payloadType, sequence, timestamp, ssrc });
    if (send(packet)) this.#refusals = 0;
    else if (this.#refusals < MAX_REFUSALS) {
      this.#refusals += 1;
      return false;
    }
    this.#kept[sequence % kept] = packet;
    this.#keptTimestamps[sequence % kept] = timestamp;
    this.#next += 1;
    this.#sentPackets += 1;
    this.#sentBytes += packet.length - RTP_HEADER_BYTES;
    return true;
  }

  #report(timestamp: number): void {
    const { ssrc, cname, send, now, wallMs } = this.#options;
    if (now() - this.#reportedAtMs < REPORT_MS) return;
    this.#reportedAtMs = now();
    const sums = { packets: this.#sentPackets, payloadBytes: this.#sentBytes };
    send(senderReport({ ssrc, cname, timestamp, ...sums }, wallMs()));
  }
}
