import { z } from 'zod';
import type { Tracks, Unit } from '#media/unit.ts';

/**
 * An encoded loop in memory and its file format: the magic `TRIBCLIP`, the length of a JSON header (32 bits,
 * big endian), the header, twelve bytes per unit (decode time in ticks, size, flags), then the payloads.
 * Frames are not reordered, so decode times are presentation times.
 */
export interface Clip {
  /** Length of the loop in ticks. */
  readonly duration: number;
  readonly tracks: Tracks;
  /** Ordered by decode time, from 0. Payloads are views of the file's bytes. */
  readonly units: readonly Unit[];
}

/** The file is not a complete clip of this version. */
export class ClipError extends Error {
  override readonly name = 'ClipError';
}

const MAGIC = Buffer.from('TRIBCLIP');
const VIDEO = 1;
const KEYFRAME = 2;
const UNIT_BYTES = 12;

const bytes = z.base64().transform((text) => new Uint8Array(Buffer.from(text, 'base64')));
const header = z.object({
  duration: z.int().positive(),
  units: z.int().positive(),
  video: z.object({
    kind: z.literal('video'),
    codec: z.literal('h264'),
    codecString: z.string(),
    width: z.int().positive(),
    height: z.int().positive(),
    frameRate: z.number().positive(),
    configuration: bytes,
  }),
  audio: z.object({
    kind: z.literal('audio'),
    codec: z.literal('aac'),
    codecString: z.string(),
    sampleRate: z.int().positive(),
    channels: z.int().positive(),
    samplesPerFrame: z.int().positive(),
    configuration: bytes,
  }),
});

/** The file's bytes. */
export function writeClip(clip: Clip): Buffer {
  const json = Buffer.from(
    JSON.stringify({ duration: clip.duration, units: clip.units.length, ...clip.tracks }, (_key, value) =>
      value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value,
    ),
  );
  const table = Buffer.alloc(4 + json.length + clip.units.length * UNIT_BYTES);
  table.writeUInt32BE(json.length, 0);
  json.copy(table, 4);
  for (const [index, unit] of clip.units.entries()) {
    const at = 4 + json.length + index * UNIT_BYTES;
    table.writeUInt32BE(unit.dts, at);
    table.writeUInt32BE(unit.payload.length, at + 4);
    table.writeUInt32BE((unit.kind === 'video' ? VIDEO : 0) | (unit.keyframe ? KEYFRAME : 0), at + 8);
  }
  return Buffer.concat([MAGIC, table, ...clip.units.map((unit) => unit.payload)]);
}

/** Parses a file without copying the payloads. @throws ClipError if it is not a complete clip */
export function readClip(file: Buffer): Clip {
  try {
    return parse(file);
  } catch (error) {
    throw error instanceof ClipError
      ? error
      : new ClipError('The clip is truncated or damaged', { cause: error });
  }
}

function parse(file: Buffer): Clip {
  if (!file.subarray(0, MAGIC.length).equals(MAGIC))
    throw new ClipError('The file does not start with the magic TRIBCLIP');
  const begin = MAGIC.length + 4;
  const tableAt = begin + file.readUInt32BE(MAGIC.length);
  const {
    duration,
    units: count,
    video,
    audio,
  } = header.parse(JSON.parse(file.toString('utf8', begin, tableAt)));
  let payloadAt = tableAt + count * UNIT_BYTES;
  if (payloadAt > file.length)
    throw new ClipError(
      `The table of units ends at byte ${payloadAt}, after the end of the file (${file.length} bytes)`,
    );
  const units: Unit[] = [];
  let last = 0;
  for (let at = tableAt; units.length < count; at += UNIT_BYTES) {
    const [dts, size, flags] = [file.readUInt32BE(at), file.readUInt32BE(at + 4), file.readUInt32BE(at + 8)];
    if (dts < last || dts >= duration)
      throw new ClipError(`Decode time ${dts} is not from ${last} to ${duration}`);
    if (payloadAt + size > file.length)
      throw new ClipError(
        `A payload ends at byte ${payloadAt + size}, after the end of the file (${file.length} bytes)`,
      );
    last = dts;
    const payload = new Uint8Array(file.buffer, file.byteOffset + payloadAt, size);
    units.push({
      kind: flags & VIDEO ? 'video' : 'audio',
      dts,
      pts: dts,
      keyframe: (flags & KEYFRAME) !== 0,
      payload,
    });
    payloadAt += size;
  }
  if (payloadAt !== file.length)
    throw new ClipError(
      `The last payload ends at byte ${payloadAt}, before the end of the file (${file.length} bytes)`,
    );
  const first = units.find((unit) => unit.kind === 'video');
  if (!first?.keyframe) throw new ClipError('The first unit is not a keyframe');
  return { duration, tracks: { video, audio }, units };
}
