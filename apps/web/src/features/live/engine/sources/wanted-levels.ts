import type { HlsSettings } from './hls-instance.ts';

/**
 * Which of a stream's encodings a viewer wants none of, by their places: those taller than asked for,
 * or all but the smallest. One always stays.
 */
export function unwantedLevels(
  levels: readonly { readonly height: number; readonly bitrate: number }[],
  { maxHeight, lowData }: Pick<HlsSettings, 'maxHeight' | 'lowData'>,
): number[] {
  const places = levels.map((_, place) => place);
  const smallest = Math.min(...levels.map(({ bitrate }) => bitrate));
  const wanted = (place: number) => {
    const level = levels[place];
    if (level === undefined) return false;
    return lowData ? level.bitrate === smallest : maxHeight === null || level.height <= maxHeight;
  };
  if (places.some(wanted)) return places.filter((place) => !wanted(place));
  return places.filter((place) => levels[place]?.bitrate !== smallest);
}
