/** Finds the first keyframe of a recorded segment, without reading the rest of the segment. */
import { findBox, readFragmentTables } from '../recorder/movie/fragment-reader.ts';
import { readInitSection } from '../recorder/movie/init-reader.ts';
import type { Keyframe } from '../thumbnailer/thumbnail.ts';

/** Reads a range of a file, both ends inclusive; null if there is no such file. */
export type ReadRange = (path: string, first: number, last: number) => Promise<Uint8Array | null>;

export type VideoDescription = Pick<Keyframe, 'codec' | 'configuration'>;

/** The first fragment's table, and often its first frame, are in this much of a segment. */
const HEAD_BYTES = 64 * 1024;

/** Codecs and configuration boxes by sample entry, which the packager and the importer write. */
const ENTRIES: Readonly<Record<string, readonly [Keyframe['codec'], string]>> = {
  avc1: ['h264', 'avcC'],
  hvc1: ['hevc', 'hvcC'],
  av01: ['av1', 'av1C'],
  vp09: ['vp9', 'vpcC'],
};

/**
 * The length of the header and the fields of a visual sample entry (ISO/IEC 14496-12 section 12.1.3), before its boxes.
 */
const VISUAL_ENTRY_BYTES = 86;

/** @returns null if the initialization section describes no video of a known codec */
export async function readVideoDescription(path: string, read: ReadRange): Promise<VideoDescription | null> {
  const bytes = await read(path, 0, HEAD_BYTES - 1);
  return bytes && attempt(() => describe(Buffer.from(bytes)));
}

function describe(init: Buffer): VideoDescription | null {
  const { sampleEntry } = readInitSection(init);
  const [codec, box] = ENTRIES[sampleEntry.toString('latin1', 4, 8)] ?? [];
  if (codec === undefined || box === undefined) return null;
  return { codec, configuration: findBox(sampleEntry.subarray(VISUAL_ENTRY_BYTES), box) };
}

/** A segment of video with its initialization section. */
export interface VideoSegment {
  readonly init: string;
  readonly path: string;
}

/** @returns null if the first fragment has no keyframe of a known codec, or is damaged */
export async function readFirstFrame(
  { init, path }: VideoSegment,
  read: ReadRange,
): Promise<Keyframe | null> {
  const description = await readVideoDescription(init, read);
  const payload = description && (await readKeyframe(path, read));
  return description && payload && { ...description, payload };
}

/** @returns null if the segment's first fragment has no keyframe, or is damaged */
export async function readKeyframe(path: string, read: ReadRange): Promise<Uint8Array | null> {
  const head = await read(path, 0, HEAD_BYTES - 1);
  const place = head && (await attempt(() => locate(head)));
  if (head === null || place === null) return null;
  const [first, last] = [place.offset, place.offset + place.size - 1];
  return last < head.byteLength ? head.subarray(first, last + 1) : await read(path, first, last);
}

async function locate(head: Uint8Array): Promise<{ offset: number; size: number } | null> {
  const chunks = (async function* () {
    yield head;
  })();
  for await (const { mediaOffset, samples } of readFragmentTables(chunks)) {
    let offset = mediaOffset;
    for (const { size, keyframe } of samples) {
      if (keyframe) return { offset, size };
      offset += size;
    }
    return null;
  }
  return null;
}

/**
 * Returns null for bytes that cannot be parsed, since a process that reads untrusted bytes writes the files of uploads.
 */
async function attempt<T>(parse: () => T | Promise<T>): Promise<T | null> {
  try {
    return await parse();
  } catch {
    return null;
  }
}
