/** Puts RTP packets of H.264 or Opus back together to frames (RFC 6184 without aggregation). */
import type { ReceivedFrame } from './player-messages.ts';

const FU_A = 28;

export class RtpFrames {
  readonly #track: 'video' | 'audio';
  readonly #onFrame: (frame: ReceivedFrame) => void;
  #nalTypes: number[] = [];
  #bytes = 0;
  #missing = 0;
  #last: number | null = null;

  constructor(track: 'video' | 'audio', onFrame: (frame: ReceivedFrame) => void) {
    this.#track = track;
    this.#onFrame = onFrame;
  }

  read(packet: Buffer): void {
    const second = packet[1] ?? 0;
    // RTCP, multiplexed (RFC 5761 section 4).
    if (second >= 192 && second <= 223) return;
    const sequence = packet.readUInt16BE(2);
    if (this.#last !== null) this.#missing += (sequence - this.#last - 1) & 0xffff;
    this.#last = sequence;
    const payload = packet.subarray(12);
    this.#bytes += payload.length;
    if (this.#track === 'video') this.#readNal(payload);
    if (this.#track === 'video' && second < 128) return;
    this.#onFrame({
      track: this.#track,
      timestamp: packet.readUInt32BE(4),
      sequence,
      nalTypes: this.#nalTypes,
      bytes: this.#bytes,
      missing: this.#missing,
      atMs: performance.timeOrigin + performance.now(),
      tail: payload.subarray(-8).toString('hex'),
    });
    this.#nalTypes = [];
    this.#bytes = 0;
    this.#missing = 0;
  }

  #readNal(payload: Buffer): void {
    const type = (payload[0] ?? 0) & 31;
    if (type !== FU_A) this.#nalTypes.push(type);
    else if (((payload[1] ?? 0) & 0x80) !== 0) this.#nalTypes.push((payload[1] ?? 0) & 31);
  }
}
