/** Splits the NAL units of a frame into RTP payloads: H.264 (RFC 6184) and HEVC (RFC 7798). */
import { invalid } from '../../codecs/format-error.ts';
import { walkNals } from '../../codecs/nal.ts';
import { MAX_PAYLOAD_BYTES, type Pieces } from './rtp-packets.ts';

const H264_FU_A = 28;
const HEVC_FU = 49;
const START = 0x80;
const END = 0x40;

/** The header that each fragment of a NAL unit begins with, from the header of the unit. */
type FragmentHeader = (nal: Uint8Array, position: number) => Uint8Array;

/** @param frame NAL units behind lengths of four bytes @throws MediaFormatError where its lengths do not add up */
export const h264Payloads = (frame: Uint8Array): Pieces[] =>
  nalsOf(frame).flatMap((nal) =>
    payloadsOf(nal, 1, ([first = 0], position) =>
      Uint8Array.of((first & 0xe0) | H264_FU_A, position | (first & 0x1f)),
    ),
  );

/** @param frame NAL units behind lengths of four bytes @throws MediaFormatError where its lengths do not add up */
export const hevcPayloads = (frame: Uint8Array): Pieces[] =>
  nalsOf(frame).flatMap((nal) =>
    payloadsOf(nal, 2, ([first = 0, second = 0], position) =>
      Uint8Array.of((first & 0x81) | (HEVC_FU << 1), second, position | ((first >> 1) & 0x3f)),
    ),
  );

function nalsOf(frame: Uint8Array): Uint8Array[] {
  const nals: Uint8Array[] = [];
  const whole = walkNals(frame, 4, (start, end) => nals.push(frame.subarray(start, end)));
  if (whole !== frame)
    throw invalid(`The last length of a frame is cut off after ${frame.length - whole.length} bytes.`);
  return nals;
}

/** One payload where the unit fits, else fragments of about the same size. */
function payloadsOf(nal: Uint8Array, headerBytes: number, header: FragmentHeader): Pieces[] {
  if (nal.length <= MAX_PAYLOAD_BYTES) return [[nal]];
  const body = nal.subarray(headerBytes);
  const most = MAX_PAYLOAD_BYTES - headerBytes - 1;
  const size = Math.ceil(body.length / Math.ceil(body.length / most));
  const payloads: Pieces[] = [];
  for (let at = 0; at < body.length; at += size) {
    const position = (at === 0 ? START : 0) | (at + size >= body.length ? END : 0);
    payloads.push([header(nal, position), body.subarray(at, at + size)]);
  }
  return payloads;
}
