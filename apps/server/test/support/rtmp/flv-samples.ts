/** Bodies of FLV tags with configurations that FFmpeg wrote. */

/** x264, High, 320x180 at 30 frames a second. */
export const AVCC = Buffer.from(
  '0164000dffe100176764000dacb40a0cfcf080000003008000001e478a1550010004 68ef3cb0fdf8f800'.replace(' ', ''),
  'hex',
);
/** x264, High, 320x180 at 30 frames a second, with B-frames: another SPS. */
export const OTHER_AVCC = Buffer.from(
  '0164000dffe100196764000dacd941419f9e10000003001000000303c0f1429960010004 68efbcb0fdf8f800'.replace(
    ' ',
    '',
  ),
  'hex',
);
/** AAC-LC, 48 kHz, stereo. */
export const ASC = Buffer.from('1190', 'hex');

/** Writes a length-prefixed NAL unit of a type (5: IDR, 1: another slice). */
export function nal(type: number, bytes = 12): Buffer {
  return withLength(Buffer.alloc(bytes, 0x60 | type));
}

export function withLength(unit: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(unit.length);
  return Buffer.concat([length, unit]);
}

export const avcHeader = (configuration = AVCC): Buffer =>
  Buffer.concat([Buffer.of(0x17, 0, 0, 0, 0), configuration]);

export function avcFrame(keyframe: boolean, payload = nal(keyframe ? 5 : 1), compositionMs = 0): Buffer {
  const head = Buffer.alloc(5);
  head[0] = keyframe ? 0x17 : 0x27;
  head[1] = 1;
  head.writeIntBE(compositionMs, 2, 3);
  return Buffer.concat([head, payload]);
}

export const aacHeader = (configuration = ASC): Buffer => Buffer.concat([Buffer.of(0xaf, 0), configuration]);
export const aacFrame = (bytes = 8): Buffer => Buffer.concat([Buffer.of(0xaf, 1), Buffer.alloc(bytes, 0x21)]);

/** A tag of Enhanced RTMP: first byte, FourCC and payload. */
export const enhancedVideo = (
  frameType: number,
  packetType: number,
  fourCc: string,
  payload: Buffer,
): Buffer => Buffer.concat([Buffer.of(0x80 | (frameType << 4) | packetType), Buffer.from(fourCc), payload]);
export const enhancedAudio = (packetType: number, fourCc: string, payload: Buffer): Buffer =>
  Buffer.concat([Buffer.of(0x90 | packetType), Buffer.from(fourCc), payload]);
