/** Reads what RTCP packets of a player say about its reception (RFC 3550 section 6, RFC 4585 section 6.3.1). */

export interface ReceptionFeedback {
  /** The player cannot decode further without a keyframe. */
  readonly needsKeyframe: boolean;
  /** The largest fraction of packets lost since the last report, from 0 to 1; null without a report. */
  readonly fractionLost: number | null;
  /** The sequence numbers of packets that the player asks for again. */
  readonly lost: readonly number[];
}

const RECEIVER_REPORT = 201;
const SENDER_REPORT = 200;
const TRANSPORT_FEEDBACK = 205;
const GENERIC_NACK = 1;
const PAYLOAD_FEEDBACK = 206;
/** Picture Loss Indication and Full Intra Request. */
const PLI = 1;
const FIR = 4;

/** More are not sent again in any case. */
const MAX_LOST = 1_024;

/**
 * Reads a compound packet up to the first packet whose length does not fit.
 * @param ssrc of the track whose lost packets are read
 */
export function readRtcp(bytes: Uint8Array, ssrc: number): ReceptionFeedback {
  const lost: number[] = [];
  let needsKeyframe = false;
  let fractionLost: number | null = null;
  for (let at = 0; at + 4 <= bytes.length; ) {
    const first = bytes[at] ?? 0;
    const type = bytes[at + 1] ?? 0;
    const end = at + 4 + ((bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)) * 4;
    if (first >> 6 !== 2 || end > bytes.length) break;
    const count = first & 31;
    if (type === TRANSPORT_FEEDBACK && count === GENERIC_NACK && uint32(bytes, at + 8) === ssrc)
      readNacks(bytes, at + 12, end, lost);
    if (type === PAYLOAD_FEEDBACK) needsKeyframe ||= count === PLI || count === FIR;
    if (type === RECEIVER_REPORT || type === SENDER_REPORT) {
      const blocks = at + (type === RECEIVER_REPORT ? 8 : 28);
      for (let i = 0; i < count && blocks + (i + 1) * 24 <= end; i++)
        fractionLost = Math.max(fractionLost ?? 0, (bytes[blocks + i * 24 + 4] ?? 0) / 256);
    }
    at = end;
  }
  return { needsKeyframe, fractionLost, lost };
}

/** Each names a packet, and by bits which of the 16 after it (RFC 4585 section 6.2.1). */
function readNacks(bytes: Uint8Array, start: number, end: number, lost: number[]): void {
  for (let at = start; at + 4 <= end && lost.length < MAX_LOST; at += 4) {
    const first = (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);
    const following = (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0);
    lost.push(first);
    for (let i = 0; i < 16; i++) if ((following >> i) & 1) lost.push((first + 1 + i) & 0xffff);
  }
}

const uint32 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) * 2 ** 24 +
  ((bytes[at + 1] ?? 0) << 16) +
  ((bytes[at + 2] ?? 0) << 8) +
  (bytes[at + 3] ?? 0);
