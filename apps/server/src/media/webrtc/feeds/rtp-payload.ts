/** Converts units to what the RTP packetizers take, with the parameter sets that a decoder needs before a keyframe. */
import { readAv1C } from '../../codecs/av1.ts';
import { MediaFormatError } from '../../codecs/format-error.ts';
import { readAvcC } from '../../codecs/h264.ts';
import { readHvcC } from '../../codecs/hevc.ts';
import { walkNals } from '../../codecs/nal.ts';
import { HAS_SIZE, leb128, OBU_SEQUENCE_HEADER, obuAt } from '../../codecs/obu.ts';
import type { Track, Unit } from '../../unit.ts';

/** Returns null for a frame that cannot be sent. */
export type ToRtpPayload = (unit: Unit) => Uint8Array | null;

/** @throws MediaFormatError for a configuration that cannot be read */
export function rtpPayloadOf(track: Track): ToRtpPayload {
  if (track.kind === 'audio') return ({ payload }) => payload;
  const convert = videoPayloadOf(track.codec, track.configuration);
  return (unit) => {
    try {
      return convert(unit);
    } catch (error) {
      if (error instanceof MediaFormatError) return null;
      throw error;
    }
  };
}

function videoPayloadOf(codec: string, configuration: Uint8Array): ToRtpPayload {
  if (codec === 'h264') {
    const { lengthSize, sps, pps } = readAvcC(configuration);
    return nalPayload({
      lengthSize,
      parameterSets: [...sps, ...pps],
      typeOf: (header) => header & 31,
      isSps: (type) => type === 7,
      // Access unit delimiters and filler data; RTP marks the end of a frame.
      isSkipped: (type) => type === 9 || type === 12,
    });
  }
  if (codec === 'hevc') {
    const { lengthSize, sets } = readHvcC(configuration);
    return nalPayload({
      lengthSize,
      parameterSets: [32, 33, 34].flatMap((type) => sets.get(type) ?? []),
      typeOf: (header) => (header >> 1) & 63,
      isSps: (type) => type === 33,
      isSkipped: (type) => type === 35 || type === 38,
    });
  }
  if (codec === 'av1') return av1Payload(readAv1C(configuration).sequenceHeader);
  return ({ payload }) => (payload.length === 0 ? null : payload);
}

interface NalRules {
  readonly lengthSize: number;
  readonly parameterSets: readonly Uint8Array[];
  readonly typeOf: (header: number) => number;
  readonly isSps: (type: number) => boolean;
  readonly isSkipped: (type: number) => boolean;
}

/** NAL units behind lengths of four bytes, whatever the encoder's length size is. */
function nalPayload({ lengthSize, parameterSets, typeOf, isSps, isSkipped }: NalRules): ToRtpPayload {
  return ({ payload, keyframe }) => {
    const nals: Uint8Array[] = [];
    let hasSps = false;
    walkNals(payload, lengthSize, (start, end) => {
      const type = typeOf(payload[start] ?? 0);
      if (isSkipped(type)) return;
      hasSps ||= isSps(type);
      nals.push(payload.subarray(start, end));
    });
    if (nals.length === 0) return null;
    return withLengths(keyframe && !hasSps ? [...parameterSets, ...nals] : nals);
  };
}

function withLengths(nals: readonly Uint8Array[]): Uint8Array {
  const out = Buffer.allocUnsafe(nals.reduce((bytes, nal) => bytes + 4 + nal.length, 0));
  let at = 0;
  for (const nal of nals) {
    at = out.writeUInt32BE(nal.length, at);
    out.set(nal, at);
    at += nal.length;
  }
  return out;
}

/** Scalable video, whose OBUs have extension headers, is not sent: players need a description of its layers. */
function av1Payload(sequenceHeader: Uint8Array | null): ToRtpPayload {
  return ({ payload, keyframe }) => {
    let hasSequenceHeader = false;
    for (let at = 0; at < payload.length; ) {
      const obu = obuAt(payload, at);
      if (!obu.hasSize || obu.hasExtension) return null;
      hasSequenceHeader ||= obu.type === OBU_SEQUENCE_HEADER;
      at = obu.end;
    }
    if (payload.length === 0 || !keyframe || hasSequenceHeader) return payload.length === 0 ? null : payload;
    if (sequenceHeader === null) return null;
    return Buffer.concat([
      Buffer.of((OBU_SEQUENCE_HEADER << 3) | HAS_SIZE),
      leb128(sequenceHeader.length),
      sequenceHeader,
      payload,
    ]);
  };
}
