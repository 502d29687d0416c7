import type { Clock } from '../media/environment.ts';
import { createHls, type HlsSettings, hasMediaSource, loadHls } from './hls-instance.ts';
import { HlsSource } from './hls-source.ts';
import { NativeSource } from './native-source.ts';
import type { Source, SourceEvents } from './source.ts';

/**
 * Opens `url` in `video` in the way that this browser plays best. Chromium claims to play HLS
 * natively as well, so the choice depends on whether there is a Media Source.
 */
export async function openSource(
  video: HTMLVideoElement,
  url: string,
  events: SourceEvents,
  settings: HlsSettings,
  clock: Clock,
): Promise<Source> {
  if (!hasMediaSource()) return new NativeSource(video, url, events, clock);
  const module = await loadHls();
  const hls = createHls(module, settings);
  hls.loadSource(url);
  return new HlsSource(module, hls, video, events, clock);
}
