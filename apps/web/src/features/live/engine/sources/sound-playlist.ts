/** The sound of a stream alone, which hls.js would not choose beside video. */
import { fetchMedia } from '../media/media-address.ts';
import type { HlsModule } from './hls-instance.ts';
import { qualityLabel, SOUND } from './hls-source.ts';
import type { Quality } from './source.ts';

export interface SoundPlaylist {
  /** Of the media playlist of the audio. */
  readonly url: string;
  /** What else can be chosen. */
  readonly qualities: readonly Quality[];
}

/** @returns null where the stream has no audio apart from its video, or does not answer */
export async function findSound(module: HlsModule, url: string): Promise<SoundPlaylist | null> {
  const text = await fetchMedia(url, { cache: 'no-store' }).then(
    (response) => (response.ok ? response.text() : null),
    () => null,
  );
  return text === null ? null : parseSound(module, text, new URL(url, location.href).href);
}

export function parseSound(
  { M3U8Parser }: Pick<HlsModule, 'M3U8Parser'>,
  text: string,
  url: string,
): SoundPlaylist | null {
  const parsed = M3U8Parser.parseMasterPlaylist(text, url);
  const { AUDIO: audio = [] } = M3U8Parser.parseMasterPlaylistMedia(text, url, parsed);
  const soundUrl = audio.find((track) => track.url)?.url;
  const [first] = parsed.levels;
  if (!soundUrl || !first) return null;
  const qualities = parsed.levels
    .map((level) => ({
      height: level.height ?? 0,
      frameRate: Number(level.attrs['FRAME-RATE'] ?? 0),
      videoCodec: level.videoCodec,
      bitrate: level.bitrate,
      isSource: level === first,
    }))
    .filter(({ height }) => height > 0)
    // In the order in which hls.js lists them.
    .sort((a, b) => a.height - b.height || a.frameRate - b.frameRate || a.bitrate - b.bitrate)
    .map((level, index) => ({
      index,
      label: qualityLabel(level),
      height: level.height,
      isSource: level.isSource,
      isAvailable: true,
    }));
  if (qualities.length === 0) return null;
  return { url: soundUrl, qualities: [...qualities, SOUND] };
}
