/** Reads what RTCP packets of a player say about its reception (RFC 3550 section 6, RFC 4585 section 6.3.1). */

export interface ReceptionFeedback {
  /** The player cannot decode further without a keyframe. */
  readonly needsKeyframe: boolean;
  /** The largest fraction of packets lost since the last report, from 0 to 1; null without a report. */
  readonly fractionLost: number | null;
}

const RECEIVER_REPORT = 201;
const SENDER_REPORT = 200;
const PAYLOAD_FEEDBACK = 206;
/** Picture Loss Indication and Full Intra Request. */
const PLI = 1;
const FIR = 4;

/** Reads a compound packet up to the first packet whose length does not fit. */
export function readRtcp(bytes: Uint8Array): ReceptionFeedback {
  let needsKeyframe = false;
  let fractionLost: number | null = null;
  for (let at = 0; at + 4 <= bytes.length; ) {
    const first = bytes[at] ?? 0;
    const type = bytes[at + 1] ?? 0;
    const end = at + 4 + ((bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)) * 4;
    if (first >> 6 !== 2 || end > bytes.length) break;
    const count = first & 31;
    if (type === PAYLOAD_FEEDBACK) needsKeyframe ||= count === PLI || count === FIR;
    if (type === RECEIVER_REPORT || type === SENDER_REPORT) {
      const blocks = at + (type === RECEIVER_REPORT ? 8 : 28);
      for (let i = 0; i < count && blocks + (i + 1) * 24 <= end; i++)
        fractionLost = Math.max(fractionLost ?? 0, (bytes[blocks + i * 24 + 4] ?? 0) / 256);
    }
    at = end;
  }
  return { needsKeyframe, fractionLost };
}
