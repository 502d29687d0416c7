/**
 * A quality ladder without encoders: every rendition has the frames of the stream, padded with `free` boxes (ISO/IEC
 * 14496-12 section 8.1.2) to its bitrate, so that a run does not depend on what else the machine does.
 */

export interface PaddedRendition {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly kbps: number;
}

/** The first is the source, which is made in any case. */
export const LADDER: readonly PaddedRendition[] = [
  { name: '1080p', width: 1920, height: 1080, kbps: 6_000 },
  { name: '720p', width: 1280, height: 720, kbps: 3_000 },
  { name: '480p', width: 854, height: 480, kbps: 1_400 },
  { name: '240p', width: 426, height: 240, kbps: 500 },
];

const VARIANT = /^#EXT-X-STREAM-INF:.*\n.+$/m;
const FREE = Buffer.from('free', 'latin1');

/** The multivariant playlist with all renditions in place of its only one. */
export function withLadder(multivariant: string): string {
  const [variant = ''] = VARIANT.exec(multivariant) ?? [];
  const [attributes = '', uri = ''] = variant.split('\n');
  const all = LADDER.map(({ name, width, height, kbps }) => {
    const bandwidth = attributes
      .replace(/(?<=[:,])BANDWIDTH=\d+/, `BANDWIDTH=${kbps * 1_100}`)
      .replace(/AVERAGE-BANDWIDTH=\d+/, `AVERAGE-BANDWIDTH=${kbps * 1_000}`)
      .replace(/RESOLUTION=\d+x\d+/, `RESOLUTION=${width}x${height}`);
    return `${bandwidth}\n${uri.replace('video.m3u8', `${name}.m3u8`)}`;
  });
  return multivariant.replace(VARIANT, all.join('\n'));
}

/** The media playlist with the URLs of a rendition's media. */
export function asRendition(playlist: string, { name }: PaddedRendition): string {
  return playlist
    .replaceAll(/(?<=URI=")video\//g, `${name}/`)
    .replaceAll(/^video\//gm, `${name}/`)
    .replaceAll('URI="video.m3u8"', `URI="${name}.m3u8"`);
}

/** The rendition of a URL, and the URL of the media that it has. */
export function unpadded(
  path: string,
): { readonly rendition: PaddedRendition; readonly path: string } | null {
  for (const rendition of LADDER) {
    for (const end of ['.m3u8', '/']) {
      if (path.includes(`/${rendition.name}${end}`)) {
        return { rendition, path: path.replace(`/${rendition.name}${end}`, `/video${end}`) };
      }
    }
  }
  return null;
}

/** Of a segment of two seconds, which begins with a keyframe, in parts of a third. */
const PART_SECONDS = 1 / 3;
export const PARTS_PER_SEGMENT = 6;
/** How much larger than the average the part with the keyframe is, with the rate control of live encoders. */
const FIRST_PART_SHARE = 1.7;

/** @param part its index; null: a whole segment */
export function padded(media: Buffer, { kbps }: PaddedRendition, part: number | null): Buffer {
  const others = (PARTS_PER_SEGMENT - FIRST_PART_SHARE) / (PARTS_PER_SEGMENT - 1);
  const parts = part === null ? PARTS_PER_SEGMENT : part === 0 ? FIRST_PART_SHARE : others;
  const target = (kbps * 1000 * PART_SECONDS * parts) / 8;
  const bytes = Math.max(8, Math.round(target - media.length));
  const box = Buffer.alloc(bytes);
  box.writeUInt32BE(bytes);
  FREE.copy(box, 4);
  return Buffer.concat([media, box]);
}
