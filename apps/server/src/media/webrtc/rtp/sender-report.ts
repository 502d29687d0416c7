/** RTCP sender reports, which relate RTP times to the wall clock (RFC 3550 sections 6.4.1 and 6.5). */

const REPORT_BYTES = 28;
const SENDER_REPORT = 200;
const SOURCE_DESCRIPTION = 202;
const CNAME_ITEM = 1;
/** Seconds from 1900, where NTP begins, to 1970. */
const NTP_EPOCH_SECONDS = 2_208_988_800;

export interface SenderReport {
  readonly ssrc: number;
  readonly cname: string;
  readonly timestamp: number;
  readonly packets: number;
  readonly payloadBytes: number;
}

/** @param wallMs when the RTP time is sent */
export function senderReport(
  { ssrc, cname, timestamp, packets, payloadBytes }: SenderReport,
  wallMs: number,
): Buffer {
  // The list of items ends with at least one zero, up to a multiple of four bytes.
  const chunkBytes = 4 + Math.ceil((2 + cname.length + 1) / 4) * 4;
  const out = Buffer.alloc(REPORT_BYTES + 4 + chunkBytes);
  out[0] = 0x80;
  out[1] = SENDER_REPORT;
  out.writeUInt16BE(REPORT_BYTES / 4 - 1, 2);
  out.writeUInt32BE(ssrc, 4);
  out.writeUInt32BE((Math.floor(wallMs / 1000) + NTP_EPOCH_SECONDS) % 2 ** 32, 8);
  out.writeUInt32BE(Math.floor(((wallMs % 1000) / 1000) * 2 ** 32), 12);
  out.writeUInt32BE(timestamp, 16);
  out.writeUInt32BE(packets % 2 ** 32, 20);
  out.writeUInt32BE(payloadBytes % 2 ** 32, 24);
  out[REPORT_BYTES] = 0x81;
  out[REPORT_BYTES + 1] = SOURCE_DESCRIPTION;
  out.writeUInt16BE(chunkBytes / 4, REPORT_BYTES + 2);
  out.writeUInt32BE(ssrc, REPORT_BYTES + 4);
  out[REPORT_BYTES + 8] = CNAME_ITEM;
  out[REPORT_BYTES + 9] = cname.length;
  out.write(cname, REPORT_BYTES + 10, 'latin1');
  return out;
}
